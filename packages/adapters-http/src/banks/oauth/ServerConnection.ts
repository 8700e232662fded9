/**
 * Creates the connection to a bank's authorization server from the configuration entry and the profile (docs/banks.md).
 */
import { BankProfile } from "@sheaf/ports"
import { Effect } from "effect"
import type { Redacted } from "effect"
import * as OutboundClient from "../../outbound/OutboundClient.ts"
import * as OutboundTarget from "../../outbound/OutboundTarget.ts"
import type { ElectronicSeal } from "../wire/RequestSignature.ts"
import * as ApplicationToken from "./ApplicationToken.ts"
import type { ClientRegistration } from "./ClientAuthentication.ts"
import * as OAuthServer from "./OAuthServer.ts"
import type { OAuthSettings } from "./OAuthServer.ts"

interface OAuthOptions {
  readonly issuer: string
  readonly hosts?: ReadonlyArray<string>
}

interface AuthenticationOptions {
  readonly secret?: Redacted.Redacted
  readonly tokenUrl?: string
  readonly authorizationUrl?: string
  readonly authorizationLinksUrl?: string
}

export interface ServerOptions extends Omit<OutboundTarget.OutboundTarget, "maxBytes"> {
  readonly profile: BankProfile.ResolvedProfile
  /**
   * Required with the OAUTH approach, unless the profile states the endpoints. These options take precedence over the
   * profile.
   */
  readonly oauth?: OAuthOptions
  readonly authentication?: AuthenticationOptions
  readonly seal?: ElectronicSeal
}

const maxOAuthBytes = 64 * 1024

const registrationOf = Effect.fnUntraced(function* ({
  authentication: { secret } = {},
  profile,
  seal
}: ServerOptions): Effect.fn.Return<ClientRegistration | undefined, OutboundTarget.InvalidTargetError> {
  const { clientId, method = secret === undefined ? "tls_client_auth" : "client_secret_basic" } = profile.authentication
  if (clientId === undefined) return undefined
  const lacks = (what: string) => new OutboundTarget.InvalidTargetError({ message: `${method} needs ${what}` })
  switch (method) {
    case "tls_client_auth":
      return { clientId, method }
    case "client_secret_basic":
    case "client_secret_post":
      return secret === undefined ? yield* lacks("a client secret") : { clientId, method, secret }
    case "private_key_jwt":
      return seal === undefined ? yield* lacks("a seal") : { clientId, method, key: seal }
  }
})

/** A bank that issues tokens only to Sheaf itself has no login page. */
const endpointsOf = ({ authentication = {}, oauth }: ServerOptions, base: URL) => {
  const { authorizationUrl = "", tokenUrl } = authentication
  return tokenUrl === undefined || oauth !== undefined
    ? {}
    : { endpoints: { issuer: base.origin, authorizationEndpoint: authorizationUrl, tokenEndpoint: tokenUrl } }
}

export const linksUrlOf = (url: string | undefined, { query }: BankProfile.ResolvedProfile, clientId: string) => {
  if (url === undefined) return {}
  const found = new URL(url)
  for (const [name, template] of Object.entries(query)) {
    found.searchParams.set(name, BankProfile.fillTemplate(template, { clientId }))
  }
  return { linksUrl: found.href }
}

/**
 * Creates a client for each host of the authorization server. The bank may also redirect the person to authorization
 * pages on the returned `hosts`. Returns `undefined` if Sheaf is not registered at the server.
 */
export const make = Effect.fnUntraced(function* (options: ServerOptions, base: URL) {
  const { authentication = {}, oauth, profile } = options
  const registration = yield* registrationOf(options)
  if (registration === undefined) return undefined
  const { protocol } = oauth === undefined ? base : new URL(oauth.issuer)
  const stated = [oauth?.issuer, authentication.tokenUrl, authentication.authorizationLinksUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin]
  )
  const origins = [...stated, ...(oauth?.hosts ?? []).map((host) => `${protocol}//${host}`)]
  const clients = new Map<string, OutboundClient.OutboundClient>()
  for (const baseUrl of origins)
    clients.set(new URL(baseUrl).origin, yield* OutboundClient.make({ ...options, maxBytes: maxOAuthBytes, baseUrl }))
  const settings: OAuthSettings = {
    ...(oauth !== undefined && { issuer: oauth.issuer }),
    registration,
    ...endpointsOf(options, base),
    ...linksUrlOf(authentication.authorizationLinksUrl, profile, registration.clientId),
    templates: profile.authentication,
    clientAt: (origin) => Effect.sync(() => clients.get(origin))
  }
  const hosts = oauth === undefined ? [] : [new URL(oauth.issuer).host, ...(oauth.hosts ?? [])]
  return { settings, hosts }
})

export const applicationTokenOf = (
  { authentication }: BankProfile.ResolvedProfile,
  settings: OAuthSettings | undefined
) => {
  if (authentication.grant !== "client_credentials" || settings === undefined) return {}
  const server = OAuthServer.make(settings)
  const { endpoints, issuer, metadataUrl = "" } = settings
  const address = issuer === undefined ? metadataUrl : OAuthServer.metadataUrlOf(issuer)
  const endpoint =
    endpoints === undefined
      ? Effect.map(server.metadata(address), ({ tokenEndpoint }) => tokenEndpoint)
      : Effect.succeed(endpoints.tokenEndpoint)
  return { applicationToken: ApplicationToken.make(server, endpoint, authentication.scope) }
}
