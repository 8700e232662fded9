/** Tests the bank check with banks that match their profile and banks that do not (docs/banks.md). */
import { assert, describe, it } from "@effect/vitest"
import { BankProfile } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as BankCheck from "../../src/banks/BankCheck.ts"
import * as Advice from "../../src/banks/BankCheckAdvice.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import * as OAuth from "./oauth/ScriptedOAuth.ts"

const test = testsOf(it, Effect.void)

const about = ["$schema", "extends", "bank", "markets", "sources", "state", "limitations", "version", "delta"]

const post = "POST /v1/consents"
const page = "https://login.provbanken.example/consent/1"
const account = {
  resourceId: "r-1",
  iban: "SE4550000000058398257466",
  currency: "SEK",
  balances: [{ balanceAmount: { amount: "1.00", currency: "SEK" }, balanceType: "closingBooked" }]
}
const transaction = (more: object) => ({
  transactionAmount: { amount: "-1.00", currency: "SEK" },
  bookingDate: "2026-03-30",
  creditorName: "Kiosk",
  ...more
})
const report = (...booked: ReadonlyArray<object>) => ({ body: { transactions: { booked } } })

const fitting: Bank.Script = {
  [post]: Bank.createdResponse(),
  ...Bank.grantedResponse(),
  "GET /v1/accounts": { body: { accounts: [account] } },
  "GET /v1/card-accounts": Bank.failing(404),
  "GET /v1/accounts/r-1/transactions": report(transaction({ transactionId: "t-1" })),
  "DELETE /v1/consents/consent-1": { status: 204 }
}

const walk = Effect.fnUntraced(function* (
  { asked, bank }: Pick<Effect.Success<ReturnType<typeof Bank.makeScriptedBank>>, "asked" | "bank">,
  request: BankCheck.BankCheckOptions["request"],
  finalAddress?: string
) {
  const lines: Array<string> = []
  const shown: Array<string> = []
  const options: BankCheck.BankCheckOptions = {
    request,
    patienceMillis: 60_000,
    report: (finding) =>
      Effect.sync(() => {
        const side = finding.outcome === "OK" ? "" : ` ${finding.side}`
        lines.push(`${finding.outcome} ${finding.step}${side}: ${finding.text}`)
      }),
    showPage: (address) => Effect.sync(() => shown.push(address ?? "the bank's app")),
    showChallenge: ({ information = "" }) => {
      shown.push(information)
      return Effect.asVoid(Effect.forkDetach(TestClock.adjust("1 second")))
    },
    answerQuestion: (question) =>
      Effect.succeed(question._tag === "Choice" ? (question.methods.at(-1)?.id ?? "") : "123456"),
    readReturn: finalAddress === undefined ? Effect.die("no code is needed") : Effect.succeed(finalAddress)
  }
  const failed = yield* Effect.match(BankCheck.run(bank, options), {
    onFailure: ({ step }) => step,
    onSuccess: () => undefined
  })
  const deleted = asked.filter(({ call }) => call.startsWith("DELETE")).map(({ call }) => call.split("/").at(-1))
  return { deleted, failed, lines, shown }
}, quietly)

const check = (script: Bank.Script, finalAddress?: string) =>
  Effect.flatMap(Bank.makeScriptedBank({ ...fitting, ...script }), (made) => walk(made, Bank.request, finalAddress))

const ended = (status: string) => ({
  "GET /v1/consents/consent-1/status": [Bank.statusOf("valid"), Bank.statusOf(status)]
})

describe("the check of a bank", () => {
  test("reports nothing but OK if everything fits", function* () {
    const { failed, lines, shown } = yield* check(ended("terminatedByTpp"))
    assert.isUndefined(failed)
    assert.deepStrictEqual(
      lines.filter((line) => !line.startsWith("OK ")),
      []
    )
    assert.lengthOf(lines, 7)
    assert.deepStrictEqual(shown, [page])
  })

  test("lets the person log in first, if the profile says so, and uses the token for everything", function* () {
    const authentication = { before: "CONSENT", personScope: "psd2" } as const
    const made = yield* Bank.makeScriptedBank(
      { ...fitting, ...ended("terminatedByTpp"), "POST /token": OAuth.tokens({ scope: "psd2" }) },
      (origin) => ({
        profile: { authentication },
        clientId: "a",
        authentication: { authorizationUrl: `${origin}/authorize`, tokenUrl: `${origin}/token` }
      })
    )
    const { failed, lines, shown } = yield* walk(made, OAuth.request, `${OAuth.returnUrl}?code=c&state=a-state`)
    assert.deepStrictEqual([failed, lines.filter((line) => !line.startsWith("OK "))], [undefined, []])
    assert.deepStrictEqual(
      shown.map((each) => each.split("?")[0]),
      [`${made.server.origin}/authorize`, page]
    )
    const created = made.asked.filter(({ call }) => call === post)
    assert.deepStrictEqual(new Set(created.map(({ headers }) => headers.authorization)), new Set(["Bearer at-1"]))
  })

  test("confirms the authorization with the code in the final address, if the bank requires it", function* () {
    const confirmation = "/v1/consents/consent-1/authorisations/auth-1"
    const script = {
      ...ended("terminatedByTpp"),
      [post]: Bank.createdResponse(Bank.links({ scaRedirect: page, confirmation })),
      [`PUT ${confirmation}`]: { body: { scaStatus: "finalised" } }
    }
    const { failed, lines } = yield* check(script, "https://app.example/?confirmationCode=code-1")
    assert.isUndefined(failed, lines.join("\n"))
    assert.isTrue(
      lines.every((line) => line.startsWith("OK ")),
      lines.join("\n")
    )
    for (const query of ["result=approved", "code=code-1", "confirmationCode=code-1&confirmationCode=code-2"]) {
      const without = yield* check(script, `https://app.example/?${query}`)
      assert.strictEqual(without.failed, "authorization")
      assert.include(
        without.lines.at(-1),
        "no code in the parameter `confirmationCode` or `authConfirmationCode`",
        query
      )
    }
  })

  test("takes the code of an authorization server only with the state of the request", function* () {
    const rows: ReadonlyArray<readonly [query: string, says: string | undefined]> = [
      ["code=code-1&state=a-state", undefined],
      ["code=code-1&state=a-state&confirmationCode=code-2", undefined],
      ["confirmationCode=code-1", "another state"],
      ["confirmationCode=code-1&state=another", "another state"],
      ["confirmationCode=code-1&state=a-state", "returned no code"]
    ]
    for (const [query, says] of rows) {
      const made = yield* OAuth.makeScriptedOAuth({ script: ended("terminatedByTpp") })
      const issuer = encodeURIComponent(made.server.origin)
      const address = `${OAuth.returnUrl}?${query}&iss=${issuer}`
      const { failed, lines } = yield* walk(made, OAuth.request, address)
      assert.strictEqual(failed, says === undefined ? undefined : "authorization", lines.join("\n"))
      if (says !== undefined) assert.include(lines.at(-1), says, query)
      const exchanged = made.asked.filter(({ body }) => body.includes("grant_type=authorization_code"))
      assert.deepStrictEqual(
        exchanged.map(({ body }) => new URLSearchParams(body).get("code")),
        says === undefined ? ["code-1"] : []
      )
    }
  })

  test("shows only the last page of a bank that creates two consents for one request, and ends the first", function* () {
    const second = { ...Bank.links({ scaRedirect: `${page}0` }), consentId: "consent-2" }
    const { deleted, lines, shown } = yield* check({
      [post]: [Bank.createdResponse(), Bank.createdResponse(second)],
      "GET /v1/consents/consent-2/status": Bank.statusOf("rejected")
    })
    assert.include(
      lines,
      "DEVIATES consent BANK: A repeated request with the same X-Request-ID created a second consent."
    )
    assert.deepStrictEqual(shown, [`${page}0`])
    assert.sameMembers(deleted, ["consent-1", "consent-2"])
  })

  const deviations: ReadonlyArray<readonly [what: string, script: Bank.Script, says: string]> = [
    [
      "a shorter consent",
      Bank.grantedResponse(undefined, { validUntil: "2026-04-05" }),
      "DEVIATES status BANK: The consent ends on 2026-04-05, but 2026-09-30 was requested."
    ],
    [
      "less access",
      Bank.grantedResponse({ balances: [] }),
      "DEVIATES status BANK: The bank does not grant transactions."
    ],
    [
      "no accounts",
      { "GET /v1/accounts": { body: { accounts: [] } } },
      "DEVIATES accounts BANK: 1 list has no account that Sheaf can use."
    ],
    [
      "different ids in each reading",
      {
        "GET /v1/accounts/r-1/transactions": report(transaction({ transactionId: "t-1" })),
        "GET /v1/accounts": [
          { body: { accounts: [account] } },
          { body: { accounts: [{ ...account, resourceId: "r-2" }] } }
        ],
        "GET /v1/accounts/r-2/transactions": report(transaction({ transactionId: "t-2" }))
      },
      "DEVIATES accounts BANK: Two readings have different transactions. Their ids are not stable, or new ones arrived."
    ],
    ["a consent that survives", {}, "DEVIATES revocation BANK: The consent is still valid after its deletion."]
  ]
  for (const [what, script, says] of deviations) {
    test(`reports ${what}, and continues`, function* () {
      const { failed, lines } = yield* check(script)
      assert.isUndefined(failed)
      assert.include(lines, says)
    })
  }

  test("reports why a part of an account is missing", function* () {
    const { lines } = yield* check({ "GET /v1/accounts/r-1/transactions": Bank.failing(405, "SERVICE_BLOCKED") })
    assert.include(lines, "DEVIATES accounts BANK: TRANSACTIONS cannot be read: NOT_SUPPORTED.")
  })

  test("answers which method and which code, and shows what the app needs, even while it waits", function* () {
    const authorizations = "/v1/consents/consent-1/authorisations"
    const methods = ["m-1", "m-2"].map((id) => ({ authenticationMethodId: id, authenticationType: "PUSH_OTP" }))
    const made = yield* Bank.makeScriptedBank(
      {
        ...fitting,
        "GET /v1/consents/consent-1/status": [
          Bank.statusOf("received"),
          Bank.statusOf("valid"),
          Bank.statusOf("rejected")
        ],
        [`GET ${authorizations}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
        [`POST ${authorizations}`]: {
          status: 201,
          body: { authorisationId: "a-1", scaStatus: "received", scaMethods: methods }
        },
        [`PUT ${authorizations}/a-1`]: [
          { body: { scaStatus: "scaMethodSelected", challengeData: { otpFormat: "integer" } } },
          { body: { scaStatus: "started", psuMessage: "Open the app" } }
        ],
        [`GET ${authorizations}/a-1`]: { body: { scaStatus: "started", psuMessage: "Confirm in the app" } }
      },
      { approach: "DECOUPLED" }
    )
    const authorization = { _tag: "DECOUPLED", personalNumber: Redacted.make("199001012385") } as const
    const { failed, lines, shown } = yield* walk(made, { ...Bank.request, authorization })
    assert.isUndefined(failed, lines.join("\n"))
    assert.deepStrictEqual(shown, ["the bank's app", "Open the app", "Confirm in the app"])
    const sent = made.asked.filter(({ call }) => /^(?:POST|PUT) .*authorisations/.test(call))
    assert.deepStrictEqual(
      sent.map(({ body }) => body),
      ["{}", '{"authenticationMethodId":"m-2"}', '{"scaAuthenticationData":"123456"}']
    )
    for (const { headers } of sent) assert.strictEqual(headers["psu-ip-address"], Bank.request.psuIpAddress)
  })

  const failures: ReadonlyArray<readonly [what: string, script: Bank.Script, step: string, says: string]> = [
    [
      "a page at another host",
      { [post]: Bank.createdResponse(Bank.links({ scaRedirect: "https://another.example/" })) },
      "consent",
      "FAILED consent CONFIGURATION: the bank's response cannot be used: PAGE_ADDRESS."
    ],
    [
      "another address than the bank's",
      { [post]: Bank.failing(404) },
      "consent",
      "FAILED consent CONFIGURATION: The server has no consents at this address. Check `url`, which must not end with the path prefix, and the " +
        "profile's `pathPrefix` and `paths`."
    ],
    [
      "no page",
      { [post]: Bank.createdResponse({}) },
      "consent",
      "FAILED consent EITHER: the bank's response cannot be used: NO_PAGE."
    ],
    [
      "a consent that the person refuses",
      { "GET /v1/consents/consent-1/status": Bank.statusOf("rejected") },
      "authorization",
      "FAILED authorization EITHER: The consent is rejected."
    ],
    [
      "accounts that the bank rejects",
      { "GET /v1/accounts": Bank.failing(403, "SERVICE_BLOCKED") },
      "accounts",
      "FAILED accounts EITHER: the bank responded with 403 SERVICE_BLOCKED."
    ]
  ]
  for (const [what, script, step, says] of failures) {
    test(`ends at ${what}`, function* () {
      const { deleted, failed, lines } = yield* check(script)
      assert.strictEqual(failed, step)
      assert.isTrue(lines.at(-1)?.startsWith(says), lines.join("\n"))
      assert.deepStrictEqual(deleted, step === "consent" ? [] : ["consent-1"])
    })
  }

  const expressible: ReadonlyArray<readonly [status: number, code: string | undefined, members: string]> = [
    [400, "FORMAT_ERROR", "`headers`, `query`, `psuHeaders`, `psuIdType`"],
    [400, "PARAMETER_NOT_SUPPORTED", "`approaches`"],
    [400, "PERIOD_INVALID", "`consentDays`, `historyDays`"],
    [401, "TOKEN_UNKNOWN", "`authentication`, with the grant `client_credentials`"],
    [401, "SIGNATURE_INVALID", "`signature`"],
    [401, undefined, "`authentication`"],
    [400, "OUR_OWN_CODE", "`errors`"],
    [404, undefined, "`pathPrefix` and `paths`"]
  ]
  for (const [status, code, members] of expressible) {
    test(`names the members of a profile that can express ${status} ${code ?? ""}`, function* () {
      const { lines } = yield* check({ [post]: Bank.failing(status, code) })
      assert.include(lines.at(-1), members)
    })
  }

  it("can name every member of a profile that expresses a deviation", () => {
    const schemas = [BankProfile.BankProfile, BankProfile.Authentication, BankProfile.Signature]
    const members = schemas.flatMap(({ fields }) => Object.keys(fields))
    const said = Advice.all.join(" ")
    const unsaid = members.filter((name) => !about.includes(name) && !said.includes(`\`${name}\``))
    assert.deepStrictEqual(unsaid, [])
  })
})
