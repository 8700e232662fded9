/** Tests consents at a bank over real HTTP: what Sheaf sends, and how it handles the responses (spec 2.4, 16). */
import { assert, describe, it } from "@effect/vitest"
import { ShippedProfiles } from "@sheaf/ports"
import type { BankError } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Bank from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const day = 86_400_000
const now = Date.parse("2026-03-31T08:00:00Z")

describe("a consent at a bank", () => {
  test("is requested with the standard's fields, and its page is returned", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({ "POST /v1/consents": Bank.createdResponse() })
    const made = yield* bank.createConsent(Bank.request, "a-key")
    assert.deepStrictEqual(made, {
      bankConsentId: "consent-1",
      redirectUrl: "https://login.provbanken.example/consent/1"
    })
    const [{ body, headers } = assert.fail("no request")] = asked
    assert.deepStrictEqual(JSON.parse(body), {
      access: { allPsd2: "allAccounts" },
      recurringIndicator: true,
      validUntil: "2026-09-30",
      frequencyPerDay: 4,
      combinedServiceIndicator: false
    })
    assert.match(
      String(headers["x-request-id"]),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    )
    const returnUrl = "https://service.example/consents/return/a-state"
    assert.deepInclude(headers, {
      "content-type": "application/json",
      "psu-ip-address": "192.0.2.17",
      "psu-accept-language": "sv-se",
      "tpp-redirect-preferred": "true",
      "tpp-redirect-uri": returnUrl,
      "tpp-nok-redirect-uri": returnUrl,
      "tpp-explicit-authorisation-preferred": "false",
      "tpp-brand-logging-information": "R%C3%A4knebyr%C3%A5n"
    })
  })

  test("is repeated with the same X-Request-ID, and other consents have different ones", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({
      "POST /v1/consents": [{ status: 500, body: "" }, Bank.createdResponse()]
    })
    assert.strictEqual(yield* Bank.reasonOf(bank.createConsent(Bank.request, "a-key")), "BANK_ERROR")
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.createConsent(Bank.request, "another-key")
    const [first, second, third] = asked.map(({ headers }) => headers["x-request-id"])
    assert.strictEqual(first, second)
    assert.notStrictEqual(second, third)
  })

  test("is started explicitly if the bank requires it", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({
      "POST /v1/consents": Bank.createdResponse(
        Bank.links({ startAuthorisation: "/v1/consents/consent-1/authorisations" })
      ),
      "POST /v1/consents/consent-1/authorisations": {
        status: 201,
        body: {
          scaStatus: "received",
          authorisationId: "a-1",
          ...Bank.links({ scaRedirect: "https://login.provbanken.example/a-1" })
        }
      }
    })
    const { redirectUrl } = yield* bank.createConsent(Bank.request, "a-key")
    assert.strictEqual(redirectUrl, "https://login.provbanken.example/a-1")
    assert.strictEqual(asked[1]?.headers["tpp-redirect-uri"], "https://service.example/consents/return/a-state")
    for (const name of ["tpp-explicit-authorisation-preferred", "tpp-brand-logging-information"]) {
      assert.property(asked[0]?.headers, name)
      assert.notProperty(asked[1]?.headers, name)
    }
    assert.notStrictEqual(asked[1]?.headers["x-request-id"], asked[0]?.headers["x-request-id"])
  })

  const scopes = [
    [{ balances: true, transactions: false }, { balances: [] }],
    [{ balances: false, transactions: false }, { accounts: [] }],
    [{ balances: false, transactions: true }, { transactions: [] }],
    [
      {
        accountIds: ["SE4550000000058398257466", "525412******3241", "12345678901"],
        balances: true,
        transactions: false
      },
      {
        accounts: [{ iban: "SE4550000000058398257466" }, { maskedPan: "525412******3241" }, { bban: "12345678901" }],
        balances: [{ iban: "SE4550000000058398257466" }, { maskedPan: "525412******3241" }, { bban: "12345678901" }]
      }
    ]
  ] as const
  for (const [scope, access] of scopes) {
    test(`requests ${Object.keys(access).join(" and ")} for the scope ${JSON.stringify(scope)}`, function* () {
      const { asked, bank } = yield* Bank.makeScriptedBank({ "POST /v1/consents": Bank.createdResponse() })
      yield* bank.createConsent({ ...Bank.request, scope: { type: "PSD2_AIS", ...scope } }, "a-key")
      assert.deepStrictEqual(JSON.parse(asked[0]?.body ?? "").access, access)
    })
  }

  test("requests the owners' names if the profile covers them", function* () {
    const iban = "SE4550000000058398257466"
    const profile = { ...ShippedProfiles.plain, covers: ["ACCOUNTS", "OWNER"] } as const
    const { asked, bank } = yield* Bank.makeScriptedBank({ "POST /v1/consents": Bank.createdResponse() }, { profile })
    yield* bank.createConsent(Bank.request, "a-key")
    yield* bank.createConsent({ ...Bank.request, scope: { ...Bank.fullScope, accountIds: [iban] } }, "other-key")
    const [all, one] = asked.map(({ body }) => JSON.parse(body).access)
    assert.deepStrictEqual(all, { allPsd2: "allAccountsWithOwnerName" })
    assert.deepStrictEqual(one.additionalInformation, { ownerName: [{ iban }] })
  })

  const states = ["received", "partiallyAuthorised", "rejected", "revokedByPsu", "terminatedByTpp", "expired"] as const
  for (const status of states) {
    test(`has the status ${status}`, function* () {
      const { bank } = yield* Bank.makeScriptedBank({ "GET /v1/consents/consent-1/status": Bank.statusOf(status) })
      assert.deepStrictEqual(yield* bank.status("consent-1"), { status, granted: {} })
    })
  }

  const authorizations = "GET /v1/consents/consent-1/authorisations"
  const listed = (...authorisationIds: ReadonlyArray<string>): Bank.BankResponse => ({ body: { authorisationIds } })
  const sca = (scaStatus: string): Bank.BankResponse => ({ body: { scaStatus } })
  const one = { [authorizations]: listed("a-1") }
  const progress: ReadonlyArray<readonly [what: string, script: Bank.Script, status: "received" | "rejected"]> = [
    ["the authorization has failed", { ...one, [`${authorizations}/a-1`]: sca("failed") }, "rejected"],
    ["the authorization continues", { ...one, [`${authorizations}/a-1`]: sca("scaMethodSelected") }, "received"],
    ["the bank's status is unknown", { ...one, [`${authorizations}/a-1`]: sca("cancelled") }, "received"],
    [
      "a second authorization continues",
      {
        [authorizations]: listed("a-1", "a-2"),
        [`${authorizations}/a-1`]: sca("failed"),
        [`${authorizations}/a-2`]: sca("started")
      },
      "received"
    ],
    ["no authorization has begun", { [authorizations]: listed() }, "received"],
    ["an authorization's id is unusable", { [authorizations]: listed("..") }, "received"],
    ["the bank lists no authorizations", { [authorizations]: Bank.failing(405, "SERVICE_INVALID") }, "received"],
    ["the bank has no status of the authorization", one, "received"],
    ["the list is malformed", { [authorizations]: { body: "<html>" } }, "received"],
    ["the bank has an error", { ...one, [`${authorizations}/a-1`]: { status: 500 } }, "received"]
  ]
  for (const [what, script, status] of progress) {
    test(`is ${status} if ${what} while the bank's status is received`, function* () {
      const { bank } = yield* Bank.makeScriptedBank({
        "GET /v1/consents/consent-1/status": Bank.statusOf("received"),
        ...script
      })
      assert.deepStrictEqual(yield* bank.status("consent-1"), { status, granted: {} })
    })
  }

  test("is asked for authorizations once a day if the bank does not list them", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({
      "GET /v1/consents/consent-1/status": Bank.statusOf("received"),
      [authorizations]: [Bank.failing(404), listed("a-1")],
      [`${authorizations}/a-1`]: sca("failed")
    })
    const status = Effect.map(bank.status("consent-1"), (state) => state.status)
    assert.strictEqual(yield* status, "received")
    assert.strictEqual(yield* status, "received")
    assert.lengthOf(asked, 3)
    yield* TestClock.adjust("1 day")
    assert.strictEqual(yield* status, "rejected")
  })

  test("can end between the two calls that read its state", function* () {
    const { bank } = yield* Bank.makeScriptedBank(
      Bank.grantedResponse({ allPsd2: "allAccounts" }, { consentStatus: "revokedByPsu" })
    )
    assert.deepStrictEqual(yield* bank.status("consent-1"), { status: "revokedByPsu", granted: {} })
  })

  const expiresAt = "2026-09-30T23:59:59.999Z"
  const iban = "SE4550000000058398257466"
  const grants: ReadonlyArray<readonly [what: string, access: object, more: object, granted: object]> = [
    ["everything", { allPsd2: "allAccounts" }, {}, { expiresAt }],
    ["fewer days", { allPsd2: "allAccounts" }, { validUntil: "2026-04-05" }, { expiresAt: "2026-04-05T23:59:59.999Z" }],
    [
      "a last moment",
      { allPsd2: "allAccounts" },
      { validUntil: "2026-04-05T23:59:59Z" },
      { expiresAt: "2026-04-05T23:59:59.999Z" }
    ],
    ["no readable day", { allPsd2: "allAccounts" }, { validUntil: "soon" }, {}],
    ["balances alone", { balances: [] }, {}, { expiresAt, balances: true, transactions: false }],
    [
      "one account",
      { accounts: [{ iban }], balances: [{ iban, currency: "SEK" }], transactions: [{ iban }] },
      {},
      { expiresAt, balances: true, transactions: true, accountIds: [iban] }
    ],
    [
      "one account with two numbers",
      { accounts: [{ iban, bban: "50000000058398257466" }] },
      {},
      {
        expiresAt,
        balances: false,
        transactions: false,
        accountIds: [iban],
        otherNumbers: ["50000000058398257466"]
      }
    ],
    [
      "accounts that Sheaf cannot read",
      { balances: [{ msisdn: "46700000000" }] },
      {},
      { expiresAt, balances: true, transactions: false, accountIds: [] }
    ]
  ]
  for (const [what, access, more, granted] of grants) {
    test(`is valid with a grant of ${what}`, function* () {
      const { bank } = yield* Bank.makeScriptedBank(Bank.grantedResponse(access, more))
      assert.deepStrictEqual(yield* bank.status("consent-1"), { status: "valid", granted })
    })
  }

  test("is revoked once, and unknown and ended consents need no revocation", function* () {
    const path = "DELETE /v1/consents/consent-1"
    const answers = [{ status: 204 }, Bank.failing(404, "RESOURCE_UNKNOWN"), Bank.failing(401, "CONSENT_EXPIRED")]
    const { asked, bank } = yield* Bank.makeScriptedBank({ [path]: [...answers, Bank.failing(403, "CONSENT_UNKNOWN")] })
    for (let call = 0; call < 4; call++) yield* bank.revoke("consent-1")
    assert.lengthOf(asked, 4)
  })

  test("is never looked up under an id that no bank can have issued", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({})
    for (const id of ["", ".", "..", "a b", "a\r\nX-Y: 1", "å", "\ud800", "x".repeat(301)]) {
      assert.strictEqual(yield* Bank.reasonOf(bank.status(id)), "CONSENT_INVALID", JSON.stringify(id))
      yield* bank.revoke(id)
    }
    assert.lengthOf(asked, 0)
    assert.strictEqual(yield* Bank.reasonOf(bank.status("../a?b#c")), "CONSENT_INVALID")
    assert.strictEqual(asked[0]?.call, "GET /v1/consents/..%2Fa%3Fb%23c/status")
  })
})

describe("a page of a bank", () => {
  const cases: ReadonlyArray<readonly [href: string, isShown: boolean, allowPrivateAddresses?: boolean]> = [
    ["https://login.provbanken.example/consent", true],
    ["https://127.0.0.1:1234/consent", true],
    ["http://localhost:1234/consent", true],
    ["https://login.provbanken.example:8443/consent", false],
    ["https://provbanken.example/consent", false],
    ["https://login.provbanken.example.evil.example/", false],
    ["https://login.provbanken.example@evil.example/", false],
    ["https://evil.example\\.login.provbanken.example/", false],
    ["http://login.provbanken.example/consent", false],
    ["javascript:alert(1)", false],
    ["/consent", false],
    [`https://login.provbanken.example/${"a".repeat(8_000)}`, false],
    ["", false]
  ]
  for (const [href, isShown] of cases) {
    test(`at ${JSON.stringify(href.slice(0, 80))} is ${isShown ? "shown" : "never shown"} to a person`, function* () {
      const answer = Bank.createdResponse(Bank.links({ scaRedirect: href }))
      const { bank } = yield* Bank.makeScriptedBank({ "POST /v1/consents": answer })
      const made = bank.createConsent(Bank.request, "a-key")
      if (isShown) assert.strictEqual((yield* made).redirectUrl, href)
      else assert.strictEqual(yield* Bank.reasonOf(made), "BROKEN")
    })
  }
})

describe("a bank's response", () => {
  const post = "POST /v1/consents"
  const status = "GET /v1/consents/consent-1/status"
  type Row = readonly [what: string, answer: Bank.BankResponse, reason: BankError["reason"]]
  const rows: ReadonlyArray<Row> = [
    ["that is not JSON", { body: "<html>" }, "BROKEN"],
    ["without a body", {}, "BROKEN"],
    ["with an unknown status", Bank.statusOf("authorised"), "BROKEN"],
    ["with null for the status", { body: { consentStatus: null } }, "BROKEN"],
    ["with a list", { body: [] }, "BROKEN"],
    ["that redirects", { status: 302, headers: { location: "https://evil.example/" } }, "BROKEN"],
    ["500", Bank.failing(500), "BANK_ERROR"],
    ["500 with a code", Bank.failing(500, "CONSENT_INVALID"), "BANK_ERROR"],
    ["503", Bank.failing(503), "UNREACHABLE"],
    ["404 of a gateway", { status: 404, headers: { "content-type": "text/html" }, body: "<html>" }, "BANK_ERROR"],
    ["404 without a code", Bank.failing(404), "BANK_ERROR"],
    ["404 RESOURCE_UNKNOWN", Bank.failing(404, "RESOURCE_UNKNOWN"), "CONSENT_INVALID"],
    ["401 without a code", Bank.failing(401), "REFUSED"],
    ["401 CONSENT_INVALID", Bank.failing(401, "CONSENT_INVALID"), "CONSENT_INVALID"],
    ["401 CONSENT_EXPIRED", Bank.failing(401, "CONSENT_EXPIRED"), "CONSENT_INVALID"],
    ["400 CONSENT_UNKNOWN", Bank.failing(400, "CONSENT_UNKNOWN"), "CONSENT_INVALID"],
    ["401 PSU_CREDENTIALS_INVALID", Bank.failing(401, "PSU_CREDENTIALS_INVALID"), "REFUSED"],
    ["403 SERVICE_BLOCKED", Bank.failing(403, "SERVICE_BLOCKED"), "REFUSED"],
    ["400 with a code of the bank's own", Bank.failing(400, "OUR_OWN_REASON"), "REFUSED"],
    ["401 CERTIFICATE_EXPIRED", Bank.failing(401, "CERTIFICATE_EXPIRED"), "BROKEN"],
    ["401 SIGNATURE_INVALID", Bank.failing(401, "SIGNATURE_INVALID"), "BROKEN"],
    ["429 without Retry-After", Bank.failing(429), "BANK_ERROR"],
    [
      "400 in the form of RFC 9457",
      { status: 403, body: { type: "https://bank.example/problem", code: "CONSENT_EXPIRED" } },
      "CONSENT_INVALID"
    ],
    [
      "400 with a warning before the error",
      {
        status: 400,
        body: {
          tppMessages: [
            { category: "WARNING", code: "CONSENT_INVALID" },
            { category: "ERROR", code: "FORMAT_ERROR" }
          ]
        }
      },
      "REFUSED"
    ]
  ]
  for (const [what, answer, reason] of rows) {
    test(`${what} becomes ${reason}`, function* () {
      const { bank } = yield* Bank.makeScriptedBank({ [status]: answer })
      assert.strictEqual(yield* Bank.reasonOf(bank.status("consent-1")), reason)
    })
  }

  const limits: ReadonlyArray<readonly [what: string, answer: Bank.BankResponse, millis: number]> = [
    ["seconds", Bank.failing(429, undefined, { "retry-after": "90" }), 90_000],
    [
      "a date on a clock that is three hours ahead",
      Bank.failing(429, "ACCESS_EXCEEDED", {
        date: "Tue, 31 Mar 2026 11:00:00 GMT",
        "retry-after": "Tue, 31 Mar 2026 11:02:00 GMT"
      }),
      120_000
    ],
    ["nothing, once the day's readings are used up", Bank.failing(429, "ACCESS_EXCEEDED"), (day / 3) * 2]
  ]
  for (const [what, answer, millis] of limits) {
    test(`429 says how long to wait, in ${what}`, function* () {
      yield* TestClock.setTime(now)
      const { bank } = yield* Bank.makeScriptedBank({ [status]: answer })
      const { reason, retryAfterMillis } = yield* Effect.flip(bank.status("consent-1"))
      assert.deepStrictEqual([reason, retryAfterMillis], ["LIMITED", millis])
    })
  }

  test("without a page, or with an id that cannot be sent back, is broken", function* () {
    for (const answer of [
      Bank.createdResponse({}),
      Bank.createdResponse({ consentId: "a b", ...Bank.links({ scaRedirect: "https://login.provbanken.example/" }) }),
      { status: 201, body: { consentStatus: "received" } }
    ]) {
      const { bank } = yield* Bank.makeScriptedBank({ [post]: answer })
      assert.strictEqual(yield* Bank.reasonOf(bank.createConsent(Bank.request, "a-key")), "BROKEN")
    }
  })
})
