/**
 * Tests banks that require a login before the consent exists. All calls about the consent then contain the login's
 * token (spec 2.4, 16).
 */
import { assert, describe, it } from "@effect/vitest"
import type { BankProfile, Connector, ConnectorRequest, Step } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as OneTimeConsentConnector from "../../src/banks/OneTimeConsentConnector.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import { scope, validUntil } from "./SimulatedBanks.ts"

const test = testsOf(it, Effect.void)

const profile: BankProfile.BankProfile = {
  approaches: ["REDIRECT"],
  authentication: { before: "CONSENT", personScope: "psd2", parameters: { bic: "PROVSES0" } }
}

const token = { access_token: "at-1", token_type: "Bearer", expires_in: 3600, scope: "psd2" }

const make = (
  script: Bank.Script = {},
  own: BankProfile.BankProfile = profile,
  scriptAt: (origin: string) => Bank.Script = () => ({})
) =>
  Bank.makeScriptedBank(
    (origin) => ({
      ...Bank.grantedResponse(),
      "POST /token": { body: token },
      "POST /v1/consents": Bank.createdResponse(),
      "GET /v1/accounts": { body: { accounts: [] } },
      "GET /v1/card-accounts": { body: { cardAccounts: [] } },
      "DELETE /v1/consents/consent-1": { status: 204 },
      ...script,
      ...scriptAt(origin)
    }),
    (origin) => ({
      profile: own,
      clientId: "PSDSE-FINA-1",
      authentication: {
        authorizationUrl: `${origin}/authorize`,
        ...(own.authentication?.tokenFormat && { authorizationLinksUrl: `${origin}/oauth/links` }),
        tokenUrl: `${origin}/token`
      }
    })
  )

const registeredUrl = "https://service.example/collections/return"

const returnOf = (step: number) => ({ url: `${registeredUrl}/state-${step}`, registeredUrl, state: `state-${step}` })

const order: ConnectorRequest = {
  company: Bank.company,
  products: ["PSD2_AIS"],
  loginMethod: "REDIRECT",
  login: Redacted.make({ type: "PAGE" }),
  consent: { scope, psuIpAddress: "192.0.2.17", psuLocale: "sv-se", validUntil },
  pageReturn: returnOf(0)
}

const pageIn = (step: Step) => (step._tag === "Poll" ? step.information?.REDIRECT_URL : undefined)

/** Takes steps until the page differs from `before` or the collection ends. */
const until = Effect.fnUntraced(function* (connector: Connector, first: Step, before?: string) {
  let last = first
  for (let taken = 1; taken < 10 && last._tag === "Poll"; taken++) {
    const page = pageIn(last)
    if (page !== undefined && page !== before) return last
    last = yield* connector.resume(last.session, { _tag: "Tick" }, `c/${taken}`, returnOf(taken))
  }
  return last
})

const back = (connector: Connector, { session }: Step, code?: string) =>
  connector.resume(
    session,
    { _tag: "Return", ...(code !== undefined && { response: { code: Redacted.make(code) } }) },
    "c/back",
    returnOf(20)
  )

/**
 * Starts a collection and lets the person log in. Returns the step that shows the consent's page or ends the
 * collection.
 */
const loggedIn = Effect.fnUntraced(function* (connector: Connector) {
  const login = yield* until(connector, yield* connector.begin(order, "c/0"))
  return { login, next: yield* until(connector, yield* back(connector, login, "code-1"), pageIn(login)) }
})

describe("a collection at a bank with a login before the consent", () => {
  test("shows the login, asks for the consent with the token, and shows the consent's page", function* () {
    const { asked, bank, server } = yield* make()
    const connector = OneTimeConsentConnector.make(bank)
    const { login, next } = yield* loggedIn(connector)
    const { origin, pathname, searchParams } = new URL(pageIn(login) ?? "")
    assert.strictEqual(origin + pathname, `${server.origin}/authorize`)
    const { code_challenge: challenge, ...parameters } = Object.fromEntries(searchParams)
    assert.deepStrictEqual(parameters, {
      bic: "PROVSES0",
      response_type: "code",
      client_id: "PSDSE-FINA-1",
      redirect_uri: registeredUrl,
      scope: "psd2",
      state: "state-0",
      code_challenge_method: "S256"
    })
    assert.match(challenge ?? "", /^[\w-]{43}$/)
    assert.isTrue(login._tag === "Poll" && login.expectsCode)
    assert.strictEqual(pageIn(next), "https://login.provbanken.example/consent/1")
    assert.notProperty(next, "expectsCode")
    const [exchange, creation] = asked
    assert.deepInclude(Object.fromEntries(new URLSearchParams(exchange?.body)), {
      grant_type: "authorization_code",
      code: "code-1",
      redirect_uri: registeredUrl
    })
    assert.strictEqual(creation?.call, "POST /v1/consents")
    assert.match(
      String(creation?.headers["tpp-redirect-uri"]),
      /^https:\/\/service\.example\/collections\/return\/state-[1-9]/
    )
    const end = yield* until(connector, yield* back(connector, next))
    assert.strictEqual(end.status, "COMPLETED_EMPTY")
    const bearers = asked.slice(1).map(({ headers }) => headers.authorization)
    assert.deepStrictEqual(new Set(bearers), new Set(["Bearer at-1"]))
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
    assert.lengthOf(
      asked.filter(({ call }) => call === "POST /token"),
      1
    )
  })

  test("finds a login without a fixed address, gets tokens in the bank's format, and names all accounts", function* () {
    const ibans = ["EE471000001020145685", "EE382200221020145685"]
    const { asked, bank, server } = yield* make(
      {
        "GET /v1/account-list": { body: { accounts: ibans.map((iban) => ({ iban, currency: "EUR" })) } }
      },
      {
        authentication: {
          before: "CONSENT",
          parameters: { scopes: "accounts consents" },
          tokenFormat: "JSON",
          tokenParameters: { realm: "psd2" }
        },
        query: { bic: "PROVSES0" },
        accountList: "account-list"
      },
      (origin) => ({
        "GET /oauth/links": { body: [{ url: `${origin}/login?state=theirs&lang=et` }, { url: `${origin}/business` }] }
      })
    )
    const { login } = yield* loggedIn(OneTimeConsentConnector.make(bank))
    const { origin, pathname, searchParams } = new URL(pageIn(login) ?? "")
    assert.strictEqual(origin + pathname, `${server.origin}/login`)
    assert.deepInclude(Object.fromEntries(searchParams), { lang: "et", scopes: "accounts consents", state: "state-0" })
    assert.isFalse(searchParams.has("scope"))
    const [links, exchange, list, creation] = asked
    assert.strictEqual(links?.call, "GET /oauth/links?bic=PROVSES0")
    assert.strictEqual(exchange?.headers["content-type"], "application/json")
    const token: unknown = JSON.parse(exchange?.body ?? "")
    assert.deepInclude(token, { grant_type: "authorization_code", code: "code-1", realm: "psd2" })
    assert.strictEqual(list?.headers.authorization, "Bearer at-1")
    const named = ibans.map((iban) => ({ iban }))
    const { access }: { access?: unknown } = JSON.parse(creation?.body ?? "")
    assert.deepStrictEqual(access, { accounts: named, balances: named, transactions: named })
  })

  test("ends if the bank grants the consent too late after somebody first returns from its page", function* () {
    const { asked, bank } = yield* make({ "GET /v1/consents/consent-1/status": Bank.statusOf("received") })
    const connector = OneTimeConsentConnector.make(bank)
    const { next } = yield* loggedIn(connector)
    const undecided = yield* back(connector, next)
    assert.strictEqual(undecided.status, "WAITING_FOR_USER_ACTION")
    yield* TestClock.adjust("15 seconds")
    const end = yield* connector.resume(undecided.session, { _tag: "Tick" }, "collection/9")
    assert.strictEqual(end.status, "AUTHENTICATION_ERROR")
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })

  test("ends if the bank refuses the consent after the login", function* () {
    const { asked, bank } = yield* make({ "POST /v1/consents": Bank.failing(403, "SERVICE_BLOCKED") })
    const { next } = yield* loggedIn(OneTimeConsentConnector.make(bank))
    assert.deepInclude(next, { _tag: "End", status: "AUTHENTICATION_ERROR" })
    assert.strictEqual(asked.at(-1)?.call, "POST /v1/consents")
  })

  test("fails if the token lacks the scope, and asks for no consent", function* () {
    const { asked, bank } = yield* make({ "POST /token": { body: { ...token, scope: "payments" } } })
    const failed = yield* Effect.flip(loggedIn(OneTimeConsentConnector.make(bank))).pipe(quietly)
    assert.strictEqual(failed.reason, "BROKEN")
    assert.strictEqual(asked.at(-1)?.call, "POST /token")
  })

  test("has nothing to revoke while the person logs in, and keeps the page after a return without a code", function* () {
    const { asked, bank } = yield* make()
    const connector = OneTimeConsentConnector.make(bank)
    const login = yield* until(connector, yield* connector.begin(order, "c/0"))
    assert.strictEqual(pageIn(yield* back(connector, login)), pageIn(login))
    yield* connector.cancel(login.session)
    assert.isEmpty(asked)
  })

  test("creates no consent without the token of a person", function* () {
    const { asked, bank } = yield* make()
    assert.strictEqual(yield* Bank.reasonOf(bank.createConsent(Bank.request, "a-key")), "REFUSED")
    assert.isEmpty(asked)
  })

  test("supports no confirmation codes besides the token", function* () {
    const links = {
      scaRedirect: "https://login.provbanken.example/consent/1",
      confirmation: "/v1/consents/consent-1/a"
    }
    const { bank } = yield* make({ "POST /v1/consents": Bank.createdResponse(Bank.links(links)) })
    const failed = yield* Effect.flip(loggedIn(OneTimeConsentConnector.make(bank))).pipe(quietly)
    assert.strictEqual(failed.reason, "BROKEN")
  })
})
