/**
 * Tests that all traffic between the adapter and the sandbox's banks matches the published OpenAPI document, in both
 * directions.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, it } from "@effect/vitest"
import { Authority, ProviderCertificates } from "@sheaf/adapters-mtls"
import { bankDescriptions, BankClient } from "@sheaf/adapters-sandbox"
import { Banks } from "@sheaf/adapters-sandbox/testing"
import { BankProfile } from "@sheaf/ports"
import type { AccountHoldingBank } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import * as RemoteBanks from "../../src/banks/RemoteBanks.ts"
import type * as RequestSignature from "../../src/banks/wire/RequestSignature.ts"
import * as BankOpenApi from "./BankOpenApi.ts"
import { decoupledRequest, redirectRequest, returnUrl, scope, temporaryFolder } from "./SimulatedBanks.ts"

const company = "se-fjallbanken"
const attended = { psuIpAddress: "192.0.2.17", psuUserAgent: "a browser" }

const providerSeal = Effect.gen(function* () {
  const authority = yield* Authority.open("test", yield* Authority.make("test"))
  const pair = yield* ProviderCertificates.make(authority, {
    kind: "QSEAL",
    host: "service.example",
    organization: "An operator",
    organizationId: "PSDSE-FINA-000000",
    roles: ["PSP_AI"],
    days: 30
  })
  return { ...pair, keyId: { naming: "CERTIFICATE" } } as const
}).pipe(Effect.orDie, Effect.provide(NodeCrypto.layer))

/** Excludes calls to the authorization server, which follow OAuth rather than the bank's protocol. */
const isOfProtocol = ({ pathname }: URL): boolean => pathname.startsWith("/v1/")

const recorded = Effect.fnUntraced(function* (company: string, seal?: RequestSignature.ElectronicSeal) {
  const exchanges: Array<BankOpenApi.Exchange> = []
  const recording = HttpClient.transform(yield* BankClient, (send, request) =>
    Effect.gen(function* () {
      const response = yield* send
      const url = new URL(request.url)
      url.pathname = url.pathname.replace(`/${company}/`, "/")
      const { body } = request
      if (!isOfProtocol(url)) return response
      const responseBody = yield* response.text
      const { headers, status } = response
      exchanges.push({
        method: request.method,
        url,
        requestHeaders: {
          ...request.headers,
          ...(body._tag === "Uint8Array" && { "content-type": body.contentType })
        },
        requestBody: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "",
        status,
        responseHeaders: headers,
        responseBody
      })
      return HttpClientResponse.fromWeb(
        request,
        new Response(status === 204 ? null : responseBody, { status, headers })
      )
    })
  )
  const described = bankDescriptions.map((names) => ({
    ...names,
    profile: BankProfile.resolve(names.profile, { psuIdType: "SSN" }),
    ...(seal !== undefined && { seal })
  }))
  const banks = RemoteBanks.makeInProcess(recording, described)
  return { bank: Option.getOrThrow(yield* banks.find(company)), exchanges }
})

const accountIds = Banks.ibansOf(company, "customer").slice(0, 2)
const scopes = [scope, { ...scope, transactions: false }, { ...scope, balances: false }, { ...scope, accountIds }]

const byPages = Effect.fnUntraced(function* (
  folder: string,
  validUntil: string,
  seal: RequestSignature.ElectronicSeal
) {
  const { bank, exchanges } = yield* recorded(company, seal)
  for (const asked of scopes) {
    const request = { ...redirectRequest, clientName: "Räkna & co", scope: asked, validUntil }
    const { bankConsentId, redirectUrl = "" } = yield* bank.createConsent(request, JSON.stringify(asked))
    yield* bank.status(bankConsentId)
    yield* Banks.submitDecision(folder, "approve")(redirectUrl)
    yield* bank.status(bankConsentId)
    yield* bank.accounts(bankConsentId, asked, attended)
    for (let reading = 0; reading < 5; reading++) yield* Effect.result(bank.accounts(bankConsentId, asked, {}))
    yield* bank.revoke(bankConsentId)
    yield* Effect.flip(bank.accounts(bankConsentId, asked, attended))
  }
  yield* Effect.flip(bank.status("unknown"))
  return exchanges
})

const withCodes = Effect.fnUntraced(function* (bank: AccountHoldingBank, validUntil: string) {
  const person = "199002222389"
  for (const [code, end] of [
    ["123456", "valid"],
    ["0000", "rejected"]
  ] as const) {
    const { bankConsentId } = yield* bank.createConsent({ ...decoupledRequest(person), validUntil }, code)
    const begun = yield* bank.identify(bankConsentId, Redacted.make(person), `${code}/identify`)
    if (begun._tag !== "Choice") return assert.fail("the bank asks for no method")
    const { authorizationId } = begun
    const next = yield* bank.answer(bankConsentId, { authorizationId, methodId: "sms" }, `${code}/method`)
    assert.strictEqual(next._tag, "Code")
    assert.strictEqual((yield* bank.status(bankConsentId)).status, "received")
    yield* Effect.result(bank.answer(bankConsentId, { authorizationId, code: Redacted.make(code) }, `${code}/code`))
    assert.strictEqual((yield* bank.status(bankConsentId)).status, end)
  }
})

const byApps = Effect.fnUntraced(function* (validUntil: string) {
  const { bank, exchanges } = yield* recorded(company)
  for (const person of ["199001012385", "199002012392", "199002022383", "199002032390", "199001302398"]) {
    const created = yield* Effect.result(bank.createConsent({ ...decoupledRequest(person), validUntil }, person))
    if (created._tag === "Failure") continue
    const { bankConsentId } = created.success
    yield* Effect.result(bank.identify(bankConsentId, Redacted.make(person), person))
    yield* bank.status(bankConsentId)
    yield* Effect.result(bank.accounts(bankConsentId, scope, {}))
    yield* bank.revoke(bankConsentId)
  }
  yield* withCodes(bank, validUntil)
  return exchanges
})

const registered = { returnUrl: "https://service.example/consents/return", state: "a-state" }

const byOAuth = Effect.fnUntraced(function* (validUntil: string, seal: RequestSignature.ElectronicSeal) {
  const { bank, exchanges } = yield* recorded("se-klarvik", { ...seal, algorithm: "rsa-sha512" })
  const oauth = bank.oauth ?? assert.fail("the bank has no OAuth")
  const request = {
    ...redirectRequest,
    authorization: { _tag: "REDIRECT", returnUrl, registered } as const,
    validUntil
  }
  const authorize = Effect.fnUntraced(function* (key: string) {
    const made = yield* bank.createConsent(request, key)
    const { bankConsentId: id, credentials = assert.fail("no credentials"), redirectUrl = "" } = made
    assert.strictEqual((yield* bank.status(id, credentials)).status, "received")
    const { searchParams } = yield* Banks.decideByOAuth(yield* BankClient, redirectUrl, "approve")
    assert.strictEqual(searchParams.get("state"), "a-state")
    assert.strictEqual((yield* bank.status(id, credentials)).status, "partiallyAuthorised")
    const response = { code: Redacted.make(searchParams.get("code") ?? ""), iss: searchParams.get("iss") ?? "" }
    return { id, granted: yield* oauth.renew(yield* oauth.acceptCode(credentials, response)) }
  })
  const { granted, id } = yield* authorize("oauth")
  assert.strictEqual((yield* bank.status(id, granted)).status, "valid")
  assert.isNotEmpty((yield* bank.accounts(id, scope, attended, granted)).accounts)
  const renewed = yield* oauth.renew(granted)
  // The response to a refresh can get lost, so the old refresh token works until the new one is used.
  const again = yield* oauth.renew(granted)
  assert.strictEqual((yield* Effect.flip(oauth.renew(renewed))).reason, "CONSENT_INVALID")
  assert.isNotEmpty((yield* bank.accounts(id, scope, attended, again)).accounts)
  const other = yield* authorize("another")
  for (const wrong of [granted, other.granted, undefined]) {
    assert.strictEqual((yield* Effect.flip(bank.accounts(id, scope, attended, wrong))).reason, "REFUSED")
  }
  yield* bank.revoke(id, again)
  return exchanges
})

const byConfirmation = Effect.fnUntraced(function* (folder: string, validUntil: string) {
  const { bank, exchanges } = yield* recorded(company)
  const oauth = bank.oauth ?? assert.fail("the bank takes no codes")
  for (const [key, suffix, expected] of [
    ["right", "", "valid"],
    ["wrong", "x", "rejected"]
  ] as const) {
    const made = yield* bank.createConsent({ ...redirectRequest, validUntil }, key)
    const { bankConsentId: id, credentials = assert.fail("no credentials"), redirectUrl = "" } = made
    const { headers } = yield* Banks.submitDecision(folder, "approve")(redirectUrl)
    assert.strictEqual((yield* bank.status(id, credentials)).status, "received")
    const code = new URL(headers["location"] ?? "").searchParams.get("confirmationCode") ?? assert.fail("no code")
    const confirming = yield* oauth.acceptCode(credentials, { code: Redacted.make(`${code}${suffix}`) })
    yield* Effect.result(oauth.renew(confirming))
    // Confirms again, as after a lost response. The bank accepts each code only once, but the repetition of a valid
    // confirmation must succeed.
    const again = yield* Effect.result(oauth.renew(confirming))
    assert.strictEqual(again._tag, expected === "valid" ? "Success" : "Failure")
    const confirmed = again._tag === "Success" ? again.success : credentials
    assert.strictEqual((yield* bank.status(id, confirmed)).status, expected)
    if (expected === "valid") assert.isNotEmpty((yield* bank.accounts(id, scope, attended, confirmed)).accounts)
  }
  return exchanges
})

it.live("the traffic between Sheaf and the sandbox's banks fits the description", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const validUntil = new Date((yield* Clock.currentTimeMillis) + 30 * 86_400_000).toISOString().slice(0, 10)
    const exchanges = yield* Effect.gen(function* () {
      const seal = yield* providerSeal
      const signed = [...(yield* byPages(folder, validUntil, seal)), ...(yield* byOAuth(validUntil, seal))]
      for (const { requestHeaders } of signed) {
        assert.containsAllKeys(requestHeaders, ["digest", "signature", "tpp-signature-certificate"])
      }
      return [...signed, ...(yield* byApps(validUntil))]
    }).pipe(Effect.provide(Banks.layerClient(folder)))
    const strict = Banks.layerClient(folder, undefined, { needsConfirmation: true })
    exchanges.push(...(yield* Effect.provide(byConfirmation(folder, validUntil), strict)))
    assert.deepStrictEqual([...new Set(exchanges.flatMap(BankOpenApi.violationsOf))], [])

    const titles = new Set(exchanges.map(BankOpenApi.titleOf))
    assert.includeMembers(
      [...titles],
      [
        "createConsent 201",
        "getConsentStatus 200",
        "getScaStatus 200",
        "confirmAuthorisation 200",
        "getConsent 200",
        "getTransactions 200",
        "deleteConsent 204"
      ]
    )
    const errors = exchanges.filter(({ status }) => status >= 400).map(({ status }) => status)
    assert.includeMembers([...new Set(errors)], [401, 403, 429, 503])

    const [created] = exchanges.filter(({ status }) => status === 201)
    if (created === undefined) return assert.fail("no consent was created")
    const { "x-request-id": _, ...withoutId } = created.requestHeaders
    const changes: ReadonlyArray<Partial<BankOpenApi.Exchange>> = [
      { requestHeaders: withoutId },
      { requestHeaders: { ...created.requestHeaders, "psu-color": "green" } },
      { requestBody: "{}" },
      { responseBody: JSON.stringify({ ...JSON.parse(created.responseBody), consentStatus: "fine" }) },
      { responseHeaders: {} },
      { status: 202 },
      { url: new URL("?page=1", created.url) },
      { method: "PUT" }
    ]
    for (const change of changes) {
      assert.isNotEmpty(BankOpenApi.violationsOf({ ...created, ...change }), JSON.stringify(change))
    }
  })
)
