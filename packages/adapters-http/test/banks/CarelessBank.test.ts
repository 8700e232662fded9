/** Tests responses from a careless bank. Sheaf keeps what it can read, and reports what it cannot (spec 10, 16). */
import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import {
  account,
  accounts,
  accountsPath,
  balance,
  balancesPath,
  iban,
  page,
  reading,
  readSingleAccount,
  sek,
  transactionsIn,
  transactionsPath
} from "./ScriptedAccounts.ts"

const test = testsOf(it, Effect.void)

const booked = { transactionId: "t-1", bookingDate: "2026-03-01", transactionAmount: sek("-12.50") }

describe("a careless bank's response", () => {
  const harmless: ReadonlyArray<readonly [what: string, script: Bank.Script]> = [
    ["with null in lists", { [accountsPath]: { body: { accounts: [null, account] } } }],
    ["with null instead of members", { [accountsPath]: accounts({ ...account, name: null, _links: null }) }],
    ["with an unknown type of account", { [accountsPath]: accounts({ ...account, cashAccountType: "ZZZZ" }) }],
    ["with an unknown status of an account", { [accountsPath]: accounts({ ...account, status: "dormant" }) }],
    ["with members of a later version", { [accountsPath]: accounts({ ...account, walletId: { a: [1] } }) }],
    [
      "of another Content-Type",
      { [accountsPath]: { ...accounts(account), headers: { "content-type": "text/plain" } } }
    ],
    ["without a Content-Type", { [accountsPath]: { ...accounts(account), headers: { "content-type": "" } } }],
    ["with a byte order mark", { [accountsPath]: { body: `\uFEFF${JSON.stringify({ accounts: [account] })}` } }]
  ]
  for (const [what, script] of harmless) {
    test(`${what} is read`, function* () {
      const found = yield* readSingleAccount(script)
      assert.deepStrictEqual([found.accountId, found.type], [iban, "PSD2_CHECKING_ACCOUNT"])
    })
  }

  const encodings = { br: brotliCompressSync, deflate: deflateSync, gzip: gzipSync, "X-GZIP": gzipSync }
  for (const [encoding, compress] of Object.entries(encodings)) {
    test(`in ${encoding} is decompressed even though Sheaf did not ask for it`, function* () {
      const found = yield* transactionsIn({
        [transactionsPath]: {
          headers: { "content-encoding": encoding },
          body: compress(JSON.stringify(page([booked]).body))
        }
      })
      assert.lengthOf(found, 1)
    })
  }

  test("that expands to more than Sheaf can hold makes one account lose its transactions", function* () {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 32))
    const { whole } = yield* reading({
      [transactionsPath]: { headers: { "content-encoding": "gzip" }, body: bomb }
    })
    const { accounts: found, missing } = yield* quietly(whole)
    assert.deepStrictEqual([found.length, missing.map(({ reason }) => reason)], [1, ["TOO_MUCH_DATA"]])
  })

  const empty: ReadonlyArray<readonly [what: string, body: unknown]> = [
    ["null instead of lists", { transactions: { booked: null, pending: null } }],
    ["null instead of transactions", { transactions: null }],
    ["empty lists", { transactions: { booked: [], pending: [] } }],
    ["an empty list of transactions", { transactions: [] }],
    ["no lists", { transactions: {} }],
    ["nothing", {}]
  ]
  for (const [what, body] of empty) {
    test(`with ${what} is an account without transactions`, function* () {
      assert.deepStrictEqual(yield* transactionsIn({ [transactionsPath]: { body } }), [])
    })
  }

  test("with an empty list of accounts is a person without accounts", function* () {
    const { read } = yield* reading({ [accountsPath]: accounts() })
    assert.deepStrictEqual(yield* read, [])
  })

  test("with an endless list of accounts is broken", function* () {
    const next = (at: number) => Bank.links({ next: `/v1/accounts?page=${at}` })
    const pages = Array.from({ length: 30 }, (_, at) => [
      `${accountsPath}?page=${at}`,
      { body: { accounts: [], ...next(at + 1) } }
    ])
    const { asked, read } = yield* reading({
      ...Object.fromEntries(pages),
      [accountsPath]: { body: { accounts: [account], ...next(0) } }
    })
    assert.strictEqual(yield* Bank.reasonOf(read), "BROKEN")
    assert.isAtMost(asked.length, 21)
  })

  test("with two accounts of one id keeps both", function* () {
    const other = { ...account, iban: "SE7280000810340009783242" }
    const { read } = yield* reading({ [accountsPath]: accounts(account, other) })
    assert.deepStrictEqual(
      (yield* read).map(({ accountId }) => accountId),
      [iban, other.iban]
    )
  })

  test("with different transactions of one id keeps them all, under the same ids in every reading", function* () {
    const twin = { ...booked, transactionAmount: sek("-99.00") }
    const pending = [{ ...twin, transactionId: "p-1" }, booked].map((each) => ({ ...each, transactionId: "p-1" }))
    const read = transactionsIn({ [transactionsPath]: page([booked, twin, booked], pending) })
    const [first, again] = [yield* read, yield* read]
    assert.sameDeepMembers(
      first.map(({ amount, status }) => [status, amount.amount]),
      [
        ["PENDING", -99],
        ["PENDING", -12.5],
        ["BOOKED", -12.5],
        ["BOOKED", -99]
      ]
    )
    assert.lengthOf(new Set(first.map(({ transactionId }) => transactionId)), 4)
    assert.deepStrictEqual(again, first)
  })

  test("with amounts as numbers and dates with a time keeps both", function* () {
    const [found] = yield* transactionsIn({
      [transactionsPath]: page([
        { ...booked, transactionAmount: sek(-12.5), bookingDate: "2026-03-01T23:30:00.000+02:00", valueDate: null }
      ])
    })
    assert.deepStrictEqual([found?.amount.amount, found?.bookingDate], [-12.5, "2026-03-01"])
  })

  test("with 10,000 transactions on one page keeps them all", function* () {
    const all = Array.from({ length: 10_000 }, (_, at) => ({ ...booked, transactionId: `t-${at}` }))
    assert.lengthOf(yield* transactionsIn({ [transactionsPath]: page(all) }), 10_000)
  })

  test("with null among very many entries keeps the entries", function* () {
    const body = { transactions: { booked: [null, booked, ...Array.from({ length: 200_000 }, () => null)] } }
    assert.lengthOf(yield* transactionsIn({ [transactionsPath]: { body } }), 1)
  })

  const lossy: ReadonlyArray<readonly [what: string, script: Bank.Script, missing: object, accounts?: number]> = [
    [
      "a link to the next page that is not a URL",
      { [transactionsPath]: page([booked], [], "https://[") },
      { part: "TRANSACTIONS", reason: "INVALID_DATA" }
    ],
    [
      "an amount that a number cannot hold exactly",
      { [balancesPath]: { body: { balances: [balance("interimBooked", "123456789012345.67")] } } },
      { part: "BALANCES", reason: "INVALID_DATA" }
    ],
    [
      "an amount of twenty digits as a number",
      { [transactionsPath]: page([booked, { ...booked, transactionAmount: sek(2 ** 64) }]) },
      { part: "TRANSACTIONS", reason: "INVALID_DATA" }
    ],
    [
      "a transaction in a currency that does not exist",
      { [transactionsPath]: page([booked, { ...booked, transactionAmount: { amount: "1", currency: "ZZZ" } }]) },
      { part: "TRANSACTIONS", reason: "INVALID_DATA" }
    ],
    [
      "a balance in a currency that does not exist",
      {
        [balancesPath]: {
          body: { balances: [{ balanceType: "expected", balanceAmount: { amount: "1", currency: "ZZZ" } }] }
        }
      },
      { part: "BALANCES", reason: "INVALID_DATA" }
    ],
    [
      "an account in a currency that does not exist",
      { [accountsPath]: accounts(account, { ...account, resourceId: "r-2", bban: "5839825746", currency: "ZZZ" }) },
      { part: "ACCOUNT", reason: "INVALID_DATA" }
    ],
    [
      "thousands of balances",
      { [balancesPath]: { body: { balances: Array.from({ length: 5_000 }, () => balance("expected", "1")) } } },
      { part: "BALANCES", reason: "TOO_MUCH_DATA" }
    ]
  ]
  for (const [what, script, expected] of lossy) {
    test(`with ${what} loses nothing else, and tells what is missing`, function* () {
      const { accounts: found, missing } = yield* quietly((yield* reading(script)).whole)
      assert.deepStrictEqual(
        missing.map(({ accountId: _, product: __, ...each }) => each),
        [expected]
      )
      assert.lengthOf(found, 1)
    })
  }

  test("with thousands of accounts of one number keeps as many as Sheaf holds, under distinct ids", function* () {
    const listed = (from: number) =>
      Array.from({ length: 1_000 }, (_, at) => ({ ...account, resourceId: `r-${from + at}`, balances: [] }))
    const next = `${accountsPath.slice("GET ".length)}?page=2`
    const script = {
      [accountsPath]: { body: { accounts: listed(0), ...Bank.links({ next }) } },
      [`GET ${next}`]: accounts(...listed(1_000))
    }
    const { whole } = yield* reading(script, { type: "PSD2_AIS", balances: false, transactions: false })
    const { accounts: found, missing } = yield* whole
    assert.lengthOf(new Set(found.map(({ accountId }) => accountId)), 1_000)
    assert.deepStrictEqual(
      missing.map(({ part, reason }) => [part, reason]),
      [["ACCOUNT", "TOO_MUCH_DATA"]]
    )
  })

  test("with the whole number of a card masks it", function* () {
    const found = yield* readSingleAccount({
      [accountsPath]: accounts({ resourceId: "r-1", currency: "SEK", maskedPan: "5254 1234 5678 3241" })
    })
    assert.notInclude(JSON.stringify(found), "12345678")
    assert.strictEqual(found.maskedPan, "525412******3241")
  })

  test("with an account number in the place of an error code keeps it out of the error", function* () {
    const { bank } = yield* Bank.makeScriptedBank({ "GET /v1/consents/consent-1/status": Bank.failing(400, iban) })
    const { cause } = yield* Effect.flip(bank.status("consent-1"))
    assert.strictEqual(String(cause), "BankStatusError: the bank responded with 400")
  })

  test("of HTML with an unsuccessful status counts by its status", function* () {
    const html = { headers: { "content-type": "text/html" }, body: "<html><h1>503</h1></html>" }
    const read = (status: number) =>
      Effect.flatMap(reading({ [accountsPath]: { ...html, status } }), ({ read: found }) => Bank.reasonOf(found))
    assert.strictEqual(yield* read(503), "UNREACHABLE")
    assert.strictEqual(yield* read(400), "REFUSED")
  })

  test("with a balance of an unknown type keeps the others", function* () {
    const found = yield* readSingleAccount({
      [balancesPath]: { body: { balances: [balance("theBanksOwn", "1"), balance("closingBooked", "2")] } }
    })
    assert.strictEqual(found.bookedBalance?.amount, 2)
  })

  const statuses = [
    ["VALID", "valid"],
    ["Valid", "valid"],
    ["RECEIVED", "received"],
    ["PARTIALLY_AUTHORISED", "partiallyAuthorised"],
    ["partiallyAuthorized", "partiallyAuthorised"],
    ["revokedByPSU", "revokedByPsu"],
    ["TERMINATED_BY_TPP", "terminatedByTpp"]
  ] as const
  for (const [text, status] of statuses) {
    test(`with the consentStatus ${text} is ${status}`, function* () {
      const { bank } = yield* Bank.makeScriptedBank({
        ...Bank.grantedResponse({ allPsd2: "allAccounts" }, { consentStatus: text }),
        "GET /v1/consents/consent-1/status": Bank.statusOf(text)
      })
      assert.strictEqual((yield* bank.status("consent-1")).status, status)
    })
  }

  test("with a consentStatus that nobody knows is broken", function* () {
    const { bank } = yield* Bank.makeScriptedBank({ "GET /v1/consents/consent-1/status": Bank.statusOf("perhaps") })
    assert.strictEqual(yield* Bank.reasonOf(bank.status("consent-1")), "BROKEN")
  })
})
