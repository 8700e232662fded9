/** Tests reading accounts over STET. The scripted bank follows the standard's documents (1.4), with invented values. */
import { assert, describe, it } from "@effect/vitest"
import { BankProfile, ShippedProfiles } from "@sheaf/ports"
import type { BankAccounts } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Bank from "./ScriptedBank.ts"
import { reasonOf } from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const returnUrl = "https://service.example/consents/return"

const request = {
  ...Bank.request,
  authorization: { _tag: "REDIRECT", returnUrl: `${returnUrl}/s`, registered: { returnUrl, state: "s" } }
} as const

const link = (href: string) => ({ href })

const current = {
  resourceId: "A 1",
  accountId: { iban: "FR7630001007941234567890185" },
  bicFi: "BANKFRPP",
  name: "Compte courant",
  cashAccountType: "CACC",
  currency: "EUR",
  balances: [
    { name: "Solde comptable", balanceAmount: { amount: "12.30", currency: "EUR" }, balanceType: "CLBD" },
    { name: "Solde instantané", balanceAmount: { amount: "-4.00", currency: "EUR" }, balanceType: "XPCD" }
  ],
  _links: { transactions: link("/v1/accounts/A%201/transactions") }
}

const card = {
  resourceId: "C1",
  accountId: { other: { identification: "497010XXXXXX1234", schemeName: "CPAN" } },
  name: "Carte",
  cashAccountType: "CARD",
  currency: "EUR",
  _links: { balances: link("/v1/accounts/C1/balances"), transactions: link("/v1/accounts/C1/transactions") }
}

const transaction = (more: object) => ({
  entryReference: "1",
  transactionAmount: { amount: "10.00", currency: "EUR" },
  creditDebitIndicator: "DBIT",
  status: "BOOK",
  bookingDate: "2026-03-30",
  remittanceInformation: ["CB BOULANGERIE", "PARIS"],
  ...more
})

const transactionsOf = (transactions: ReadonlyArray<object>, next?: string): Bank.BankResponse => ({
  body: { transactions, _links: { self: link("/v1"), ...(next !== undefined && { next: link(next) }) } }
})

const script: Bank.Script = {
  "POST /token": {
    body: { access_token: "at-1", token_type: "Bearer", expires_in: 3600, refresh_token: "rt-1", scope: "aisp" }
  },
  "GET /v1/accounts": {
    body: {
      accounts: [current],
      _links: {
        self: link("/v1/accounts"),
        next: link("/v1/accounts?page=2"),
        endUserIdentity: link("/v1/end-user-identity")
      }
    }
  },
  "GET /v1/accounts?page=2": { body: { accounts: [card], _links: { self: link("/v1/accounts?page=2") } } },
  "GET /v1/end-user-identity": { body: { connectedPsu: "Claire Martin", _links: {} } },
  "GET /v1/accounts/A%201/transactions": transactionsOf(
    [
      transaction({ resourceId: "T1" }),
      transaction({
        resourceId: "T2",
        creditDebitIndicator: "CRDT",
        remittanceInformation: { unstructured: ["SALAIRE"] }
      }),
      transaction({ resourceId: "T3", status: "PDNG", bookingDate: "2026-04-01" })
    ],
    "/v1/accounts/A%201/transactions?page=2"
  ),
  "GET /v1/accounts/A%201/transactions?page=2": transactionsOf([transaction({ resourceId: "T4" })]),
  "GET /v1/accounts/C1/balances": { status: 204 },
  "GET /v1/accounts/C1/transactions": { status: 204 },
  "PUT /v1/consents": { status: 201 }
}

const stet = ShippedProfiles.all.get("stet-1.4") ?? assert.fail("no profile")

const makeBank = (more: Bank.Script = {}, own: BankProfile.BankProfile = {}) =>
  Bank.makeScriptedBank({ ...script, ...more }, (origin) => ({
    profile: BankProfile.extend(stet, own),
    clientId: "PSDFR-1",
    authentication: { tokenUrl: `${origin}/token`, authorizationUrl: `${origin}/authorize` }
  }))

const authorized = Effect.fnUntraced(function* ({ bank }: Effect.Success<ReturnType<typeof makeBank>>) {
  const { credentials = assert.fail("no credentials") } = yield* bank.createConsent(request, "a-key")
  const oauth = bank.oauth ?? assert.fail("no OAuth")
  return yield* oauth.renew(yield* oauth.acceptCode(credentials, { code: Redacted.make("code-1") }))
})

const read = Effect.fnUntraced(function* (
  made: Effect.Success<ReturnType<typeof makeBank>>,
  scope: Partial<typeof request.scope> & { readonly accountIds?: ReadonlyArray<string> } = {}
) {
  yield* TestClock.setTime(Date.parse("2026-03-31T08:00:00Z"))
  const credentials = yield* authorized(made)
  const { bankConsentId } = yield* made.bank.createConsent(request, "a-key")
  const read: BankAccounts = yield* made.bank.accounts(
    bankConsentId,
    { ...request.scope, ...scope },
    { psuIpAddress: "192.0.2.7" },
    credentials
  )
  return read
})

describe("a bank that speaks STET", () => {
  test("sends the person to its page with the scope for account information", function* () {
    const { bank, server } = yield* makeBank()
    const { bankConsentId, credentials, redirectUrl = "" } = yield* bank.createConsent(request, "a-key")
    const { origin, pathname, searchParams } = new URL(redirectUrl)
    assert.deepStrictEqual([origin, pathname], [server.origin, "/authorize"])
    assert.include(Object.fromEntries(searchParams), {
      scope: "aisp",
      client_id: "PSDFR-1",
      response_type: "code",
      redirect_uri: returnUrl,
      state: "s"
    })
    assert.strictEqual((yield* bank.status(bankConsentId, credentials)).status, "received")
  })

  test("returns accounts and cards with balances, on all pages, with the person's name", function* () {
    const { accounts, missing } = yield* read(yield* makeBank())
    assert.deepStrictEqual(missing, [])
    const [first, second] = accounts
    assert.deepInclude(first, {
      type: "PSD2_CHECKING_ACCOUNT",
      accountId: "FR7630001007941234567890185",
      bic: "BANKFRPP",
      accountName: "Compte courant",
      holder: { name: "Claire Martin" },
      bookedBalance: { amount: 12.3, currency: "EUR" },
      availableBalance: { amount: -4, currency: "EUR" }
    })
    assert.deepInclude(second, { type: "PSD2_CREDIT_CARD", accountName: "Carte", transactions: [] })
  })

  test("returns transactions with their direction and all lines, on all pages", function* () {
    const { accounts } = yield* read(yield* makeBank())
    const found = (accounts[0]?.transactions ?? []).map(({ amount, remittanceInformation, status, transactionId }) => [
      transactionId,
      amount.amount,
      status,
      remittanceInformation
    ])
    assert.sameDeepMembers(found, [
      ["T1", -10, "BOOKED", "CB BOULANGERIE PARIS"],
      ["T2", 10, "BOOKED", "SALAIRE"],
      ["T3", -10, "PENDING", "CB BOULANGERIE PARIS"],
      ["T4", -10, "BOOKED", "CB BOULANGERIE PARIS"]
    ])
  })

  test("keeps the direction of every amount, in any form, and reports transactions without one", function* () {
    const amounts: ReadonlyArray<readonly [more: object, amount: number]> = [
      [{ transactionAmount: { amount: 7.5, currency: "EUR" } }, -7.5],
      [{ transactionAmount: { amount: 7.5, currency: "EUR" }, creditDebitIndicator: "CRDT" }, 7.5],
      [{ transactionAmount: { amount: "+8.00", currency: "EUR" }, creditDebitIndicator: "dbit", status: "book" }, -8],
      [{ transactionAmount: { amount: "-9.00", currency: "EUR" }, creditDebitIndicator: null }, -9],
      [{ bookingDate: "2026-03-30T23:30:00+02:00", valueDate: null, status: "BOOK" }, -10]
    ]
    const usable = amounts.map(([more], at) => transaction({ resourceId: `T${at}`, ...more }))
    const unknown = transaction({ resourceId: "T9", creditDebitIndicator: "BOTH" })
    const { accounts, missing } = yield* read(
      yield* makeBank({
        "GET /v1/accounts/A%201/transactions": transactionsOf([...usable, unknown])
      })
    )
    assert.deepStrictEqual(
      accounts[0]?.transactions?.map(({ amount, bookingDate, status }) => [amount.amount, bookingDate, status]),
      amounts.map(([, amount]) => [amount, "2026-03-30", "BOOKED"])
    )
    assert.deepStrictEqual(missing, [
      { product: "PSD2_AIS", accountId: current.accountId.iban, part: "TRANSACTIONS", reason: "INVALID_DATA" }
    ])
  })

  test("gets the person's token, the person's address and timestamps, and no consent's id", function* () {
    const made = yield* makeBank()
    yield* read(made)
    const calls = made.asked.filter(({ call }) => call.includes("/v1/"))
    for (const { headers } of calls) {
      assert.include(headers, { authorization: "Bearer at-1", "psu-ip-address": "192.0.2.7" })
      assert.notProperty(headers, "consent-id")
    }
    const [first] = calls.filter(({ call }) => call.startsWith("GET /v1/accounts/A%201/transactions?dateFrom"))
    assert.match(first?.call ?? "", /\?dateFrom=\d{4}-\d{2}-\d{2}T00%3A00%3A00.000Z$/)
    assert.isFalse(calls.some(({ call }) => call.includes("card-accounts") || call.includes("bookingStatus")))
  })

  test("gets the names of the accounts before their data, if it has mixed consents", function* () {
    const closed = { ...card, _links: {} }
    const made = yield* makeBank(
      { "GET /v1/accounts": { body: { accounts: [current, closed], _links: { self: link("/v1/accounts") } } } },
      { consentModel: "MIXED" }
    )
    yield* read(made)
    const [named] = made.asked.filter(({ call }) => call === "PUT /v1/consents")
    const both = [current.accountId, closed.accountId]
    assert.deepInclude(JSON.parse(named?.body ?? ""), { balances: both, transactions: both })
    const open = yield* makeBank({}, { consentModel: "MIXED" })
    yield* read(open, { accountIds: [current.accountId.iban] })
    assert.isFalse(open.asked.some(({ call }) => call.startsWith("PUT")))
  })

  test("is asked for nothing without the person's token", function* () {
    const { asked, bank } = yield* makeBank()
    const { bankConsentId, credentials } = yield* bank.createConsent(request, "a-key")
    assert.strictEqual(yield* reasonOf(bank.accounts(bankConsentId, request.scope, {}, credentials)), "CONSENT_INVALID")
    assert.strictEqual(yield* reasonOf(bank.status("unknown")), "CONSENT_INVALID")
    assert.isEmpty(asked)
  })

  test("ends the agreement once it no longer renews the token", function* () {
    const made = yield* makeBank()
    const granted = yield* authorized(made)
    const refused = yield* makeBank({ "POST /token": { status: 400, body: { error: "invalid_grant" } } })
    const oauth = refused.bank.oauth ?? assert.fail("no OAuth")
    assert.strictEqual(yield* reasonOf(oauth.renew(granted)), "CONSENT_INVALID")
  })

  const errors: ReadonlyArray<readonly [response: Bank.BankResponse, reason: string]> = [
    [{ status: 401, body: { status: 401, message: "Unauthorized", error: "invalid_token" } }, "REFUSED"],
    [{ status: 403, body: { status: 403, message: "Forbidden" } }, "REFUSED"],
    [{ status: 429, headers: { "retry-after": "60" }, body: { status: 429, message: "Too many" } }, "LIMITED"],
    [{ status: 500, body: { status: 500, message: "Internal Server Error" } }, "BANK_ERROR"],
    [{ status: 503, body: "<html>" }, "UNREACHABLE"],
    [{ body: { accounts: "none" } }, "BROKEN"]
  ]
  for (const [response, reason] of errors) {
    test(`fails a reading with ${reason} after ${response.status ?? 200}`, function* () {
      assert.strictEqual(yield* reasonOf(read(yield* makeBank({ "GET /v1/accounts": response }))), reason)
    })
  }
})
