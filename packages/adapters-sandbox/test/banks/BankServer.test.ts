/**
 * Tests that the simulated banks conform to NextGenPSD2: consents, authorizations, accounts, balances and transactions.
 */
import { assert } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { bankAccountsOf } from "../../src/records/BankAccounts.ts"
import { fjallbanken } from "./Banks.ts"
import { banks, banksWith, byApp, byRedirect, create, device, pages, press, send, terms } from "./Provider.ts"
import { suiteWith } from "../TestSuites.ts"

const everybody = "199001012385"
const own = bankAccountsOf(fjallbanken, "customer")
const ibans = own.flatMap(({ iban }) => (iban === undefined ? [] : [iban]))

const approved = Effect.fnUntraced(function* (part: object = {}, decision = "approve") {
  const { body } = yield* create(byRedirect, part)
  yield* press(body._links?.["scaRedirect"]?.href ?? "", decision)
  return body.consentId ?? ""
})

const statusOf = (id: string) =>
  Effect.map(send("GET", `/v1/consents/${id}/status`), ({ body, code }) => code ?? body.consentStatus)

const read = (id: string, path: string, headers: object = device) =>
  send("GET", path, { headers: { "consent-id": id, ...headers } })

const pagesFrom = (id: string, first: string) =>
  Stream.paginate(first, (path: string) =>
    Effect.map(read(id, path), ({ body: { transactions } }) => {
      const next = transactions?._links["next"]?.href
      return [transactions === undefined ? [] : [transactions], Option.fromUndefinedOr(next)] as const
    })
  ).pipe(Stream.runCollect)

suiteWith(banks)("a consent at a bank", (test) => {
  test("starts as received, with links to the bank's page, itself and its status", function* () {
    const requestId = randomUUID()
    const { body, headers, status } = yield* create({ ...byRedirect, "x-request-id": requestId })
    assert.strictEqual(status, 201)
    assert.strictEqual(body.consentStatus, "received")
    assert.strictEqual(headers["x-request-id"], requestId)
    assert.strictEqual(headers["aspsp-sca-approach"], "REDIRECT")
    assert.strictEqual(body._links?.["self"]?.href, `/v1/consents/${body.consentId}`)
    assert.sameMembers(Object.keys(body._links ?? {}), ["self", "status", "scaRedirect", "scaStatus"])
    assert.isTrue(body._links?.["scaRedirect"]?.href.startsWith(`${pages.origin}/se-fjallbanken/consents/`))
  })

  test("is the same for the same X-Request-ID, unless the request differs", function* () {
    const headers = { ...byRedirect, "x-request-id": randomUUID() }
    const first = yield* create(headers)
    assert.deepStrictEqual((yield* create(headers)).body, first.body)
    assert.strictEqual((yield* create(headers, { frequencyPerDay: 2 })).code, "PARAMETER_NOT_CONSISTENT")
  })

  test("can wait for an explicit start of its authorization", function* () {
    const { body } = yield* create({ ...byRedirect, "tpp-explicit-authorisation-preferred": "true" })
    assert.sameMembers(Object.keys(body._links ?? {}), ["self", "status", "startAuthorisation"])
    const path = body._links?.["startAuthorisation"]?.href ?? ""
    assert.deepStrictEqual((yield* send("GET", path)).body.authorisationIds, [])
    const started = yield* send("POST", path, { body: {} })
    assert.strictEqual(started.status, 201)
    assert.strictEqual(started.body.scaStatus, "started")
    assert.isDefined(started.body._links?.["scaRedirect"])
    assert.deepStrictEqual((yield* send("GET", path)).body.authorisationIds, [started.body.authorisationId ?? ""])
  })
})

suiteWith(banks)("the accounts under a consent", (test) => {
  test("are all accounts, with cards apart, if the person grants everything", function* () {
    const id = yield* approved()
    const accounts = (yield* read(id, "/v1/accounts?withBalance=true")).body.accounts ?? []
    const cards = (yield* read(id, "/v1/card-accounts")).body.cardAccounts ?? []
    assert.deepStrictEqual(
      [...accounts, ...cards].map(({ resourceId }) => resourceId),
      own.map(({ accountId }) => accountId)
    )
    assert.isTrue(accounts.every(({ balances }) => balances?.length === 2))
    assert.isTrue([...accounts, ...cards].every(({ ownerName }) => ownerName === undefined))
  })

  test("name their owner only if the consent covers that", function* () {
    const id = yield* approved({ access: { allPsd2: "allAccountsWithOwnerName" } })
    const [first] = (yield* read(id, "/v1/accounts")).body.accounts ?? []
    assert.strictEqual(first?.ownerName, own[0]?.holder?.name)
  })

  test("are only those that the request names, each with its own rights", function* () {
    const id = yield* approved({ access: { balances: [{ iban: ibans[0] ?? "" }], transactions: [{ iban: ibans[1] }] } })
    const accounts = (yield* read(id, "/v1/accounts")).body.accounts ?? []
    assert.deepStrictEqual(
      accounts.map(({ iban, _links }) => [iban, Object.keys(_links ?? {})]),
      [
        [ibans[0], ["balances"]],
        [ibans[1], ["transactions"]]
      ]
    )
    const [first, second] = accounts.map(({ resourceId }) => resourceId)
    assert.strictEqual((yield* read(id, `/v1/accounts/${first}/balances`)).status, 200)
    assert.strictEqual((yield* read(id, `/v1/accounts/${second}/balances`)).code, "CONSENT_INVALID")
    assert.strictEqual((yield* read(id, `/v1/accounts/${own[2]?.accountId}`)).code, "RESOURCE_UNKNOWN")
    assert.strictEqual((yield* read(id, "/v1/accounts?withBalance=true")).code, "CONSENT_INVALID")
  })

  test("include a card that the request names by its masked number", function* () {
    const all = yield* approved()
    const [card] = (yield* read(all, "/v1/card-accounts")).body.cardAccounts ?? []
    const id = yield* approved({ access: { transactions: [{ maskedPan: card?.maskedPan }] } })
    const path = `/v1/card-accounts/${card?.resourceId}`
    const { body } = yield* read(id, `${path}/transactions?bookingStatus=both&dateFrom=2026-01-01`)
    assert.isNotEmpty(body.cardTransactions?.booked)
    assert.strictEqual((yield* read(id, `${path}/balances`)).code, "CONSENT_INVALID")
    assert.deepStrictEqual((yield* read(id, "/v1/accounts")).body.accounts, [])
  })

  test("return every transaction once over several pages", function* () {
    const id = yield* approved()
    const [account] = own
    const first = `/v1/accounts/${account?.accountId}/transactions?bookingStatus=both&dateFrom=2026-01-01&itemsPerPage=7`
    const pages = yield* pagesFrom(id, first)
    const seen = pages.flatMap(({ booked = [], pending = [] }) => [...pending, ...booked])
    assert.isAbove(pages.length, 1)
    assert.deepStrictEqual(
      seen.map(({ transactionId }) => transactionId),
      account?.transactions?.map(({ transactionId }) => transactionId)
    )
  })

  test("return the transactions of the period only", function* () {
    const id = yield* approved()
    const path = `/v1/accounts/${own[0]?.accountId}/transactions`
    const { body } = yield* read(id, `${path}?bookingStatus=booked&dateFrom=2026-02-01&dateTo=2026-02-28`)
    const days = body.transactions?.booked?.map(({ bookingDate }) => String(bookingDate)) ?? []
    assert.isTrue(days.every((day) => day.startsWith("2026-02")))
    assert.isUndefined(body.transactions?.pending)
    const pending = (yield* read(id, `${path}?bookingStatus=pending`)).body
    assert.isUndefined(pending.transactions?.booked)
  })

  test("can be read four times a day while the person is absent", function* () {
    const id = yield* approved({ frequencyPerDay: 2 })
    const unattended = () => Effect.map(read(id, "/v1/accounts", {}), ({ status }) => status)
    assert.deepStrictEqual([yield* unattended(), yield* unattended(), yield* unattended()], [200, 200, 429])
    assert.strictEqual((yield* read(id, "/v1/accounts")).status, 200)
    assert.strictEqual((yield* read(id, "/v1/card-accounts", {})).status, 200)
  })
})

suiteWith(banks)("a bank rejects", (test) => {
  for (const [name, expected, headers, part] of [
    ["a request without X-Request-ID", "FORMAT_ERROR", { "x-request-id": undefined }, {}],
    ["an X-Request-ID that is not a UUID", "FORMAT_ERROR", { "x-request-id": "1" }, {}],
    ["a consent without the person's address", "FORMAT_ERROR", { "psu-ip-address": undefined }, {}],
    ["a consent without a return address", "FORMAT_ERROR", { "tpp-redirect-uri": undefined }, {}],
    ["a return address with a script", "FORMAT_ERROR", { "tpp-redirect-uri": "javascript:alert(1)" }, {}],
    ["a relative return address", "FORMAT_ERROR", { "tpp-redirect-uri": "/consents/return/a" }, {}],
    ["a return address of another scheme", "FORMAT_ERROR", { "tpp-redirect-uri": "ftp://service.example" }, {}],
    ["a return address that is not a URI", "FORMAT_ERROR", { "tpp-redirect-uri": "https://service.example/<a>" }, {}],
    ["a decoupled consent without a person", "FORMAT_ERROR", { "tpp-decoupled-preferred": "true" }, {}],
    ["an unknown header of the protocol", "FORMAT_ERROR", { "psu-shoe-size": "42" }, {}],
    ["a corporate customer", "CORPORATE_ID_INVALID", { "psu-corporate-id": "5560000001" }, {}],
    ["another format", "REQUESTED_FORMATS_INVALID", { accept: "application/xml" }, {}],
    ["a user name that is an error code", "CERTIFICATE_BLOCKED", { "psu-id": "CERTIFICATE_BLOCKED" }, {}],
    ["an unknown member", "FORMAT_ERROR", {}, { surprise: true }],
    ["an unknown kind of access", "FORMAT_ERROR", {}, { access: { everything: [] } }],
    ["a missing member", "FORMAT_ERROR", {}, { frequencyPerDay: undefined }],
    ["a day that does not exist", "FORMAT_ERROR", {}, { validUntil: "2026-02-30" }],
    ["a consent that ended yesterday", "PERIOD_INVALID", {}, { validUntil: "1969-12-31" }],
    ["a session with payments", "SESSIONS_NOT_SUPPORTED", {}, { combinedServiceIndicator: true }],
    ["one-time access several times a day", "PARAMETER_NOT_CONSISTENT", {}, { recurringIndicator: false }],
    ["two identifiers of an account", "FORMAT_ERROR", {}, { access: { balances: [{ iban: ibans[0], bban: "1" }] } }],
    [
      "all accounts beside named ones",
      "PARAMETER_NOT_CONSISTENT",
      {},
      { access: { allPsd2: "allAccounts", balances: [] } }
    ],
    ["the list of available accounts", "PARAMETER_NOT_SUPPORTED", {}, { access: { availableAccounts: "allAccounts" } }]
  ] as const) {
    test(name, function* () {
      assert.strictEqual((yield* create({ ...byRedirect, ...headers }, part)).code, expected)
    })
  }

  test("bodies that are not JSON, other media types, unknown paths and wrong methods", function* () {
    assert.strictEqual((yield* send("POST", "/v1/consents", { headers: byRedirect, text: "{" })).code, "FORMAT_ERROR")
    const xml = { ...byRedirect, "content-type": "application/xml" }
    assert.strictEqual((yield* send("POST", "/v1/consents", { headers: xml, text: "<a/>" })).status, 415)
    for (const unknown of ["/v1/payments", "/se-nobody/v1/accounts"]) {
      assert.strictEqual((yield* send("GET", unknown)).code, "RESOURCE_UNKNOWN")
    }
    const wrong = yield* send("DELETE", "/v1/accounts")
    assert.deepStrictEqual([wrong.code, wrong.headers["allow"]], ["SERVICE_INVALID", "GET"])
    const large = JSON.stringify({ ...(yield* terms()), text: "a".repeat(100_000) })
    assert.strictEqual((yield* send("POST", "/v1/consents", { headers: byRedirect, text: large })).code, "FORMAT_ERROR")
  })

  test("queries outside the standard", function* () {
    const id = yield* approved()
    const path = `/v1/accounts/${own[0]?.accountId}/transactions`
    const codes = [
      "",
      "?bookingStatus=every&dateFrom=2026-01-01",
      "?bookingStatus=both",
      "?bookingStatus=both&dateFrom=yesterday",
      "?bookingStatus=both&dateFrom=2026-01-01&color=red",
      "?bookingStatus=both&dateFrom=2026-02-01&dateTo=2026-01-01"
    ]
    const answers = yield* Effect.forEach(codes, (query) => Effect.map(read(id, `${path}${query}`), ({ code }) => code))
    assert.deepStrictEqual(answers, [...Array<string>(5).fill("FORMAT_ERROR"), "PERIOD_INVALID"])
    assert.strictEqual((yield* send("GET", "/v1/accounts", { headers: device })).code, "FORMAT_ERROR")
    assert.strictEqual((yield* read("nothing", "/v1/accounts")).code, "CONSENT_UNKNOWN")
  })
})

suiteWith(banksWith({ own: "se-fjallbanken", hasLogin: true }))("a bank with a login", (test) => {
  const form = { "content-type": "application/x-www-form-urlencoded" }

  test("shows the consent once the customer has logged in", function* () {
    const { body } = yield* create()
    const { pathname } = new URL(body._links?.["scaRedirect"]?.href ?? "")
    const before = yield* send("GET", `${pathname}?language=en`)
    assert.include(before.text, '<input name="user" type="text"')
    assert.notInclude(before.text, 'value="approve"')
    const wrong = yield* send("POST", pathname, { headers: form, text: "user=nobody" })
    assert.deepStrictEqual([wrong.status, wrong.headers["set-cookie"]], [401, undefined])
    const login = yield* send("POST", pathname, { headers: form, text: "user=maja" })
    assert.deepStrictEqual([login.status, login.headers["location"]], [303, pathname])
    const cookie = login.headers["set-cookie"]?.split(";")[0]
    const after = yield* send("GET", pathname, { headers: { cookie } })
    assert.include(after.text, 'value="approve"')
    const other = new URL((yield* create()).body._links?.["scaRedirect"]?.href ?? "").pathname
    assert.notInclude((yield* send("GET", other, { headers: { cookie } })).text, 'value="approve"')
  })

  test("accepts a program's decision without a login", function* () {
    const { body } = yield* create()
    yield* press(body._links?.["scaRedirect"]?.href ?? "", "approve")
    assert.strictEqual(yield* statusOf(body.consentId ?? ""), "valid")
  })
})

suiteWith(banksWith({ own: "se-fjallbanken", endsEarlierConsents: true }))(
  "a bank with one recurring consent",
  (test) => {
    test("ends the person's earlier consent once the newer one is valid, and no one-time consent", function* () {
      const once = yield* approved({ recurringIndicator: false, frequencyPerDay: 1 })
      const earlier = yield* approved()
      assert.strictEqual(yield* statusOf(earlier), "valid")
      yield* TestClock.adjust("1 second")
      const later = yield* approved()
      assert.strictEqual(yield* statusOf(later), "valid")
      assert.strictEqual((yield* read(earlier, "/v1/accounts")).code, "CONSENT_EXPIRED")
      assert.strictEqual(yield* statusOf(earlier), "expired")
      assert.strictEqual(yield* statusOf(once), "valid")
      assert.strictEqual((yield* create(byApp(everybody))).body.consentStatus, "valid")
      assert.strictEqual(yield* statusOf(later), "valid")
    })
  }
)
