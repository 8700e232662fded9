/** A scripted bank with OAuth and its authorization server, over real HTTP. */
import { assert } from "@effect/vitest"
import type { BankConsent } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import type { RemoteBankOptions } from "../../../src/banks/RemoteBanks.ts"
import * as Bank from "../ScriptedBank.ts"
import type { BankResponse, Script } from "../ScriptedBank.ts"

export const metadataPath = "/.well-known/oauth-authorization-server"

export const returnUrl = "https://service.example/consents/return"

export const request = {
  ...Bank.request,
  authorization: { _tag: "REDIRECT", returnUrl: `${returnUrl}/a-state`, registered: { returnUrl, state: "a-state" } }
} as const

const metadataAt = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize?tenant=1`,
  token_endpoint: `${origin}/token`,
  pushed_authorization_request_endpoint: `${origin}/par`,
  code_challenge_methods_supported: ["plain", "S256"],
  authorization_response_iss_parameter_supported: true
})

export const tokens = (more: object = {}): BankResponse => ({
  body: { access_token: "at-1", token_type: "bearer", expires_in: 3600, refresh_token: "rt-1", ...more }
})

export interface Overrides {
  readonly metadata?: object
  /** Overrides responses by method and path. They can depend on the server's origin. */
  readonly script?: Script | ((origin: string) => Script)
  readonly link?: string
  /** Clients that are registered at the bank under their own identity. */
  readonly clients?: RemoteBankOptions["clients"]
}

const oauthAt = (origin: string) => ({ issuer: origin, hosts: [] })

export const makeScriptedOAuth = ({ clients = {}, link, metadata = {}, script = {} }: Overrides = {}) =>
  Bank.makeScriptedBank(
    (origin) => ({
      "POST /v1/consents": Bank.createdResponse(Bank.links({ scaOAuth: link ?? `${origin}${metadataPath}` })),
      [`GET ${metadataPath}`]: { body: { ...metadataAt(origin), ...metadata } },
      "POST /par": { status: 201, body: { request_uri: "urn:request:1", expires_in: 60 } },
      "POST /token": tokens(),
      "DELETE /v1/consents/consent-1": { status: 204 },
      "GET /v1/accounts": { body: { accounts: [] } },
      "GET /v1/card-accounts": { body: { cardAccounts: [] } },
      ...Bank.grantedResponse(),
      ...(typeof script === "function" ? script(origin) : script)
    }),
    (origin) => ({ approach: "OAUTH", clientId: "PSDSE-FINA-1", oauth: oauthAt(origin), clients })
  )

export type ScriptedOAuth = Effect.Success<ReturnType<typeof makeScriptedOAuth>>

export const credentialsOf = ({ credentials }: BankConsent) => credentials ?? assert.fail("no credentials")

export const oauthOf = ({ bank }: ScriptedOAuth) => bank.oauth ?? assert.fail("the bank has no OAuth")

export const returnWithCode = Effect.fnUntraced(function* (made: ScriptedOAuth) {
  const consent = yield* made.bank.createConsent(request, "a-key")
  const response = { code: Redacted.make("code-1"), iss: made.server.origin }
  return yield* oauthOf(made).acceptCode(credentialsOf(consent), response)
})

export const authorizeConsent = Effect.fnUntraced(function* (made: ScriptedOAuth) {
  return yield* oauthOf(made).renew(yield* returnWithCode(made))
})

export const bearersOf = ({ asked }: ScriptedOAuth) =>
  asked.filter(({ call }) => call.includes("/v1/")).map(({ headers }) => headers.authorization)

export const formOf = ({ asked }: ScriptedOAuth, call: string) =>
  Object.fromEntries(new URLSearchParams(asked.findLast((each) => each.call === call)?.body))
