/** A scripted bank over real HTTP, with the message formats of NextGenPSD2 1.3.11 and invented values. */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { AccountHoldingBank, BankConsentRequest, BankError } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"
import * as TestServer from "../../src/testing/TestServer.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import { loopback } from "../outbound/ScriptedDns.ts"

/** A JSON value is serialized. A string or bytes are sent unchanged. */
export interface BankResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The bank receives the request but never responds. */
  readonly hangs?: true
}

export interface ReceivedRequest {
  readonly call: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Responses by method and path, such as `GET /v1/accounts`. The last response in a list repeats. */
export type Script = Readonly<Record<string, BankResponse | ReadonlyArray<BankResponse>>>

export const failing = (
  status: number,
  code?: string,
  headers: Readonly<Record<string, string>> = {}
): BankResponse => ({
  status,
  headers,
  body: code === undefined ? {} : { tppMessages: [{ category: "ERROR", code, text: "as the bank says" }] }
})

export const links = (members: Readonly<Record<string, string>>) => ({
  _links: Object.fromEntries(Object.entries(members).map(([name, href]) => [name, { href }]))
})

export const company = "se-provbanken"

export const createdResponse = (
  more: object = links({ scaRedirect: "https://login.provbanken.example/consent/1" })
) => ({
  status: 201,
  body: { consentStatus: "received", consentId: "consent-1", ...more }
})

export const statusOf = (consentStatus: string): BankResponse => ({ body: { consentStatus } })

export const grantedResponse = (access: object = { allPsd2: "allAccounts" }, more: object = {}): Script => ({
  "GET /v1/consents/consent-1/status": statusOf("valid"),
  "GET /v1/consents/consent-1": {
    body: {
      access,
      recurringIndicator: true,
      validUntil: "2026-09-30",
      frequencyPerDay: 4,
      lastActionDate: "2026-03-31",
      consentStatus: "valid",
      ...more
    }
  }
})

export const request: BankConsentRequest = {
  clientName: "Räknebyrån",
  scope: { type: "PSD2_AIS", balances: true, transactions: true },
  validUntil: "2026-09-30",
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  authorization: { _tag: "REDIRECT", returnUrl: "https://service.example/consents/return/a-state" }
}

export const fullScope = request.scope

export interface ScriptedOptions extends Partial<Omit<RemoteBanks.RemoteBankOptions, "profile">> {
  readonly profile?: BankProfile.BankProfile
  readonly approach?: BankProfile.ScaApproach
  readonly clientId?: string
}

export const optionsAt = (
  origin: string,
  { approach, clientId, profile = {}, ...more }: ScriptedOptions = {}
): RemoteBanks.RemoteBankOptions => ({
  baseUrl: origin,
  allowPrivateAddresses: true,
  timeoutMillis: 10_000,
  company,
  companyDisplayName: "Provbanken",
  profile: BankProfile.resolve(BankProfile.extend(ShippedProfiles.plain, { approaches: ["REDIRECT"], ...profile }), {
    approach,
    clientId
  }),
  redirectHosts: ["login.provbanken.example"],
  ...more
})

/** The script and the options can depend on the bank's origin. */
export const makeScriptedBank = Effect.fnUntraced(function* (
  script: Script | ((origin: string) => Script),
  options: ScriptedOptions | ((origin: string) => ScriptedOptions) = {}
) {
  let current: Script = {}
  const asked: Array<ReceivedRequest> = []
  const used = new Map<string, number>()
  const server = yield* TestServer.make((request, response) => {
    void TestServer.bodyOf(request).then((body) => {
      const [path = "", query] = (request.url ?? "").split("?", 2)
      const name = `${request.method} ${path}`
      const call = query === undefined ? name : `${name}?${query}`
      asked.push({ call, headers: request.headers, body })
      const found = current[call] ?? current[name] ?? failing(404, "RESOURCE_UNKNOWN")
      const answers: ReadonlyArray<BankResponse> = Array.isArray(found) ? found : [found]
      const index = used.get(call) ?? 0
      used.set(call, index + 1)
      const answer = answers[Math.min(index, answers.length - 1)] ?? {}
      const { body: json, hangs, headers = {}, status = 200 } = answer
      if (hangs === true) return
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(
        typeof json === "string" || json instanceof Uint8Array ? json : json === undefined ? "" : JSON.stringify(json)
      )
    })
  })
  current = typeof script === "function" ? script(server.origin) : script
  const described = optionsAt(server.origin, typeof options === "function" ? options(server.origin) : options)
  const made = yield* RemoteBanks.make([described]).pipe(Effect.provide(loopback))
  const bank: AccountHoldingBank = Option.getOrThrow(yield* made.banks.find(company))
  return { asked, bank, companies: made.companies, server }
})

export const reasonOf = (call: Effect.Effect<unknown, BankError>) =>
  Effect.map(Effect.flip(call), ({ reason }) => reason).pipe(quietly)
