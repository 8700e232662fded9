/** Tests how far back Sheaf reads transactions, and what happens if a bank rejects the period (spec 10, 16). */
import { assert, describe, it } from "@effect/vitest"
import { ShippedProfiles } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Predicate } from "effect"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import { account, accounts, accountsPath, iban, page, reading, sek, transactionsPath } from "./ScriptedAccounts.ts"
import type { ReadingChanges } from "./ScriptedAccounts.ts"

const test = testsOf(it, Effect.void)

describe("the history of an account", () => {
  const booked = { transactionId: "t-1", bookingDate: "2026-03-01", transactionAmount: sek("-1") }
  /** Half past midnight on March 31 in the bank's time zone. */
  const now = Date.parse("2026-03-30T22:30:00Z")
  const dated = (day: string) => `${transactionsPath}?bookingStatus=both&dateFrom=${day}`
  const { plain } = ShippedProfiles
  const sca = { ...plain, historyBeyond: "NEEDS_SCA", historyDays: 180, historyMinutes: 10 } as const
  const [year, known, certain] = ["2025-03-31", "2025-10-03", "2026-01-01"] as const

  const rows: ReadonlyArray<
    readonly [
      what: string,
      changes: ReadingChanges,
      accepted: string,
      refusal: Bank.BankResponse,
      answer: ReadonlyArray<string>
    ]
  > = [
    ["a year by default", {}, year, Bank.failing(400), [year]],
    [
      "90 days, today included, after a refusal",
      {},
      certain,
      Bank.failing(400, "PERIOD_INVALID"),
      [certain, "NOT_OFFERED"]
    ],
    [
      "90 days after a refusal with any code",
      {},
      certain,
      Bank.failing(403, "SERVICE_BLOCKED"),
      [certain, "NOT_OFFERED"]
    ],
    ["90 days after a refusal without a code", {}, certain, Bank.failing(422), [certain, "NOT_OFFERED"]],
    ["90 days if older ones need the person", {}, certain, Bank.failing(401), [certain, "AUTHENTICATION_REQUIRED"]],
    ["the days of the profile", { profile: { ...plain, historyDays: 180 } }, known, Bank.failing(400), [known]],
    [
      "no older ones than the bank gives to absent people",
      { profile: sca },
      known,
      Bank.failing(400),
      [known, "AUTHENTICATION_REQUIRED"]
    ],
    [
      "a year right after the authentication",
      { profile: sca, authenticatedAt: now - 599_999 },
      year,
      Bank.failing(401),
      [year]
    ],
    [
      "what is certain later",
      { profile: sca, authenticatedAt: now - 600_000 },
      known,
      Bank.failing(401),
      [known, "AUTHENTICATION_REQUIRED"]
    ],
    [
      "what is certain for an account that needs its own authentication",
      { profile: sca, authenticatedAt: now },
      known,
      Bank.failing(401),
      [known, "AUTHENTICATION_REQUIRED"]
    ],
    [
      "90 days after the bank's own code for periods",
      { profile: { ...plain, errors: { HISTORY_RANGE: "PERIOD" } } },
      certain,
      Bank.failing(409, "HISTORY_RANGE"),
      [certain, "NOT_OFFERED"]
    ]
  ]
  for (const [what, changes, accepted, refusal, answer] of rows) {
    test(`is ${what}`, function* () {
      const script = { [transactionsPath]: refusal, [dated(accepted)]: page([booked]) }
      const [found] = yield* (yield* reading(script, Bank.fullScope, { now, ...changes })).read
      assert.lengthOf(found?.transactions ?? [], 1)
      assert.deepStrictEqual(
        [found?.transactionsFrom, found?.olderTransactions].filter(Predicate.isNotUndefined),
        answer
      )
    })
  }

  test("is asked for once if the refusal is not about the period", function* () {
    for (const refusal of [Bank.failing(404), Bank.failing(429), Bank.failing(405)]) {
      const { asked, whole } = yield* reading({ [transactionsPath]: refusal })
      yield* quietly(whole)
      assert.lengthOf(
        asked.filter(({ call }) => call.startsWith(transactionsPath)),
        1
      )
    }
  })

  test("is asked for once if there is no shorter period, and only this account lacks its transactions", function* () {
    const code = "Statement requires SCA"
    const other = { resourceId: "r-2", iban: "SE7280000810340009783242", currency: "SEK" }
    const profile = { ...sca, historyDays: 90, errors: { [code]: "NEEDS_SCA" } } as const
    const script = {
      [accountsPath]: accounts(account, other),
      [transactionsPath]: Bank.failing(401, code),
      "GET /v1/accounts/r-2/balances": { body: { balances: [] } },
      "GET /v1/accounts/r-2/transactions": page([booked])
    }
    const { asked, whole } = yield* reading(script, Bank.fullScope, { now, profile })
    const found = yield* quietly(whole)
    assert.deepStrictEqual(
      found.accounts.map(({ transactions }) => transactions?.length),
      [undefined, 1]
    )
    assert.deepStrictEqual(found.missing, [
      { product: "PSD2_AIS", accountId: iban, part: "TRANSACTIONS", reason: "COMPANY_ERROR" }
    ])
    assert.lengthOf(
      asked.filter(({ call }) => call.startsWith(transactionsPath)),
      1
    )
  })

  test("has the other party, the date and the text where the profile finds them", function* () {
    const fields = { payee: ["counter.name", "payee"], date: ["dates.booked"], text: ["narrative"] } as const
    const wire = { ...booked, dates: { booked: "2026-02-28T10:00:00Z" }, narrative: "Kaffe" }
    const { read } = yield* reading(
      {
        [transactionsPath]: page([
          { ...wire, payee: "Kiosken" },
          { ...wire, transactionId: "t-2", transactionAmount: sek("5"), counter: { name: "Per" } }
        ])
      },
      Bank.fullScope,
      { profile: { ...plain, fields } }
    )
    const [found] = yield* read
    assert.deepStrictEqual(
      found?.transactions?.map((each) => [
        each.bookingDate,
        each.creditorName,
        each.debtorName,
        each.remittanceInformation
      ]),
      [
        ["2026-02-28", "Kiosken", undefined, "Kaffe"],
        ["2026-02-28", undefined, "Per", "Kaffe"]
      ]
    )
  })
})
