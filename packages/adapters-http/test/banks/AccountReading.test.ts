/** Tests accounts and balances in formats that banks document publicly, with invented values (spec 10, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { MissingData } from "@sheaf/domain/FailureReason"
import { ShippedProfiles } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import * as Bank from "./ScriptedBank.ts"
import {
  iban,
  pan,
  accountsPath,
  transactionsPath,
  balancesPath,
  sek,
  balance,
  accounts,
  account,
  reading,
  readSingleAccount,
  page,
  inVirtualTime
} from "./ScriptedAccounts.ts"

const test = testsOf(it, Effect.void)

describe("a reading of accounts", () => {
  test("sends the consent and the person's device with every call, and limits transactions by date", function* () {
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
        balances: [{ balanceType: "interimBooked", balanceAmount: { amount: 10.5, currency: "SEK" } }],
        transactions: [],
        transactionsFrom: "2025-03-31"
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

  test("asks for nothing outside the scope", function* () {
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

  test("covers an account by any of its numbers, and names it as the scope does", function* () {
    const bban = "50000000058398257466"
    const scope = { ...Bank.fullScope, accountIds: [bban] }
    const { read } = yield* reading({ [accountsPath]: accounts({ ...account, bban }) }, scope)
    assert.deepStrictEqual(
      (yield* read).map(({ accountId, id }) => [accountId, id]),
      [[bban, `${iban} SEK`]]
    )
  })

  test("reports the accounts within the scope that the bank omits", function* () {
    const accountIds = [iban, "SE7280000810340009783242", pan]
    const { whole } = yield* reading({}, { ...Bank.fullScope, accountIds })
    const { accounts: found, missing } = yield* whole
    assert.lengthOf(found, 1)
    assert.deepStrictEqual(
      missing,
      accountIds
        .slice(1)
        .map((accountId) => ({ product: "PSD2_AIS", part: "ACCOUNT", reason: "COMPANY_ERROR", accountId }))
    )
  })

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
        details: "Fasträntekonto",
        ownerNames: [{ name: "Maja Testsson", role: "owner" }, "Per Testsson", { role: "?" }],
        _links: {}
      },
      {
        type: "PSD2_SAVINGS_ACCOUNT",
        accountName: "Sparande",
        productName: "Sparkonto",
        bic: "ESSESESS",
        holder: { name: "Maja Testsson" },
        owners: [{ name: "Maja Testsson", role: "owner" }, { name: "Per Testsson" }],
        cashAccountType: "SVGS",
        usage: "PRIV",
        accountStatus: "enabled",
        details: "Fasträntekonto"
      }
    ],
    ["with null instead of absent members", { ...account, name: null, bic: null, product: "" }, {}],
    ["with an IBAN in groups", { ...account, iban: "se45 5000 0000 0583 9825 7466" }, {}],
    ["with members of other types", { ...account, name: 7, product: ["x"], bic: "?", ownerName: {} }, {}]
  ]
  for (const [what, wire, record] of shapes) {
    test(`maps an account ${what}`, function* () {
      const {
        transactions: _,
        bookedBalance: __,
        balances: ___,
        transactionsFrom: ____,
        ...found
      } = yield* readSingleAccount({ [accountsPath]: accounts(wire) })
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
  }

  test("shows an account without IBAN under its national number", function* () {
    const found = yield* readSingleAccount({
      [accountsPath]: accounts({ resourceId: "r-1", bban: "50000000054910", currency: "SEK" })
    })
    assert.deepStrictEqual([found.accountId, found.iban], ["50000000054910", undefined])
  })

  test("distinguishes accounts with one number in several currencies, and keeps their record ids", function* () {
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

  test("drops closed accounts and loans, which are not payment accounts", function* () {
    const closed = { ...account, status: "DELETED" }
    const { read } = yield* reading({ [accountsPath]: accounts(closed, { ...account, cashAccountType: "LOAN" }) })
    assert.deepStrictEqual(yield* read, [])
  })

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
    test(`maps balances ${what}`, function* () {
      const found = yield* readSingleAccount({ [balancesPath]: { body: { balances: list } } })
      assert.deepStrictEqual([found.bookedBalance?.amount, found.availableBalance?.amount], [booked, available])
    })
  }

  test("returns all balances with their times, and the credit limit", function* () {
    const euro = { balanceType: "nonInvoiced", balanceAmount: { amount: "-0", currency: "EUR" } }
    const list = [
      balance("closingBooked", "2", {
        referenceDate: "2026-03-30T00:00:00",
        lastChangeDateTime: "2026-03-30T20:00:00+02:00",
        lastCommittedTransaction: "e-7",
        creditLimitIncluded: false
      }),
      { ...euro, lastChangeDateTime: "yesterday", referenceDate: "2026-02-30" }
    ]
    const found = yield* readSingleAccount({
      [accountsPath]: accounts({ ...account, creditLimit: sek("50000"), linkedAccounts: "SE45" }),
      [balancesPath]: { body: { balances: list } }
    })
    assert.deepStrictEqual(found.balances, [
      {
        balanceType: "closingBooked",
        balanceAmount: { amount: 2, currency: "SEK" },
        creditLimitIncluded: false,
        referenceDate: "2026-03-30",
        lastChangeDateTime: "2026-03-30T18:00:00.000Z",
        lastCommittedTransaction: "e-7"
      },
      { balanceType: "nonInvoiced", balanceAmount: { amount: 0, currency: "EUR" } }
    ])
    assert.deepStrictEqual([found.creditLimit?.amount, found.linkedAccounts], [50000, "SE45"])
  })

  test("prefers the balances that the profile prefers", function* () {
    const profile = {
      ...ShippedProfiles.plain,
      balances: { booked: ["openingBooked"], available: ["theBanksOwn"] }
    } as const
    const list = [balance("interimBooked", "1"), balance("openingBooked", "2"), balance("theBanksOwn", "3")]
    const { read } = yield* reading({ [balancesPath]: { body: { balances: list } } }, Bank.fullScope, { profile })
    const [found] = yield* read
    assert.deepStrictEqual([found?.bookedBalance?.amount, found?.availableBalance?.amount], [2, 3])
  })

  test("reads card accounts, whose debits some banks show as positive amounts", function* () {
    const card = { resourceId: "c-1", maskedPan: pan, currency: "SEK", name: "Kortet", debitAccounting: true }
    const { read } = yield* reading({
      [accountsPath]: accounts(),
      "GET /v1/card-accounts": {
        body: {
          cardAccounts: [{ ...card, balances: [balance("interimBooked", "9"), balance("interimAvailable", "91")] }]
        }
      },
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
    assert.deepStrictEqual([found?.bookedBalance?.amount, found?.availableBalance?.amount], [-9, 91])
    assert.strictEqual(found?.balances?.[0]?.balanceAmount.amount, 9)
    assert.deepStrictEqual(found?.transactions, [
      {
        transactionId: "t-1",
        bookingDate: "2026-03-26",
        amount: { amount: -256.67, currency: "SEK" },
        creditorName: "Luleå",
        remittanceInformation: "KIOSKEN",
        status: "BOOKED",
        transactionDate: "2026-03-25",
        cardAcceptor: { city: "Luleå", country: "SE" }
      }
    ])
  })

  const other = { resourceId: "r-2", iban: "SE7280000810340009783242", currency: "SEK" }
  const second = "GET /v1/accounts/r-2"
  const faults: ReadonlyArray<
    readonly [
      what: string,
      answer: Bank.BankResponse | ReadonlyArray<Bank.BankResponse>,
      reason?: MissingData["reason"]
    ]
  > = [
    ["an unknown account", Bank.failing(404, "RESOURCE_UNKNOWN"), "COMPANY_ERROR"],
    ["a refusal", Bank.failing(403, "SERVICE_BLOCKED"), "COMPANY_ERROR"],
    ["a used-up limit", Bank.failing(429, "ACCESS_EXCEEDED"), "LIMIT_EXCEEDED"],
    ["a lasting error", Bank.failing(500), "COMPANY_ERROR"],
    ["an error that passes", [Bank.failing(502), Bank.failing(500), page([])]],
    ["a short limit", [Bank.failing(429, undefined, { "retry-after": "5" }), page([])]],
    ["an outage", Bank.failing(503), "COMPANY_UNREACHABLE"],
    ["a response that never arrives", { hangs: true }, "COMPANY_UNREACHABLE"]
  ]
  for (const [what, answer, reason] of faults) {
    test(`keeps an account and its balances after ${what}, and all of the other account`, function* () {
      const { whole } = yield* reading({
        [accountsPath]: accounts(account, other),
        [`${second}/balances`]: { body: { balances: [balance("interimBooked", "2")] } },
        [`${second}/transactions`]: answer
      })
      const { accounts: found, missing } = yield* inVirtualTime(whole)
      assert.deepStrictEqual(
        found.map((each) => [each.bookedBalance?.amount, each.transactions]),
        [
          [10.5, []],
          [2, reason === undefined ? [] : undefined]
        ]
      )
      assert.deepStrictEqual(
        missing,
        reason === undefined ? [] : [{ product: "PSD2_AIS", accountId: other.iban, part: "TRANSACTIONS", reason }]
      )
    })
  }

  test("keeps the transactions of an account without balances", function* () {
    const broken = { balances: [balance("interimBooked", "1"), { balanceType: "expected" }] }
    const { whole } = yield* reading({ [balancesPath]: { body: broken } })
    const { accounts: found, missing } = yield* whole
    assert.deepStrictEqual([found[0]?.bookedBalance?.amount, found[0]?.transactions], [1, []])
    assert.deepStrictEqual(missing, [
      { product: "PSD2_AIS", accountId: iban, part: "BALANCES", reason: "INVALID_DATA" }
    ])
  })

  const unusable: ReadonlyArray<readonly [what: string, wire: object, known: object]> = [
    ["without a currency", { ...other, currency: null }, { accountId: other.iban }],
    ["with an invalid currency code", { ...other, currency: "kr" }, { accountId: other.iban }],
    ["without any number", { currency: "SEK", name: "Konto" }, {}]
  ]
  for (const [what, wire, known] of unusable) {
    test(`reports an account ${what} as missing`, function* () {
      const { whole } = yield* reading({ [accountsPath]: accounts(account, wire) })
      const { accounts: found, missing } = yield* whole
      assert.lengthOf(found, 1)
      assert.deepStrictEqual(missing, [{ product: "PSD2_AIS", part: "ACCOUNT", reason: "INVALID_DATA", ...known }])
    })
  }

  test("distinguishes two accounts with the same number and currency", function* () {
    const twin = { ...account, resourceId: "r-2" }
    const { read } = yield* reading({
      [accountsPath]: accounts(twin, account, account),
      [`${second}/balances`]: { body: { balances: [] } },
      [`${second}/transactions`]: page([])
    })
    assert.deepStrictEqual(
      (yield* read).map(({ accountId }) => accountId),
      [`${iban} SEK 2`, `${iban} SEK`]
    )
  })
})
