/** The connection to a bank's authorization server, from the operator's entry and the bank's profile (docs/banks.md). */
import type { BankProfile } from "@sheaf/ports"
import { Effect } from "effect"
import type { Redacted } from "effect"
import * as OutboundClient from "../../outbound/OutboundClient.ts"
import type * as OutboundTarget from "../../outbound/OutboundTarget.ts"
import type { ElectronicSeal } from "../wire/RequestSignature.ts"
import * as ApplicationToken from "./ApplicationToken.ts"
import type { ClientRegistration } from "./ClientAuthentication.ts"
import * as OAuthServer from "./OAuthServer.ts"
import type { OAuthSettings } from "./OAuthServer.ts"

/** The bank's authorization server, and Sheaf's registration there. */
interface OAuthOptions {
  /** The issuer of the server's metadata. Not used if the profile states the endpoints. */
  readonly issuer: string
  readonly clientId: string
  /** The hosts of the server's addresses, apart from the issuer's host. */
  readonly hosts?: ReadonlyArray<string>
}

/** The parts of a profile's `authentication` that depend on the entry: Sheaf's registration and absolute URLs. */
interface AuthenticationOptions {
  /** Sheaf's client id. By default, that of `oauth`. */
  readonly clientId?: string
  readonly secret?: Redacted.Redacted
  readonly tokenUrl?: string
  readonly authorizationUrl?: string
}

/** A bank's options, as far as they concern the authorization server. */
export interface ServerOptions extends Omit<OutboundTarget.OutboundTarget, "maxBytes"> {
  readonly profile: BankProfile.BankProfile
  /** Required with the approach OAUTH, unless the profile states the endpoints. */
  readonly oauth?: OAuthOptions
  readonly authentication?: AuthenticationOptions
  readonly seal?: ElectronicSeal
}

/** The largest response of an authorization server, in bytes. */
const maxOAuthBytes = 64 * 1024

/** Returns Sheaf's registration at the bank's authorization server, if it has one. */
const registrationOf = ({
  authentication = {},
  oauth,
  profile,
  seal
}: ServerOptions): ClientRegistration | undefined => {
  const { secret } = authentication
  const clientId = authentication.clientId ?? oauth?.clientId
  if (clientId === undefined) return undefined
  return {
    clientId,
    method: profile.authentication?.method ?? (secret === undefined ? "tls_client_auth" : "client_secret_basic"),
    ...(secret !== undefined && { secret }),
    ...(seal !== undefined && { key: seal })
  }
}

/** Returns the endpoints that the profile states. A bank that issues tokens to Sheaf alone has no page for people. */
const endpointsOf = ({ authentication = {} }: Pick<ServerOptions, "authentication">, base: URL) => {
  const { authorizationUrl = "", tokenUrl } = authentication
  return tokenUrl === undefined
    ? {}
    : { endpoints: { issuer: base.origin, authorizationEndpoint: authorizationUrl, tokenEndpoint: tokenUrl } }
}

/** Returns the templates of the person's authorization. */
export const templatesOf = ({ authentication = {} }: BankProfile.BankProfile) => {
  const { parameters, personScope } = authentication
  return { ...(parameters !== undefined && { parameters }), ...(personScope !== undefined && { personScope }) }
}

/**
 * Creates a client for each host of the authorization server, if Sheaf is registered there. The server's pages can be at these
 * hosts, too.
 */
export const make = Effect.fnUntraced(function* (options: ServerOptions, base: URL) {
  const { authentication = {}, oauth, profile } = options
  const registration = registrationOf(options)
  if (registration === undefined) return undefined
  const { protocol } = oauth === undefined ? base : new URL(oauth.issuer)
  const stated = [oauth?.issuer, authentication.tokenUrl].flatMap((url) =>
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
    ...templatesOf(profile),
    clientAt: (origin) => Effect.sync(() => clients.get(origin))
  }
  const hosts = oauth === undefined ? [] : [new URL(oauth.issuer).host, ...(oauth.hosts ?? [])]
  return { settings, hosts }
})

/** Returns Sheaf's own token, if the profile requires one. */
export const applicationTokenOf = (
  { authentication = {} }: BankProfile.BankProfile,
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
