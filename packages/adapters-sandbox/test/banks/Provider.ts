/** A test provider that speaks the banks' protocol in-process. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { HttpClient } from "effect/http"
import { randomUUID } from "node:crypto"
import * as ConsentFileStore from "../../src/banks/ConsentFileStore.ts"
import * as AuthorizationStore from "../../src/banks/oauth/AuthorizationStore.ts"
import type * as Accounts from "../../src/banks/protocol/AccountBodies.ts"
import type * as Consents from "../../src/banks/protocol/ConsentBodies.ts"
import * as BankApp from "../../src/banks/server/BankApp.ts"
import * as InProcessClient from "../../src/banks/server/InProcessClient.ts"
import { PageHost } from "../../src/banks/PageHost.ts"
import { temporaryFolder } from "./Banks.ts"

export const pages = new URL("https://pages.example")

export class Provider extends Context.Service<Provider, HttpClient.HttpClient>()("test/Provider") {}

export const banksWith = (options: BankApp.BankAppOptions) =>
  Layer.effect(
    Provider,
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const app = yield* BankApp.make(options).pipe(
        Effect.provide(Layer.merge(ConsentFileStore.layer({ folder }), AuthorizationStore.layer)),
        Effect.provideService(PageHost, { address: Effect.succeed(pages) })
      )
      return yield* InProcessClient.make(app)
    })
  )

/** Fjällbanken is served under `/v1`. */
export const banks = banksWith({ own: "se-fjallbanken" })

export interface SentRequest {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** If present, this is sent instead of `body`. */
  readonly text?: string
}

/**
 * The fields that successful responses can have. Their exact shapes are checked against the protocol's OpenAPI
 * document.
 */
type Body = Partial<
  typeof Consents.ConsentCreatedBody.Encoded &
    typeof Consents.ConsentInformationBody.Encoded &
    typeof Consents.AuthorizationStartBody.Encoded &
    typeof Consents.AuthorizationListBody.Encoded &
    typeof Accounts.AccountListBody.Encoded &
    typeof Accounts.CardAccountListBody.Encoded &
    typeof Accounts.TransactionsBody.Encoded &
    typeof Accounts.CardTransactionsBody.Encoded
>
const readBody = (text: string): Body => JSON.parse(text)
const readError = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      // Errors from the authorization server have a different shape.
      tppMessages: Schema.optionalKey(Schema.NonEmptyArray(Schema.Struct({ code: Schema.String })))
    })
  )
)

const defined = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Headers with the value `undefined` are omitted. */
export const send = Effect.fnUntraced(function* (
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { body, headers = {}, text }: SentRequest = {}
) {
  const client = yield* Provider
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  const request = HttpClientRequest.make(method)(new URL(path, "https://bank.example"), {
    headers: defined({ "x-request-id": randomUUID(), ...headers })
  }).pipe((each) =>
    content === undefined
      ? each
      : HttpClientRequest.bodyText(each, content, headers["content-type"] ?? "application/json")
  )
  const response = yield* Effect.orDie(client.execute(request))
  const received = yield* Effect.orDie(response.text)
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true
  return {
    status: response.status,
    headers: response.headers,
    text: received,
    body: isJson && response.status < 400 ? readBody(received) : {},
    code: response.status >= 400 && isJson ? readError(received).tppMessages?.[0].code : undefined
  }
})

export const device = { "psu-ip-address": "192.0.2.17" }

export const returnUri = "https://service.example/consents/return/a-state"

export const byRedirect = { ...device, "tpp-redirect-uri": returnUri }

export const byApp = (person: string) => ({ ...device, "psu-id": person, "tpp-decoupled-preferred": "true" })

export const dayAfter = (days: number) =>
  Effect.map(Clock.currentTimeMillis, (now) => new Date(now + days * 86_400_000).toISOString().slice(0, 10))

export const terms = Effect.fnUntraced(function* (part: object = {}) {
  return {
    access: { allPsd2: "allAccounts" },
    recurringIndicator: true,
    validUntil: yield* dayAfter(60),
    frequencyPerDay: 4,
    combinedServiceIndicator: false,
    ...part
  }
})

export const create = Effect.fnUntraced(function* (
  headers: SentRequest["headers"] = byRedirect,
  part: object = {},
  prefix = ""
) {
  return yield* send("POST", `${prefix}/v1/consents`, { headers, body: yield* terms(part) })
})

export const press = Effect.fnUntraced(function* (page: string, decision: string) {
  const { pathname } = new URL(page)
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  return yield* send("POST", pathname, { headers, text: `decision=${decision}` })
})
