/**
 * Runs the bank contract with every shipped profile, against a simulated bank that behaves as the profile says and
 * rejects requests that violate it.
 */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Banks } from "@sheaf/adapters-sandbox/testing"
import { AccountHoldingBanks, BankProfile, ShippedProfiles } from "@sheaf/ports"
import { accountHoldingBankContract } from "@sheaf/ports/testing"
import type { AccountHoldingBankRun } from "@sheaf/ports/testing"
import type { BankConsent } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import type { HttpClient } from "effect/http"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { banksWith, decoupledRequest, pressButton, redirectRequest } from "./SimulatedBanks.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-profiles-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const company = "se-fjallbanken"

const run = (run: Pick<AccountHoldingBankRun, "end" | "name" | "request"> & Partial<AccountHoldingBankRun>) => ({
  company,
  validDays: 60,
  ...run
})

const byApp: ReadonlyArray<AccountHoldingBankRun> = [
  run({ name: "in the app", request: decoupledRequest("199001012385"), end: { _tag: "Valid" } }),
  run({ name: "in the app, rejected", request: decoupledRequest("199002012392"), end: { _tag: "Rejected" } }),
  run({ name: "in the app, revoked", request: decoupledRequest("199002032390"), end: { _tag: "RevokedByPerson" } }),
  run({ name: "in the app, unanswered", request: decoupledRequest("199001012385"), end: { _tag: "Unanswered" } })
]

const byPage: ReadonlyArray<AccountHoldingBankRun> = (
  [
    ["approve", "Valid"],
    ["refuse", "Rejected"],
    ["cancel", "Unanswered"]
  ] as const
).map(([decision, _tag]) =>
  run({
    name: `on the page: ${decision}`,
    request: redirectRequest,
    end: { _tag },
    answer: (consent) => Effect.asVoid(pressButton(folder, decision)(consent))
  })
)

const returnUrl = "https://service.example/consents/return"

const bankOf = Effect.flatMap(AccountHoldingBanks, ({ find }) => Effect.map(find(company), Option.getOrThrow))

const answerByOAuth = (client: () => HttpClient.HttpClient, decision: string) =>
  Effect.fnUntraced(function* ({
    credentials = Redacted.make(""),
    redirectUrl = ""
  }: Pick<BankConsent, "credentials" | "redirectUrl">) {
    const bank = yield* bankOf
    const { searchParams } = yield* Banks.decideByOAuth(client(), redirectUrl, decision)
    const code = searchParams.get("code")
    if (code === null || bank.oauth === undefined) return undefined
    const iss = searchParams.get("iss") ?? ""
    return yield* bank.oauth.renew(yield* bank.oauth.acceptCode(credentials, { code: Redacted.make(code), iss }))
  })

const byOAuth = (client: () => HttpClient.HttpClient, isTokenAlone: boolean): ReadonlyArray<AccountHoldingBankRun> =>
  (
    [
      ["approve", "Valid"],
      ["refuse", isTokenAlone ? "Unanswered" : "Rejected"],
      ["cancel", "Unanswered"]
    ] as const
  ).map(([decision, _tag]) =>
    run({
      name: `with OAuth: ${decision}`,
      request: {
        ...redirectRequest,
        authorization: { _tag: "REDIRECT", returnUrl, registered: { returnUrl, state: "a-state" } }
      },
      end: { _tag },
      answer: answerByOAuth(client, decision),
      ...(isTokenAlone && { isTokenAlone })
    })
  )

const loggedIn = (client: () => HttpClient.HttpClient) =>
  Effect.gen(function* () {
    const { login } = yield* bankOf
    const page = yield* login?.({ returnUrl, state: "a-state" }, "a-login") ?? assert.fail("the bank has no login")
    return (yield* answerByOAuth(client, "approve")(page)) ?? assert.fail("no code")
  })

const runsOf = (
  { accountList, approaches, authentication, consent }: BankProfile.ResolvedProfile,
  client: () => HttpClient.HttpClient
): ReadonlyArray<AccountHoldingBankRun> => {
  const runs = runsByApproach(approaches, consent === "TOKEN", client)
  if (authentication.before === undefined) return runs
  // A bank that requires an account list grants the accounts that Sheaf lists.
  const granted = { accounts: Banks.accountCountOf(company, "customer") }
  return runs.map((each) => ({
    ...each,
    login: loggedIn(client),
    ...(accountList !== undefined && each.end._tag === "Valid" && { end: { ...each.end, granted } })
  }))
}

const runsByApproach = (
  approaches: ReadonlyArray<BankProfile.ScaApproach>,
  isTokenAlone: boolean,
  client: () => HttpClient.HttpClient
): ReadonlyArray<AccountHoldingBankRun> => [
  ...(approaches.includes("DECOUPLED") ? byApp : []),
  ...(approaches.includes("OAUTH") ? byOAuth(client, isTokenAlone) : []),
  // With OAuth, the person authorizes the consent at the authorization server, so the bank shows no page.
  ...(approaches.includes("REDIRECT") && !approaches.includes("OAUTH") ? byPage : [])
]

/** Other suites test the plain standard, which has all approaches. */
const deviating = [...ShippedProfiles.all].filter(([name]) => name !== "nextgenpsd2-1.3")

const runContract = (title: string, described: BankProfile.BankProfile) => {
  const profile = BankProfile.resolve(described)
  let found: HttpClient.HttpClient | undefined
  const client = () => found ?? assert.fail("the banks are not there yet")
  const banks = banksWith(folder, profile, (made) => (found = made))
  accountHoldingBankContract(title, banks, runsOf(profile, client))
}

for (const [name, profile] of deviating) runContract(`the profile ${name}`, profile)

const others: ReadonlyArray<readonly [name: string, own: BankProfile.BankProfile]> = [
  ["methods that the person chooses", { approaches: ["DECOUPLED"], scaMethods: { choice: "PERSON" } }],
  ["methods that Sheaf chooses", { approaches: ["DECOUPLED"], scaMethods: { choice: "FIRST", types: ["SMS_OTP"] } }],
  ["an id type", { approaches: ["DECOUPLED"], psuIdType: "SSN" }],
  ["a short history", { approaches: ["REDIRECT"], historyDays: 30 }],
  [
    "a client that authenticates with a secret",
    { approaches: ["OAUTH"], authentication: { grant: "client_credentials", method: "client_secret_basic" } }
  ]
]

for (const [name, own] of others) runContract(`a profile with ${name}`, BankProfile.extend(ShippedProfiles.plain, own))

describe("a shipped profile", () => {
  it.each([...ShippedProfiles.all])("names its bank, its sources and its state, and no secret: %s", (_, profile) => {
    const { authentication, bank, markets = [], sources = [], state } = profile
    assert.isDefined(bank)
    assert.isNotEmpty(markets)
    assert.isNotEmpty(sources)
    assert.strictEqual(state, "described")
    assert.notProperty(authentication ?? {}, "clientSecretFile")
  })
})
