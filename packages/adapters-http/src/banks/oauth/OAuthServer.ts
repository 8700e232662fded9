/** A bank's OAuth authorization server: its metadata (RFC 8414), pushed requests (RFC 9126) and tokens (RFC 6749). */
import { BankProfile } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { randomUUID } from "node:crypto"
import type { OutboundClient, OutboundResponse } from "../../outbound/OutboundClient.ts"
import { BankResponseError, BankStatusError } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import { decompressed } from "../wire/ContentEncoding.ts"
import { readMember, readText } from "../wire/LenientDecoding.ts"
import * as ClientAuthentication from "./ClientAuthentication.ts"

export interface OAuthSettings {
  /** The issuer that the metadata must name. Absent for servers in this process, which may have any issuer. */
  readonly issuer?: string
  /** The URL of the server's metadata. Used only for servers in this process, for which `issuer` is absent. */
  readonly metadataUrl?: string
  readonly registration: ClientAuthentication.ClientRegistration
  readonly endpoints?: Pick<AuthorizationServerMetadata, "authorizationEndpoint" | "issuer" | "tokenEndpoint">
  /** Where to fetch the URL of the authorization page, for banks whose page has no fixed URL. */
  readonly linksUrl?: string
  readonly templates: Pick<
    BankProfile.ResolvedProfile["authentication"],
    "before" | "parameters" | "personScope" | "tokenFormat" | "tokenParameters"
  >
  /** Returns `undefined` if Sheaf must not call this origin. */
  readonly clientAt: (origin: string) => Effect.Effect<OutboundClient | undefined>
}

const Loose = Schema.optionalKey(Schema.Unknown)

const WireMetadata = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  pushed_authorization_request_endpoint: Loose,
  code_challenge_methods_supported: Loose,
  authorization_response_iss_parameter_supported: Loose,
  mtls_endpoint_aliases: Loose
})

export interface AuthorizationServerMetadata {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly pushedAuthorizationRequestEndpoint: string | undefined
  /** True if authorization responses name the issuer (RFC 9207). */
  readonly hasIssuerParameter: boolean
}

const WirePageLink = Schema.Struct({ url: Schema.NonEmptyString })

/**
 * A single link, or a list whose first link leads to the authorization page. Any other links are for other kinds of
 * customers.
 */
const WirePageLinks = Schema.Union([WirePageLink, Schema.TupleWithRest(Schema.Tuple([WirePageLink]), [Schema.Unknown])])

const WirePushed = Schema.Struct({ request_uri: Schema.NonEmptyString })

const WireToken = Schema.Struct({
  access_token: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._~+/-]{1,8000}=*$/u)),
  token_type: Schema.String.check(Schema.isPattern(/^bearer$/iu)),
  expires_in: Loose,
  refresh_token: Loose,
  scope: Loose
})
export type TokenResponse = typeof WireToken.Type

const decodeError = Schema.decodeUnknownOption(Schema.Struct({ error: Schema.String }))

const wellKnown = "/.well-known/oauth-authorization-server"

/** Returns the URL of an issuer's metadata (RFC 8414 §3.1). */
export const metadataUrlOf = (issuer: string): string => {
  const { origin, pathname } = new URL(issuer)
  return `${origin}${wellKnown}${pathname === "/" ? "" : pathname}`
}

/** Temporary errors: the server is overloaded or too slow. */
const passing = [408, 425, 429]

/** The format of error codes (RFC 6749 §5.2). Other text is dropped, because it could be about a person. */
const errorPattern = /^[a-z_]{3,60}$/

type Form = Readonly<Record<string, string>>

export interface OAuthServer {
  readonly metadata: (address: string) => Effect.Effect<AuthorizationServerMetadata, AttemptedBankCallError>
  readonly pageAt: (address: string) => Effect.Effect<string, AttemptedBankCallError>
  readonly pushAuthorizationRequest: (endpoint: string, form: Form) => Effect.Effect<string, AttemptedBankCallError>
  readonly token: (endpoint: string, form: Form) => Effect.Effect<TokenResponse, AttemptedBankCallError>
}

const rejectionOf = (client: OutboundClient, response: OutboundResponse) =>
  Effect.gen(function* () {
    const { status } = response
    const json = yield* Effect.option(client.decode(Schema.Unknown, response))
    const error = Option.getOrUndefined(Option.flatMap(json, decodeError))?.error ?? ""
    if (status >= 500 || passing.includes(status)) return yield* new BankStatusError({ status })
    // A response without an OAuth error code is not an OAuth error, and does not prove that the consent has ended.
    return yield* errorPattern.test(error)
      ? new BankStatusError({ status, code: error })
      : new BankResponseError({ reason: "OAUTH_ERROR", status })
  })

const callerWith = (clientAt: OAuthSettings["clientAt"]) =>
  Effect.fnUntraced(function* <S extends Schema.Decoder<unknown>>(
    schema: S,
    address: string,
    request: HttpClientRequest.HttpClientRequest
  ) {
    const client = URL.canParse(address) ? yield* clientAt(new URL(address).origin) : undefined
    if (client === undefined) return yield* new BankResponseError({ reason: "OAUTH_ADDRESS" })
    const own = {
      accept: "application/json",
      "accept-encoding": "identity",
      date: new Date(yield* Clock.currentTimeMillis).toUTCString(),
      "x-request-id": randomUUID()
    }
    const sent = client.send(HttpClientRequest.setHeaders(HttpClientRequest.setUrl(request, address), own))
    const response = yield* decompressed(yield* sent, new URL(address).origin)
    if (response.status < 200 || response.status >= 300) return yield* rejectionOf(client, response)
    return yield* client.decode(schema, response)
  })

const posterWith = (registration: OAuthSettings["registration"], call: ReturnType<typeof callerWith>) =>
  Effect.fnUntraced(function* <S extends Schema.Decoder<unknown>>(
    schema: S,
    address: string,
    form: Form,
    isJson = false
  ) {
    const own = yield* ClientAuthentication.authenticate(registration, address)
    const all = { ...form, ...own.form }
    const text = isJson ? JSON.stringify(all) : String(new URLSearchParams(all))
    const request = HttpClientRequest.post(address).pipe(
      HttpClientRequest.setHeaders(own.headers),
      HttpClientRequest.bodyUint8Array(
        new TextEncoder().encode(text),
        isJson ? "application/json" : "application/x-www-form-urlencoded"
      )
    )
    return yield* call(schema, address, request)
  })

export const make = ({ clientAt, endpoints, issuer, registration, templates }: OAuthSettings): OAuthServer => {
  const call = callerWith(clientAt)
  const post = posterWith(registration, call)
  const { tokenParameters = {} } = templates
  const { clientId } = registration
  const more = Object.fromEntries(
    Object.entries(tokenParameters).map(([name, template]) => [name, BankProfile.fillTemplate(template, { clientId })])
  )

  return {
    metadata: Effect.fnUntraced(function* (address) {
      if (endpoints !== undefined) {
        const stated: AuthorizationServerMetadata = {
          ...endpoints,
          pushedAuthorizationRequestEndpoint: undefined,
          hasIssuerParameter: false
        }
        return stated
      }
      const found = yield* call(WireMetadata, address, HttpClientRequest.get(address))
      const methods = found.code_challenge_methods_supported
      // PKCE is used even if the metadata does not mention it, because servers ignore unknown parameters (RFC 6749
      // §3.1).
      const hasMethod = !Array.isArray(methods) || methods.includes("S256")
      if ((issuer !== undefined && found.issuer !== issuer) || !hasMethod) {
        return yield* new BankResponseError({ reason: "OAUTH_METADATA" })
      }
      const alias = readText(readMember(found.mtls_endpoint_aliases, "token_endpoint"))
      const pushAlias = readText(readMember(found.mtls_endpoint_aliases, "pushed_authorization_request_endpoint"))
      const metadata: AuthorizationServerMetadata = {
        issuer: found.issuer,
        authorizationEndpoint: found.authorization_endpoint,
        tokenEndpoint: alias ?? found.token_endpoint,
        pushedAuthorizationRequestEndpoint: pushAlias ?? readText(found.pushed_authorization_request_endpoint),
        hasIssuerParameter: found.authorization_response_iss_parameter_supported === true
      }
      return metadata
    }),
    pushAuthorizationRequest: (endpoint, form) =>
      Effect.map(post(WirePushed, endpoint, form), ({ request_uri: uri }) => uri),
    pageAt: (address) =>
      Effect.map(call(WirePageLinks, address, HttpClientRequest.get(address)), (found) =>
        "url" in found ? found.url : found[0].url
      ),
    token: (endpoint, form) => post(WireToken, endpoint, { ...more, ...form }, templates.tokenFormat === "JSON")
  }
}
