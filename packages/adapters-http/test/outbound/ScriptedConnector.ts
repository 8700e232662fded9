/** A scripted connector over real HTTP, and its companies. */
import { it } from "@effect/vitest"
import { RemoteConnectors } from "@sheaf/adapters-http"
import type { ConnectorError, ConnectorRequest, Connectors, ConnectorSignal } from "@sheaf/ports"
import { Effect, Logger, Option, Redacted } from "effect"
import type { Scope } from "effect"
import { loopback } from "./ScriptedDns.ts"
import type { IncomingHttpHeaders } from "node:http"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ScriptedConnector {
  readonly url: string
  readonly server: TestServer.TestServer
  readonly asked: ReadonlyArray<ReceivedRequest>
  readonly answerWith: (...answers: ReadonlyArray<ScriptedResponses.ScriptedResponse>) => void
}

/** Answers each request with the next scripted response. Once all have been used, repeats the last one. */
export const make = Effect.fnUntraced(function* (answers: ReadonlyArray<ScriptedResponses.ScriptedResponse>) {
  const asked: Array<ReceivedRequest> = []
  let left = answers
  const server = yield* TestServer.make((request, response) => {
    void TestServer.bodyOf(request).then((body) => {
      asked.push({ path: request.url ?? "", headers: request.headers, body })
      const [next = ScriptedResponses.silence, ...others] = left
      if (others.length > 0) left = others
      next(response)
    })
  })
  const made: ScriptedConnector = {
    url: `${server.origin}/connectors/one`,
    server,
    asked,
    answerWith: (...others) => void (left = others)
  }
  return made
})

export const company: RemoteConnectors.RemoteCompany = {
  company: "ee-tammekindlustus",
  companyDisplayName: "Tamme Kindlustus",
  loginMethods: ["USERNAME_AND_PASSWORD"],
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
  wealth: []
}

export const bank: RemoteConnectors.RemoteCompany = {
  company: "fr-banque",
  companyDisplayName: "Banque",
  loginMethods: ["USERNAME_AND_PASSWORD", "EMAIL"],
  insurance: [],
  wealth: ["PEA"],
  psd2Ais: { balances: true, transactions: false },
  maximumConsentValidityDays: 90
}

export const order: ConnectorRequest = {
  company: company.company,
  products: ["INSURANCE"],
  loginMethod: "USERNAME_AND_PASSWORD",
  login: Redacted.make({ type: "USERNAME_PASSWORD", username: "the-username", password: "the-password" })
}

export type Options = Partial<RemoteConnectors.RemoteConnectorOptions> & { readonly baseUrl: string }

export const companiesAt = (options: Options) =>
  RemoteConnectors.make([
    { allowPrivateAddresses: true, timeoutMillis: 10_000, companies: [company], ...options }
  ]).pipe(Effect.provide(loopback))

export const tick: ConnectorSignal = { _tag: "Tick" }

export const makeScriptedConnector = Effect.fnUntraced(function* (
  answers: ReadonlyArray<ScriptedResponses.ScriptedResponse>,
  options: Partial<Options> = {}
) {
  const script = yield* make(answers)
  const { connector } = yield* findOf(yield* companiesAt({ baseUrl: script.url, ...options }))
  return { script, connector }
})

export const quietly = Effect.provide(Logger.layer([]))

export const quietTest = (title: string, body: () => Effect.fn.Return<void, unknown, Scope.Scope>) =>
  it.effect(title, () => Effect.gen(body).pipe(quietly))

export const reasonOf = (call: Effect.Effect<unknown, ConnectorError>) =>
  Effect.map(Effect.flip(call), ({ reason }) => reason).pipe(quietly)

export const firstOf = ({ asked: [first] }: ScriptedConnector): ReceivedRequest => {
  if (first === undefined) throw new Error("no request arrived")
  return first
}

export const findOf = (connectors: Connectors["Service"], id = company.company) =>
  Effect.map(connectors.find(id), Option.getOrThrow)
