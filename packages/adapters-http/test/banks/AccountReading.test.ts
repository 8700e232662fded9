/**
 * Accounts, balances and transactions in the shapes that banks document publicly, with invented values (decisions 10,
 * 21).
 */
import { assert, describe, it } from "@effect/vitest"
import { BankAccounts } from "@sheaf/ports"
import type { BankError } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Bank from "./ScriptedBank.ts"

const iban = "SE4550000000058398257466"
const pan = "525412******3241"
const accountsPath = "GET /v1/accounts"
const transactionsPath = "GET /v1/accounts/r-1/transactions"
const balancesPath = "GET /v1/accounts/r-1/balances"

const sek = (amount: string | number) => ({ amount, currency: "SEK" })
const balance = (balanceType: string, amount: string | number, more: object = {}) => ({
  balanceType,
  balanceAmount: sek(amount),
  ...more
})
const accounts = (...list: ReadonlyArray<object>): Bank.BankAnswer => ({ body: { accounts: list } })
const page = (booked: ReadonlyArray<object>, pending: ReadonlyArray<object> = [], next?: string): Bank.BankAnswer => ({
  body: {
    account: { iban },
    transactions: { booked, pending, ...Bank.links({ account: "/v1/accounts/r-1", ...(next && { next }) }) }
  }
})
const account = { resourceId: "r-1", iban, currency: "SEK" }
const noCards: Bank.Script = { "GET /v1/card-accounts": Bank.failing(404) }
const oneAccount: Bank.Script = {
  ...noCards,
  [accountsPath]: accounts(account),
  [balancesPath]: { body: { balances: [balance("interimBooked", "10.5")] } },
  [transactionsPath]: page([])
}
const there = { psuIpAddress: "192.0.2.17", psuUserAgent: "A browser" }

const reading = Effect.fnUntraced(function* (script: Bank.Script, scope = Bank.everything) {
  yield* TestClock.setTime(Date.parse("2026-03-31T08:00:00Z"))
  const { asked, bank } = yield* Bank.scripted({ ...oneAccount, ...script })
  const read = Effect.tap(bank.accounts("consent-1", scope, there), (found) =>
    Effect.map(Effect.orDie(Schema.decodeUnknownEffect(BankAccounts)(found)), (decoded) =>
      assert.deepStrictEqual(decoded, found)
    )
  )
  return { asked, read }
})

/** Reads the only account. */
const only = Effect.fnUntraced(function* (script: Bank.Script) {
  const [found, ...others] = yield* (yield* reading(script)).read
  assert.lengthOf(others, 0)
  return found ?? assert.fail("no account")
})

const transactionsIn = (script: Bank.Script) => Effect.map(only(script), ({ transactions = [] }) => transactions)

describe("a reading of accounts", () => {
  it.effect("sends the consent and the person's presence with every call, and dates", () =>
    Effect.gen(function* () {
      const { asked, read } = yield* reading({})
      assert.deepStrictEqual(yield* read, [
        {
          type: "PSD2_CHECKING_ACCOUNT",
          id: `${iban} SEK`,
          company: Bank.company,
          companyDisplayName: "Provbanken",
          accountId: iban,
          currency: "SEK",
          iban,
          bookedBalance: { amount: 10.5, currency: "SEK" },
          transactions: []
        }
      ])
      for (const { headers } of asked) {
        assert.deepInclude(headers, {
          "consent-id": "consent-1",
          "psu-ip-address": "192.0.2.17",
          "psu-user-agent": "A browser"
        })
      }
      assert.lengthOf(new Set(asked.map(({ headers }) => headers["x-request-id"])), asked.length)
      assert.includeMembers(
        asked.map(({ call }) => call),
        [`${transactionsPath}?bookingStatus=both&dateFrom=2025-03-31`]
      )
    })
  )

  it.effect("asks for nothing outside the scope", () =>
    Effect.gen(function* () {
      const scope = { type: "PSD2_AIS", accountIds: [iban], balances: true, transactions: false } as const
      const other = { resourceId: "r-2", iban: "SE7280000810340009783242", currency: "SEK" }
      const { asked, read } = yield* reading({ [accountsPath]: accounts(account, other) }, scope)
      const [found, ...others] = yield* read
      assert.lengthOf(others, 0)
      assert.notProperty(found, "transactions")
      assert.deepStrictEqual(
        asked.map(({ call }) => call),
        [accountsPath, balancesPath]
      )
    })
  )

  const shapes: ReadonlyArray<readonly [what: string, wire: object, record: object]> = [
    [
      "of a bank that names everything",
      {
        ...account,
        displayName: "Sparande",
        name: "eSpar",
        product: "Sparkonto",
        cashAccountType: "SVGS",
        bic: "ESSESESS",
        ownerName: "Maja  Testsson",
        status: "enabled",
        usage: "PRIV",
        linkedAccounts: "",
        _links: {}
      },
      {
        type: "PSD2_SAVINGS_ACCOUNT",
        accountName: "Sparande",
        productName: "Sparkonto",
        bic: "ESSESESS",
        holder: { name: "Maja Testsson" }
      }
    ],
    ["with null instead of absent members", { ...account, name: null, bic: null, product: "" }, {}],
    ["with an IBAN in groups", { ...account, iban: "se45 5000 0000 0583 9825 7466" }, {}],
    ["with members of other types", { ...account, name: 7, product: ["x"], bic: "?", ownerName: {} }, {}]
  ]
  for (const [what, wire, record] of shapes) {
    it.effect(`maps an account ${what}`, () =>
      Effect.gen(function* () {
        const { transactions: _, bookedBalance: __, ...found } = yield* only({ [accountsPath]: accounts(wire) })
        assert.deepStrictEqual(found, {
          type: "PSD2_CHECKING_ACCOUNT",
          id: `${iban} SEK`,
          company: Bank.company,
          companyDisplayName: "Provbanken",
          accountId: iban,
          currency: "SEK",
          iban,
          ...record
        })
      })
    )
  }

  it.effect("shows an account without IBAN under its national number", () =>
    Effect.gen(function* () {
      const found = yield* only({
        [accountsPath]: accounts({ resourceId: "r-1", bban: "50000000054910", currency: "SEK" })
      })
      assert.deepStrictEqual([found.accountId, found.iban], ["50000000054910", undefined])
    })
  )

  it.effect("tells the accounts of one number in several currencies apart, and keeps their record ids", () =>
    Effect.gen(function* () {
      const euro = { resourceId: "r-1", iban, currency: "EUR" }
      const { read } = yield* reading({ [accountsPath]: accounts(account, euro, euro) })
      const found = yield* read
      assert.deepStrictEqual(
        found.map(({ accountId, id }) => [accountId, id]),
        [
          [`${iban} SEK`, `${iban} SEK`],
          [`${iban} EUR`, `${iban} EUR`]
        ]
      )
    })
  )

  it.effect("drops closed accounts and loans, which are no payment accounts", () =>
    Effect.gen(function* () {
      const closed = { ...account, status: "deleted" }
      const { read } = yield* reading({ [accountsPath]: accounts(closed, { ...account, cashAccountType: "LOAN" }) })
      assert.deepStrictEqual(yield* read, [])
    })
  )

  const balances: ReadonlyArray<
    readonly [what: string, list: ReadonlyArray<object>, booked?: number | undefined, available?: number | undefined]
  > = [
    [
      "in real time",
      [balance("interimAvailable", "120.00"), balance("interimBooked", "100.00"), balance("closingBooked", "90")],
      100,
      120
    ],
    ["of yesterday and expected", [balance("expected", "-7.1"), balance("closingBooked", "+90")], 90, -7.1],
    [
      "with and without the credit limit",
      [
        balance("interimAvailable", "5", { creditLimitIncluded: false }),
        balance("interimAvailable", "50005", { creditLimitIncluded: true })
      ],
      undefined,
      50005
    ],
    ["as numbers", [balance("interimBooked", 1.25)], 1.25],
    [
      "in another currency than the account",
      [
        { balanceType: "interimBooked", balanceAmount: { amount: "1", currency: "EUR" } },
        balance("openingBooked", "2")
      ],
      2
    ],
    ["of kinds that Sheaf does not use", [balance("nonInvoiced", "3"), balance("theBanksOwn", "4")]]
  ]
  for (const [what, list, booked, available] of balances) {
    it.effect(`maps balances ${what}`, () =>
      Effect.gen(function* () {
        const found = yield* only({ [balancesPath]: { body: { balances: list } } })
        assert.deepStrictEqual([found.bookedBalance?.amount, found.availableBalance?.amount], [booked, available])
      })
    )
  }

  it.effect("reads card accounts, whose debits some banks show as positive amounts", () =>
    Effect.gen(function* () {
      const card = { resourceId: "c-1", maskedPan: pan, currency: "SEK", name: "Kortet", debitAccounting: true }
      const { read } = yield* reading({
        [accountsPath]: accounts(),
        "GET /v1/card-accounts": { body: { cardAccounts: [{ ...card, balances: [balance("nonInvoiced", "9")] }] } },
        "GET /v1/card-accounts/c-1/transactions": {
          body: {
            cardTransactions: {
              booked: [
                {
                  cardTransactionId: "t-1",
                  transactionAmount: sek("256.67"),
                  transactionDate: "2026-03-25",
                  bookingDate: "2026-03-26",
                  cardAcceptorAddress: { townName: "Luleå", country: "SE" },
                  transactionDetails: "KIOSKEN"
                }
              ],
              pending: [],
              ...Bank.links({ cardAccount: "/v1/card-accounts/c-1" })
            }
          }
        }
      })
      const [found] = yield* read
      assert.deepStrictEqual([found?.type, found?.accountId], ["PSD2_CREDIT_CARD", pan])
      assert.deepStrictEqual(found?.transactions, [
        {
          transactionId: "t-1",
          bookingDate: "2026-03-26",
          amount: { amount: -256.67, currency: "SEK" },
          creditorName: "Luleå",
          remittanceInformation: "KIOSKEN",
          status: "BOOKED"
        }
      ])
    })
  )

  it.effect("leaves out an account that vanishes between two calls", () =>
    Effect.gen(function* () {
      const { read } = yield* reading({
        [accountsPath]: accounts(account, { resourceId: "gone", iban: "SE7280000810340009783242", currency: "SEK" })
      })
      assert.lengthOf(yield* read, 1)
    })
  )
})

describe("transactions", () => {
  const booked = { transactionId: "t-1", bookingDate: "2026-03-01", transactionAmount: sek("-12.50") }
  const shown = {
    transactionId: "t-1",
    bookingDate: "2026-03-01",
    amount: { amount: -12.5, currency: "SEK" },
    status: "BOOKED"
  }
  const shapes: ReadonlyArray<readonly [what: string, wire: object, more: object]> = [
    [
      "with everything",
      {
        valueDate: "2026-03-02",
        creditorName: "Hyresvärden AB",
        debtorName: "Maja Testsson",
        endToEndId: "e-1",
        remittanceInformationUnstructured: "Hyra\n mars",
        balanceAfterTransaction: balance("interimBooked", "1"),
        bankTransactionCode: "PMNT-ICDT-STDO"
      },
      {
        valueDate: "2026-03-02",
        creditorName: "Hyresvärden AB",
        debtorName: "Maja Testsson",
        remittanceInformation: "Hyra mars"
      }
    ],
    [
      "with several lines of text",
      { remittanceInformationUnstructuredArray: ["OCR", "", "123"] },
      { remittanceInformation: "OCR 123" }
    ],
    [
      "with a structured reference",
      { remittanceInformationStructured: { reference: "RF18 539" } },
      { remittanceInformation: "RF18 539" }
    ],
    [
      "with a structured reference as a text",
      { remittanceInformationStructured: "539" },
      { remittanceInformation: "539" }
    ],
    ["with a time instead of a date", { bookingDate: "2026-03-01T23:59:59+01:00" }, {}],
    ["with dates that do not exist", { valueDate: "2026-02-30" }, {}],
    ["with null", { creditorName: null, remittanceInformationUnstructured: null }, {}]
  ]
  for (const [what, wire, more] of shapes) {
    it.effect(`are mapped ${what}`, () =>
      Effect.gen(function* () {
        const found: unknown = yield* transactionsIn({ [transactionsPath]: page([{ ...booked, ...wire }]) })
        assert.deepStrictEqual(found, [{ ...shown, ...more }])
      })
    )
  }

  it.effect("are read from all pages, in any form of the link to the next one", () =>
    Effect.gen(function* () {
      const next = `${transactionsPath}?page=`
      const list = (id: string) => [{ ...booked, transactionId: id }]
      const found = yield* transactionsIn({
        [transactionsPath]: page(list("a"), [], "/v1/accounts/r-1/transactions?page=2"),
        [`${next}2`]: page(list("b"), [], "v1/accounts/r-1/transactions?page=3"),
        [`${next}3`]: {
          body: { transactions: { booked: list("a") }, _links: { next: "/v1/accounts/r-1/transactions?page=4" } }
        },
        [`${next}4`]: page(list("c"))
      })
      assert.deepStrictEqual(
        found.map(({ transactionId }) => transactionId),
        ["a", "b", "c"]
      )
    })
  )

  it.effect("without identifiers have stable ones, also if identical ones follow", () =>
    Effect.gen(function* () {
      const { transactionId: _, ...coffee } = booked
      const idsOf = (list: ReadonlyArray<object>) =>
        Effect.map(transactionsIn({ [transactionsPath]: page(list) }), (found) =>
          found.map((each) => each.transactionId)
        )
      const first = yield* idsOf([coffee])
      const later = yield* idsOf([coffee, coffee, { ...coffee, bookingDate: "2026-03-02" }])
      assert.lengthOf(new Set(later), 3)
      assert.strictEqual(later[0], first[0])
    })
  )

  const pending = { transactionAmount: sek("-12.50"), creditorName: "Kiosken" }
  const pairs: ReadonlyArray<
    readonly [what: string, booked: object, pending: object, statuses: ReadonlyArray<string>]
  > = [
    ["the same identifier", { transactionId: "t" }, { transactionId: "t" }, ["BOOKED"]],
    ["the same facts and no identifier", {}, { valueDate: "2026-03-01" }, ["BOOKED"]],
    ["another amount", {}, { transactionAmount: sek("-13") }, ["BOOKED", "PENDING"]],
    ["a later date", {}, { valueDate: "2026-03-09" }, ["BOOKED", "PENDING"]],
    ["an identifier of its own", { transactionId: "t" }, { transactionId: "u" }, ["BOOKED", "PENDING"]]
  ]
  for (const [what, ofBooked, ofPending, statuses] of pairs) {
    it.effect(`that are pending with ${what} are ${statuses.length === 1 ? "dropped once booked" : "kept"}`, () =>
      Effect.gen(function* () {
        const found = yield* transactionsIn({
          [transactionsPath]: page(
            [{ ...pending, bookingDate: "2026-03-02", ...ofBooked }],
            [{ ...pending, ...ofPending }]
          )
        })
        assert.deepStrictEqual(
          found.map(({ status }) => status),
          statuses
        )
      })
    )
  }

  it.effect("that are pending without any date are expected on the day of the reading", () =>
    Effect.gen(function* () {
      const [found] = yield* transactionsIn({ [transactionsPath]: page([], [pending]) })
      assert.strictEqual(found?.bookingDate, "2026-03-31")
    })
  )

  const query = (days: string, status = "both") => `${transactionsPath}?bookingStatus=${status}&dateFrom=${days}`

  it.effect("of 90 days are read if the bank returns no older ones, and booked ones alone if need be", () =>
    Effect.gen(function* () {
      const found = yield* transactionsIn({
        [transactionsPath]: Bank.failing(400, "PARAMETER_NOT_SUPPORTED"),
        [query("2025-03-31", "booked")]: Bank.failing(400, "PERIOD_INVALID"),
        [query("2025-12-31", "booked")]: page([booked])
      })
      assert.lengthOf(found, 1)
    })
  )
})

describe("a bank's faulty response to a reading", () => {
  const rows: ReadonlyArray<readonly [what: string, script: Bank.Script, reason: BankError["reason"]]> = [
    ["accounts without a currency", { [accountsPath]: accounts({ resourceId: "r-1", iban }) }, "BROKEN"],
    ["an account's currency that is none", { [accountsPath]: accounts({ ...account, currency: "kr" }) }, "BROKEN"],
    ["no list", { [accountsPath]: { body: { accounts: {} } } }, "BROKEN"],
    ["too many accounts", { [accountsPath]: accounts(...Array.from({ length: 1001 }, () => account)) }, "BROKEN"],
    ["an amount with a comma", { [transactionsPath]: page([{ transactionAmount: sek("1,5") }]) }, "BROKEN"],
    ["an amount that is no number", { [transactionsPath]: page([{ transactionAmount: sek("NaN") }]) }, "BROKEN"],
    ["a transaction without an amount", { [transactionsPath]: page([{ transactionId: "t" }]) }, "BROKEN"],
    ["a next page on another host", { [transactionsPath]: page([], [], "https://evil.example/v1/next") }, "BROKEN"],
    ["a next page on another port", { [transactionsPath]: page([], [], "http://127.0.0.1:1/v1/next") }, "BROKEN"],
    ["a next page with another scheme", { [transactionsPath]: page([], [], "file:///etc/passwd") }, "BROKEN"],
    [
      "a redirect to another host",
      { [transactionsPath]: { status: 307, headers: { location: "https://evil.example" } } },
      "BROKEN"
    ],
    [
      "the same page again and again",
      { [transactionsPath]: page([], [], "/v1/accounts/r-1/transactions?page=2") },
      "BROKEN"
    ],
    [
      "an end of the consent in the middle",
      { [balancesPath]: Bank.failing(401, "CONSENT_EXPIRED") },
      "CONSENT_INVALID"
    ],
    ["401 in the middle", { [balancesPath]: Bank.failing(401) }, "REFUSED"],
    ["503 in the middle", { [transactionsPath]: Bank.failing(503) }, "UNREACHABLE"],
    ["the day's limit", { [accountsPath]: Bank.failing(429, "ACCESS_EXCEEDED") }, "LIMITED"],
    ["a fault of card accounts", { "GET /v1/card-accounts": Bank.failing(500) }, "BANK_ERROR"]
  ]
  for (const [what, script, reason] of rows) {
    it.effect(`with ${what} becomes ${reason}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* Bank.reasonOf((yield* reading(script)).read), reason)
      })
    )
  }

  it.effect("with endless pages ends after 100", () =>
    Effect.gen(function* () {
      const endless = Object.fromEntries(
        Array.from({ length: 150 }, (_, at) => [
          `${transactionsPath}?page=${at}`,
          page([], [], `/v1/accounts/r-1/transactions?page=${at + 1}`)
        ])
      )
      const { asked, read } = yield* reading({
        ...endless,
        [transactionsPath]: page([], [], "/v1/accounts/r-1/transactions?page=0")
      })
      assert.strictEqual(yield* Bank.reasonOf(read), "BROKEN")
      assert.isAtMost(asked.length, 103)
    })
  )
})
