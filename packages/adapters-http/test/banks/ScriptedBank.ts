/** A scripted bank over real HTTP, with the shapes of NextGenPSD2 1.3.11 and invented values. */
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { AccountHoldingBank, BankConsentRequest, BankError } from "@sheaf/ports"
import { Effect, Option } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"
import * as TestServer from "../../src/testing/TestServer.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import { loopback } from "../outbound/ScriptedDns.ts"

/** A response: a JSON value, or a string or bytes sent as they are. */
export interface BankResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Present if the bank receives the request and never responds. */
  readonly hangs?: true
}

export interface ReceivedRequest {
  /** The method and the path with its query. */
  readonly call: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The responses by method and path, such as `GET /v1/accounts`. A list is used up to its last response. */
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

/** What a test changes in a bank's options: a profile as operators write it, and an approach and a client id of the entry. */
export interface ScriptedOptions extends Partial<Omit<RemoteBanks.RemoteBankOptions, "profile">> {
  readonly profile?: BankProfile.BankProfile
  readonly approach?: BankProfile.ScaApproach
  readonly clientId?: string
}

/** The options of a bank at this origin. */
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

/** Starts a bank with a script, and the adapter for it. Both can depend on the bank's origin. */
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

/** Returns the reason of a failed call. */
export const reasonOf = (call: Effect.Effect<unknown, BankError>) =>
  Effect.map(Effect.flip(call), ({ reason }) => reason).pipe(quietly)
