/** Tests reading transactions from responses in banks' documented formats, some of them faulty (spec 10, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { MissingData } from "@sheaf/domain/FailureReason"
import type { BankError } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import {
  iban,
  accountsPath,
  transactionsPath,
  balancesPath,
  sek,
  balance,
  accounts,
  page,
  account,
  reading,
  transactionsIn
} from "./ScriptedAccounts.ts"

const test = testsOf(it, Effect.void)

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
        remittanceInformationStructured: "539",
        remittanceInformationStructuredArray: [{ reference: "539" }, { reference: "RF18 539", referenceType: "SCOR" }],
        balanceAfterTransaction: balance("interimBooked", "1"),
        bankTransactionCode: "PMNT-ICDT-STDO",
        proprietaryBankTransactionCode: "BG",
        purposeCode: "RENT",
        entryReference: "b-1",
        mandateId: "m-1",
        creditorId: "SE97ZZZ1234",
        checkId: "c-1",
        creditorAccount: { iban: "se35 5000 0000 0549 1000 0003", currency: "SEK" },
        creditorAgent: "ESSESESS",
        ultimateCreditor: "Fastighetsbolaget",
        debtorAccount: { pan: "5254120000003241", msisdn: "46700000000" },
        debtorAgent: "SWEDSESS",
        ultimateDebtor: "Per Testsson",
        additionalInformation: "Stående överföring",
        batchNumberOfTransactions: 3
      },
      {
        valueDate: "2026-03-02",
        creditorName: "Hyresvärden AB",
        debtorName: "Maja Testsson",
        remittanceInformation: "Hyra mars",
        remittanceInformationStructured: ["539", "RF18 539"],
        endToEndId: "e-1",
        balanceAfterTransaction: { balanceType: "interimBooked", balanceAmount: { amount: 1, currency: "SEK" } },
        bankTransactionCode: "PMNT-ICDT-STDO",
        proprietaryBankTransactionCode: "BG",
        purposeCode: "RENT",
        entryReference: "b-1",
        mandateId: "m-1",
        creditorId: "SE97ZZZ1234",
        checkId: "c-1",
        creditorAccount: { iban: "SE3550000000054910000003", currency: "SEK" },
        creditorAgent: "ESSESESS",
        ultimateCreditor: "Fastighetsbolaget",
        debtorAccount: { maskedPan: "525412******3241" },
        debtorAgent: "SWEDSESS",
        ultimateDebtor: "Per Testsson",
        additionalInformation: "Stående överföring",
        batchNumberOfTransactions: 3
      }
    ],
    [
      "of a card abroad",
      {
        cardAcceptorId: "4401772",
        cardAcceptorAddress: {
          streetName: "Rue Bleue",
          buildingNumber: "8",
          townName: "Paris",
          postCode: "75009",
          country: "FR"
        },
        cardAcceptorPhone: "+33 1",
        terminalId: "T1",
        merchantCategoryCode: "5942",
        originalAmount: { amount: "1.10", currency: "EUR" },
        grandTotalAmount: sek("12.80"),
        markupFee: sek("0.30"),
        markupFeePercentage: "0.3",
        currencyExchange: [
          {
            sourceCurrency: "EUR",
            targetCurrency: "SEK",
            unitCurrency: "EUR",
            exchangeRate: "11.3636",
            quotationDate: "2026-02-28",
            contractIdentification: "x"
          },
          { exchangeRate: "1,5" }
        ],
        invoiced: false
      },
      {
        creditorName: "Paris",
        cardAcceptor: {
          id: "4401772",
          terminalId: "T1",
          phone: "+33 1",
          streetAddress: "Rue Bleue 8",
          postalCode: "75009",
          city: "Paris",
          country: "FR"
        },
        merchantCategoryCode: "5942",
        originalAmount: { amount: 1.1, currency: "EUR" },
        grandTotalAmount: { amount: 12.8, currency: "SEK" },
        markupFee: { amount: 0.3, currency: "SEK" },
        markupFeePercentage: 0.3,
        currencyExchange: [
          {
            sourceCurrency: "EUR",
            targetCurrency: "SEK",
            unitCurrency: "EUR",
            exchangeRate: 11.3636,
            quotationDate: "2026-02-28",
            contractIdentification: "x"
          }
        ],
        invoiced: false
      }
    ],
    [
      "with details of other types",
      { creditorAccount: "SE", originalAmount: { amount: "x" }, currencyExchange: {}, invoiced: "no", mandateId: 7 },
      {}
    ],
    [
      "with several lines of text",
      { remittanceInformationUnstructuredArray: ["OCR", "", "123"] },
      { remittanceInformation: "OCR 123" }
    ],
    [
      "with a structured reference",
      { remittanceInformationStructured: { reference: "RF18 539" } },
      { remittanceInformation: "RF18 539", remittanceInformationStructured: ["RF18 539"] }
    ],
    [
      "with a structured reference as a string",
      { remittanceInformationStructured: "539" },
      { remittanceInformation: "539", remittanceInformationStructured: ["539"] }
    ],
    ["with a time instead of a date", { bookingDate: "2026-03-01T23:59:59+01:00" }, {}],
    ["with the time in UTC at the bank's midnight", { bookingDate: "2026-02-28T23:00:00Z" }, {}],
    ["with the last date of all", { valueDate: "9999-12-31T23:59:59Z" }, { valueDate: "9999-12-31" }],
    ["with dates that do not exist", { valueDate: "2026-02-30" }, {}],
    ["with null", { creditorName: null, remittanceInformationUnstructured: null }, {}]
  ]
  for (const [what, wire, more] of shapes) {
    test(`are mapped ${what}`, function* () {
      const found: unknown = yield* transactionsIn({ [transactionsPath]: page([{ ...booked, ...wire }]) })
      assert.deepStrictEqual(found, [{ ...shown, ...more }])
    })
  }

  test("are read from all pages, in any form of the link to the next one", function* () {
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

  test("without identifiers have stable ones, even if identical transactions follow", function* () {
    const { transactionId: _, ...coffee } = booked
    const idsOf = (list: ReadonlyArray<object>) =>
      Effect.map(transactionsIn({ [transactionsPath]: page(list) }), (found) => found.map((each) => each.transactionId))
    const first = yield* idsOf([coffee])
    const later = yield* idsOf([coffee, coffee, { ...coffee, bookingDate: "2026-03-02" }])
    assert.lengthOf(new Set(later), 3)
    assert.strictEqual(later[0], first[0])
  })

  const pending = { transactionAmount: sek("-12.50"), creditorName: "Kiosken" }
  const pairs: ReadonlyArray<
    readonly [what: string, booked: object, pending: object, statuses: ReadonlyArray<string>]
  > = [
    ["the same identifier", { transactionId: "t" }, { transactionId: "t" }, ["BOOKED"]],
    ["the same facts and no identifier", {}, { valueDate: "2026-03-01" }, ["BOOKED"]],
    ["another amount", {}, { transactionAmount: sek("-13") }, ["PENDING", "BOOKED"]],
    ["a later date", {}, { valueDate: "2026-03-09" }, ["PENDING", "BOOKED"]],
    ["an identifier of its own", { transactionId: "t" }, { transactionId: "u" }, ["PENDING", "BOOKED"]]
  ]
  for (const [what, ofBooked, ofPending, statuses] of pairs) {
    test(`that are pending with ${what} are ${statuses.length === 1 ? "dropped once booked" : "kept"}`, function* () {
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
  }

  test("that are pending without any date are expected on the day of the reading", function* () {
    const [found] = yield* transactionsIn({ [transactionsPath]: page([], [pending]) })
    assert.strictEqual(found?.bookingDate, "2026-03-31")
  })

  const query = (days: string, status = "both") => `${transactionsPath}?bookingStatus=${status}&dateFrom=${days}`

  test("of 90 days are read if the bank returns no older ones, and only booked ones if necessary", function* () {
    const found = yield* transactionsIn({
      [transactionsPath]: Bank.failing(400, "PARAMETER_NOT_SUPPORTED"),
      [query("2025-03-31", "booked")]: Bank.failing(400, "PERIOD_INVALID"),
      [query("2026-01-01", "booked")]: page([booked])
    })
    assert.lengthOf(found, 1)
  })
})

describe("a bank's faulty response to a reading", () => {
  const rows: ReadonlyArray<readonly [what: string, script: Bank.Script, reason: BankError["reason"]]> = [
    ["no list", { [accountsPath]: { body: { accounts: {} } } }, "BROKEN"],
    ["a page of HTML instead of the list", { [accountsPath]: { body: "<html>Maintenance</html>" } }, "BROKEN"],
    ["too many accounts", { [accountsPath]: accounts(...Array.from({ length: 1001 }, () => account)) }, "BROKEN"],
    [
      "an end of the consent in the middle",
      { [balancesPath]: Bank.failing(401, "CONSENT_EXPIRED") },
      "CONSENT_INVALID"
    ],
    ["a certificate that the bank rejects", { [balancesPath]: Bank.failing(403, "CERTIFICATE_REVOKED") }, "BROKEN"],
    ["a fault of card accounts", { "GET /v1/card-accounts": Bank.failing(500) }, "BANK_ERROR"]
  ]
  for (const [what, script, reason] of rows) {
    test(`with ${what} becomes ${reason}`, function* () {
      assert.strictEqual(yield* Bank.reasonOf((yield* reading(script)).read), reason)
    })
  }

  const ok = { transactionId: "t-1", bookingDate: "2026-03-01", transactionAmount: sek("-1") }
  const second = `${transactionsPath}?page=2`
  const toSecond = page([ok], [], "/v1/accounts/r-1/transactions?page=2")
  const html: Bank.BankResponse = { headers: { "content-type": "text/html" }, body: "<html>Sorry</html>" }
  const pages: ReadonlyArray<readonly [what: string, script: Bank.Script, kept: number | undefined]> = [
    ["an amount with a comma", { [transactionsPath]: page([ok, { transactionAmount: sek("1,5") }]) }, 1],
    ["an amount that is not a number", { [transactionsPath]: page([ok, { transactionAmount: sek("NaN") }]) }, 1],
    ["a transaction without an amount", { [transactionsPath]: page([ok, { transactionId: "t" }]) }, 1],
    ["a transaction that is a text", { [transactionsPath]: page([ok, Object("<b>")]) }, 1],
    ["a next page on another host", { [transactionsPath]: page([ok], [], "https://evil.example/v1/next") }, 1],
    ["a next page on another port", { [transactionsPath]: page([ok], [], "http://127.0.0.1:1/v1/next") }, 1],
    ["a next page with another scheme", { [transactionsPath]: page([ok], [], "file:///etc/passwd") }, 1],
    ["a next page that is the first page", { [second]: toSecond, [transactionsPath]: toSecond }, 1],
    ["a next page of HTML", { [transactionsPath]: toSecond, [second]: html }, 1],
    [
      "a redirect to another host",
      { [transactionsPath]: { status: 307, headers: { location: "https://evil.example" } } },
      undefined
    ],
    ["HTML", { [transactionsPath]: html }, undefined],
    ["a list instead of an object", { [transactionsPath]: { body: [ok] } }, undefined]
  ]
  for (const [what, script, kept] of pages) {
    test(`with ${what} keeps ${kept === undefined ? "the account" : "the other transactions"} and reports the rest`, function* () {
      const { accounts: found, missing } = yield* quietly((yield* reading(script)).whole)
      assert.deepStrictEqual([found.length, found[0]?.transactions?.length], [1, kept])
      assert.deepStrictEqual(missing, [
        { product: "PSD2_AIS", accountId: iban, part: "TRANSACTIONS", reason: "INVALID_DATA" }
      ])
    })
  }
})

describe("a reading of too many transactions", () => {
  const tooMuch = (...accountIds: ReadonlyArray<string>) =>
    accountIds.map((accountId): MissingData => ({
      product: "PSD2_AIS",
      accountId,
      part: "TRANSACTIONS",
      reason: "TOO_MUCH_DATA"
    }))

  const small = { transactionAmount: sek(1) }
  const certain = "bookingStatus=both&dateFrom=2026-01-01"

  /** Creates a script with one account for each count of transactions. `more` is added to each transaction. */
  const bankWith = (counts: ReadonlyArray<number>, more: object = {}): Bank.Script => {
    const known = counts.map((count, at) => ({ count, resourceId: `r-${at + 1}` }))
    const pages = known.map(({ count, resourceId }) => [
      `GET /v1/accounts/${resourceId}/transactions`,
      page(Array.from({ length: count }, (_, at) => ({ transactionId: `t-${at}`, ...small, ...more })))
    ])
    return {
      [accountsPath]: accounts(
        ...known.map(({ resourceId }, at) => ({ resourceId, bban: `${1000 + at}`, currency: "SEK", balances: [] }))
      ),
      ...Object.fromEntries(
        known.map(({ resourceId }) => [`GET /v1/accounts/${resourceId}/balances`, { body: { balances: [] } }])
      ),
      ...Object.fromEntries(pages)
    }
  }

  const countsOf = Effect.fnUntraced(function* (script: Bank.Script) {
    const { asked, whole } = yield* reading(script)
    const { accounts, missing } = yield* whole
    return { asked, missing, counts: accounts.map(({ transactions = [] }) => transactions.length) }
  })

  test("ends after 100 pages of an account", function* () {
    const endless = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [
        `${transactionsPath}?page=${at}`,
        page([{ transactionId: `t-${at}`, ...small }], [], `/v1/accounts/r-1/transactions?page=${at + 1}`)
      ])
    )
    const first = page([], [], "/v1/accounts/r-1/transactions?page=0")
    const { asked, counts, missing } = yield* countsOf({ ...endless, [transactionsPath]: first })
    assert.deepStrictEqual([counts, missing], [[99], tooMuch(iban)])
    assert.isAtMost(asked.length, 103)
  })

  test("keeps 10,000 transactions of an account, and all transactions of the others", function* () {
    const { counts, missing } = yield* countsOf(bankWith([3, 10_001, 9_000]))
    assert.deepStrictEqual([counts, missing], [[3, 10_000, 9_000], tooMuch("1001")])
  })

  test("asks again for fewer days if the bank lists the oldest first, and so reaches the newest", function* () {
    const days = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...small,
        transactionId: `t-${from + at}`,
        bookingDate: new Date(Date.parse("2025-04-01") + (from + at) * 2_500_000).toISOString().slice(0, 10)
      }))
    const [oldest, newest] = [page(days(0, 10_001)), page(days(9_900, 600))]
    const script = { [transactionsPath]: oldest, [`${transactionsPath}?${certain}`]: newest }
    const { whole } = yield* reading(script)
    const { accounts: [found] = [], missing, positions } = yield* whole
    assert.deepStrictEqual([found?.transactions?.length, found?.transactionsFrom], [600, "2026-01-01"])
    assert.deepStrictEqual([missing, positions], [tooMuch(iban), [{ accountId: iban, bookedOn: "2026-01-29" }]])
    const newestFirst = { ...script, [transactionsPath]: page(days(0, 10_001).toReversed()) }
    assert.deepStrictEqual((yield* countsOf(newestFirst)).counts, [10_000])
    // Replaced transactions do not count toward the combined limit of all accounts.
    const three = [1, 2, 3].flatMap((at) => {
      const path = `GET /v1/accounts/r-${at}/transactions`
      return [[path, oldest] as const, [`${path}?${certain}`, newest] as const]
    })
    const { counts } = yield* countsOf({ ...bankWith([0, 0, 0]), ...Object.fromEntries(three) })
    assert.deepStrictEqual(counts, [600, 600, 600])
  })

  test("keeps 20,000 transactions and every account, and asks for no further pages", function* () {
    const { asked, counts, missing } = yield* countsOf(bankWith(Array<number>(20).fill(9_999)))
    assert.isTrue(missing.every(({ reason }) => reason === "TOO_MUCH_DATA"))
    assert.strictEqual(missing.length, counts.filter((count) => count < 9_999).length)
    assert.lengthOf(counts, 20)
    const all = counts.reduce((sum, count) => sum + count)
    assert.strictEqual(all, 20_000)
    assert.isAtMost(asked.filter(({ call }) => call.includes("/transactions")).length, 6)
  })

  test("ends after 12 MiB, and skips a page of more than 8 MiB", function* () {
    const remittanceInformationUnstructured = "x".repeat(1024 * 1024)
    const large = yield* countsOf(bankWith([1, 9], { remittanceInformationUnstructured }))
    assert.deepStrictEqual([large.counts, large.missing], [[1, 0], tooMuch("1001")])
    const many = yield* countsOf(bankWith(Array<number>(12).fill(7), { remittanceInformationUnstructured }))
    assert.strictEqual(many.missing.length, many.counts.filter((count) => count < 7).length)
    assert.lengthOf(many.counts, 12)
    const kept = many.counts.reduce((sum, count) => sum + count)
    assert.isAtMost(kept, 5 * 7)
  })
})
