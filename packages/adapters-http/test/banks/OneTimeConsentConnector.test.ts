/** Tests collections with a one-time consent at banks that use a page or an app (spec 2.1, 16). */
import { assert, describe, it } from "@effect/vitest"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import type { Connector, ConnectorRequest, Step } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as OneTimeConsentConnector from "../../src/banks/OneTimeConsentConnector.ts"
import * as Bank from "./ScriptedBank.ts"
import { scope, validUntil } from "./SimulatedBanks.ts"

const test = testsOf(it, Effect.void)

const orderOf = (personalNumber: string): ConnectorRequest => ({
  company: "se-fjallbanken",
  products: ["PSD2_AIS"],
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  login: Redacted.make({ type: "SWEDISH_EID", personalNumber }),
  consent: { scope, psuIpAddress: "192.0.2.17", psuLocale: "sv-se", validUntil }
})

const returnUrl = "https://service.example/collections/return"

const byPage: ConnectorRequest = {
  ...orderOf(""),
  loginMethod: "REDIRECT",
  login: Redacted.make({ type: "PAGE" }),
  pageReturn: { url: `${returnUrl}/a-state`, registeredUrl: returnUrl, state: "a-state" }
}

const byEmail: ConnectorRequest = {
  ...byPage,
  loginMethod: "EMAIL",
  login: Redacted.make({ type: "EMAIL", email: "maja@example.com" })
}

const taken = Effect.fnUntraced(function* (connector: Connector, order: ConnectorRequest) {
  return yield* takenFrom(connector, yield* connector.begin(order, "collection/0"))
})

const takenFrom = Effect.fnUntraced(function* (connector: Connector, first: Step) {
  const steps: Array<Step> = [first]
  for (let last = steps.at(-1); last !== undefined && last._tag === "Poll" && steps.length < 10; last = steps.at(-1)) {
    steps.push(yield* connector.resume(last.session, { _tag: "Tick" }, `collection/${steps.length}`))
  }
  return steps
})

const statusesOf = (steps: ReadonlyArray<Step>) => steps.map(({ status }) => status)

const authorizations = "/v1/consents/consent-1/authorisations"

const granting: Bank.Script = {
  ...Bank.grantedResponse(),
  "POST /v1/consents": Bank.createdResponse(),
  "GET /v1/accounts": { body: { accounts: [] } },
  "GET /v1/card-accounts": { body: { cardAccounts: [] } },
  "DELETE /v1/consents/consent-1": { status: 204 }
}

const atPage = (script: Bank.Script = {}) => Bank.makeScriptedBank({ ...granting, ...script })

const inApp = (script: Bank.Script = {}) =>
  Bank.makeScriptedBank(
    {
      ...granting,
      "POST /v1/consents": Bank.createdResponse({}),
      [`GET ${authorizations}`]: { body: { authorisationIds: [] } },
      [`POST ${authorizations}`]: { status: 201, body: { scaStatus: "started", authorisationId: "a-1" } },
      ...script
    },
    { approach: "DECOUPLED" }
  )

describe("a collection under a one-time consent", () => {
  test("asks for a single use, and ends the consent after the reading", function* () {
    const { asked, bank } = yield* inApp()
    const steps = yield* taken(OneTimeConsentConnector.make(bank), orderOf("199001012385"))
    assert.strictEqual(steps.at(-1)?.status, "COMPLETED_EMPTY")
    assert.deepInclude(JSON.parse(asked[0]?.body ?? ""), { recurringIndicator: false, frequencyPerDay: 1 })
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })

  test("ends as COMPLETED_PARTIAL with every account if there are too many transactions", function* () {
    const booked = Array.from({ length: 10_001 }, (_, at) => ({
      transactionId: `t-${at}`,
      transactionAmount: { amount: "1", currency: "SEK" }
    }))
    const { bank } = yield* inApp({
      "GET /v1/accounts": { body: { accounts: [{ resourceId: "r-1", bban: "1", currency: "SEK", balances: [] }] } },
      "GET /v1/accounts/r-1/balances": { body: { balances: [] } },
      "GET /v1/accounts/r-1/transactions": { body: { transactions: { booked } } }
    })
    const end = (yield* taken(OneTimeConsentConnector.make(bank), orderOf("199001012385"))).at(-1)
    assert.strictEqual(end?.status, "COMPLETED_PARTIAL")
    const { missing, wealth = [] } = (end?._tag === "End" && end.collected) || {}
    assert.deepStrictEqual(missing, [
      { product: "PSD2_AIS", accountId: "1", part: "TRANSACTIONS", reason: "TOO_MUCH_DATA" }
    ])
    assert.lengthOf(wealth, 1)
  })

  test("revokes the consent when it is canceled, and rejects other connectors' sessions", function* () {
    const { asked, bank } = yield* Bank.makeScriptedBank({}, { approach: "DECOUPLED" })
    const connector = OneTimeConsentConnector.make(bank)
    const session = { bankConsentId: "consent-1", scope, psuIpAddress: "192.0.2.17", phase: "WAITING" }
    yield* connector.cancel(JSON.stringify(session))
    assert.deepStrictEqual(
      asked.map(({ call }) => call),
      ["DELETE /v1/consents/consent-1"]
    )
    for (const text of ["", "{}", "a session"]) {
      assert.strictEqual((yield* Effect.flip(connector.resume(text, { _tag: "Tick" }, "k"))).reason, "BROKEN")
    }
    assert.strictEqual((yield* Effect.flip(connector.document(JSON.stringify(session), "1"))).reason, "BROKEN")
  })

  const returning = (connector: Connector, { session }: Step, code?: string) => {
    const response = code === undefined ? {} : { response: { code: Redacted.make(code) } }
    return connector.resume(session, { _tag: "Return", ...response }, "collection/11")
  }

  test("shows the bank's page until the person returns, even if the consent is valid before", function* () {
    const { asked, bank } = yield* atPage()
    const connector = OneTimeConsentConnector.make(bank)
    const shown = yield* taken(connector, byPage)
    assert.strictEqual(shown[0]?.status, "LOGIN")
    assert.deepStrictEqual(new Set(statusesOf(shown.slice(1))), new Set(["WAITING_FOR_USER_ACTION"]))
    const pages = shown.slice(1).map((step) => (step._tag === "Poll" ? step.information?.REDIRECT_URL : undefined))
    assert.deepStrictEqual(new Set(pages), new Set(["https://login.provbanken.example/consent/1"]))
    assert.strictEqual(asked[0]?.headers["tpp-redirect-uri"], `${returnUrl}/a-state`)
    assert.strictEqual(asked[0]?.headers["tpp-redirect-preferred"], "true")
    assert.notProperty(asked[0]?.headers, "psu-id")
    const last = shown.at(-1) ?? assert.fail("no step")
    const back = yield* returning(connector, last)
    assert.strictEqual((yield* Effect.flip(returning(connector, back))).reason, "BROKEN")
    const steps = yield* takenFrom(connector, back)
    assert.deepStrictEqual(statusesOf(steps), ["COLLECTING", "COLLECTING", "COMPLETED_EMPTY"])
    for (const step of steps) assert.notProperty(step, "information")
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })

  for (const granted of [14, 15]) {
    const end = granted < 15 ? "COMPLETED_EMPTY" : "AUTHENTICATION_ERROR"
    test(`is ${end} if the bank grants the consent ${granted} seconds after the person's return`, function* () {
      const status = "GET /v1/consents/consent-1/status"
      const { asked, bank } = yield* atPage({
        [status]: [Bank.statusOf("received"), Bank.statusOf("partiallyAuthorised"), Bank.statusOf("valid")]
      })
      const connector = OneTimeConsentConnector.make(bank)
      const shown = yield* connector.begin(byEmail, "collection/0")
      const page = yield* connector.resume(shown.session, { _tag: "Tick" }, "collection/1")
      const back = yield* returning(connector, page)
      assert.deepStrictEqual(back._tag === "Poll" && [back.status, back.information], [
        "WAITING_FOR_USER_ACTION",
        undefined
      ])
      const still = yield* connector.resume(back.session, { _tag: "Tick" }, "collection/3")
      yield* TestClock.adjust(granted * 1000)
      assert.strictEqual((yield* takenFrom(connector, still)).at(-1)?.status, end)
      assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
    })
  }

  test("sends a bank the confirmation code that its page added, and waits for a return with a code", function* () {
    const path = "/v1/consents/consent-1/authorisations/1"
    const { asked, bank } = yield* atPage({
      "POST /v1/consents": Bank.createdResponse(
        Bank.links({ scaRedirect: "https://login.provbanken.example/consent/1", confirmation: path })
      ),
      [`PUT ${path}`]: { body: { scaStatus: "finalised" } }
    })
    const connector = OneTimeConsentConnector.make(bank)
    const shown = (yield* taken(connector, byPage))[1] ?? assert.fail("no step")
    assert.isTrue(shown._tag === "Poll" && shown.expectsCode)
    const again = yield* returning(connector, shown)
    assert.deepInclude(again, { status: "WAITING_FOR_USER_ACTION", session: shown.session })
    assert.isTrue(again._tag === "Poll" && again.information?.REDIRECT_URL !== undefined && again.once === undefined)
    const back = yield* returning(connector, shown, "a-code")
    assert.isTrue(back._tag === "Poll" && back.once)
    const steps = yield* takenFrom(connector, back)
    assert.strictEqual(steps.at(-1)?.status, "COMPLETED_EMPTY")
    assert.deepStrictEqual(JSON.parse(asked.find(({ call }) => call === `PUT ${path}`)?.body ?? ""), {
      confirmationCode: "a-code"
    })
  })

  test("waits on the bank's page until the collection's time is over", function* () {
    const { bank } = yield* atPage({ "GET /v1/consents/consent-1/status": Bank.statusOf("received") })
    const connector = OneTimeConsentConnector.make(bank)
    let step = yield* connector.begin(byPage, "collection/0")
    for (let minute = 0; minute < 10; minute++) {
      step = yield* connector.resume(step.session, { _tag: "Tick" }, `collection/${minute + 1}`)
      assert.strictEqual(step.status, "WAITING_FOR_USER_ACTION")
      yield* TestClock.adjust("1 minute")
    }
  })

  test("revokes a consent that the bank has rejected", function* () {
    const { asked, bank } = yield* atPage({ "GET /v1/consents/consent-1/status": Bank.statusOf("rejected") })
    const last = (yield* taken(OneTimeConsentConnector.make(bank), byPage)).at(-1)
    assert.strictEqual(last?.status, "AUTHENTICATION_ERROR")
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })

  test("revokes the consent if the bank does not ask the person", function* () {
    const { asked, bank } = yield* inApp({ [`POST ${authorizations}`]: Bank.failing(401, "PSU_CREDENTIALS_INVALID") })
    const step = yield* OneTimeConsentConnector.make(bank).begin(orderOf("199001012385"), "collection/0")
    assert.strictEqual(step.status, "AUTHENTICATION_ERROR")
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })

  const askingLater = (answer: Bank.BankResponse) =>
    inApp({
      "GET /v1/consents/consent-1/status": [Bank.statusOf("received"), Bank.statusOf("valid")],
      [`GET ${authorizations}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
      [`GET ${authorizations}/a-1`]: {
        body: {
          scaStatus: "psuAuthenticated",
          scaMethods: [
            { authenticationMethodId: "m-1", authenticationType: "PUSH_OTP", name: "App" },
            { authenticationMethodId: "m-2", authenticationType: "SMS_OTP", name: "Text message" }
          ]
        }
      },
      [`PUT ${authorizations}/a-1`]: [
        {
          body: {
            scaStatus: "scaMethodSelected",
            chosenScaMethod: { authenticationMethodId: "m-2", authenticationType: "SMS_OTP" },
            challengeData: {
              otpFormat: "integer",
              additionalInformation: "Enter the code from the text message.",
              image: "iVBORw0KGgo="
            }
          }
        },
        answer
      ]
    })

  const inputTo = (connector: Connector, { session }: Step, input: UserInput, key: string) =>
    connector.resume(session, { _tag: "Input", input: Redacted.make(input) }, key)

  const answeredLater = Effect.fnUntraced(function* (connector: Connector) {
    const choice = (yield* taken(connector, orderOf("199001012385"))).at(-1) ?? assert.fail("no step")
    assert.isTrue(choice._tag === "Ask" && choice.question.kind === "TWO_FACTOR_CHOICE")
    const code = yield* inputTo(connector, choice, { type: "TWO_FACTOR_CHOICE", methodId: "m-2" }, "collection/20")
    assert.deepStrictEqual(code._tag === "Ask" && [code.question, code.information], [
      { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" },
      {
        TWO_FACTOR_AUTHENTICATION_INSTRUCTION: {
          authenticationInstruction: "Enter the code from the text message.",
          responseType: "NUMBER_CODE"
        },
        AUTHENTICATION_IMAGE: "data:image/png;base64,iVBORw0KGgo="
      }
    ])
    return yield* inputTo(connector, code, { type: "TWO_FACTOR_CODE", value: "123456" }, "collection/21")
  })

  test("asks for a method and a code that the bank wants only after the person has logged in", function* () {
    const { asked, bank } = yield* askingLater({ body: { scaStatus: "finalised" } })
    const connector = OneTimeConsentConnector.make(bank)
    const steps = yield* takenFrom(connector, yield* answeredLater(connector))
    assert.strictEqual(steps.at(-1)?.status, "COMPLETED_EMPTY")
    const sent = asked.filter(({ call }) => call.startsWith("PUT")).map(({ body }) => JSON.parse(body))
    assert.deepStrictEqual(sent, [{ authenticationMethodId: "m-2" }, { scaAuthenticationData: "123456" }])
  })

  test("asks nobody to choose if the bank offers one method after the login", function* () {
    const { asked, bank } = yield* inApp({
      "GET /v1/consents/consent-1/status": [Bank.statusOf("received"), Bank.statusOf("valid")],
      [`GET ${authorizations}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
      [`GET ${authorizations}/a-1`]: {
        body: { scaStatus: "psuAuthenticated", scaMethods: [{ authenticationMethodId: "m-1", name: "App" }] }
      },
      [`PUT ${authorizations}/a-1`]: { body: { scaStatus: "scaMethodSelected", psuMessage: "Open the app." } }
    })
    const steps = yield* taken(OneTimeConsentConnector.make(bank), orderOf("199001012385"))
    assert.deepStrictEqual([...new Set(steps.map(({ _tag }) => _tag))], ["Poll", "End"])
    assert.strictEqual(steps.at(-1)?.status, "COMPLETED_EMPTY")
    const sent = asked.filter(({ call }) => call.startsWith("PUT")).map(({ body }) => JSON.parse(body))
    assert.deepStrictEqual(sent, [{ authenticationMethodId: "m-1" }])
  })

  test("does not hurry a bank that keeps offering one method", function* () {
    const { asked, bank } = yield* inApp({
      "GET /v1/consents/consent-1/status": Bank.statusOf("received"),
      [`GET ${authorizations}`]: [{ body: { authorisationIds: [] } }, { body: { authorisationIds: ["a-1"] } }],
      [`GET ${authorizations}/a-1`]: {
        body: { scaStatus: "psuAuthenticated", scaMethods: [{ authenticationMethodId: "m-1" }] }
      },
      [`PUT ${authorizations}/a-1`]: { body: { scaStatus: "psuAuthenticated" } }
    })
    const steps = yield* taken(OneTimeConsentConnector.make(bank), orderOf("199001012385"))
    const waited = steps.reduce((total, step) => total + (step._tag === "Poll" ? step.afterMillis : 0), 0)
    assert.isAtLeast(waited, 2_000 * asked.filter(({ call }) => call.startsWith("PUT")).length)
  })

  test("ends and revokes the consent after a wrong code", function* () {
    for (const wrong of [Bank.failing(401, "PSU_CREDENTIALS_INVALID"), { body: { scaStatus: "failed" } }]) {
      const { asked, bank } = yield* askingLater(wrong)
      const end = yield* answeredLater(OneTimeConsentConnector.make(bank))
      assert.strictEqual(end.status, "INCORRECT_TWO_FACTOR_CODE")
      assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
    }
  })

  test("rejects logins for which the bank has no way to ask the person", function* () {
    const { asked, bank, companies } = yield* Bank.makeScriptedBank({})
    const error = yield* Effect.flip(OneTimeConsentConnector.make(bank).begin(orderOf("199001012385"), "collection/0"))
    assert.strictEqual(error.reason, "BROKEN")
    const [company] = yield* companies.all
    assert.deepStrictEqual(company?.availability.loginMethods, ["REDIRECT", "EMAIL"])
    assert.isEmpty(asked)
  })

  const limitedBy = (retryAfter: string) =>
    atPage({ "GET /v1/consents/consent-1/status": Bank.failing(429, "ACCESS_EXCEEDED", { "retry-after": retryAfter }) })

  test("waits as long as a busy bank asks for", function* () {
    const { bank } = yield* limitedBy("30")
    const connector = OneTimeConsentConnector.make(bank)
    const begun = yield* connector.begin(byPage, "collection/0")
    const shown = yield* connector.resume(begun.session, { _tag: "Tick" }, "collection/1")
    const step = yield* connector.resume(shown.session, { _tag: "Tick" }, "collection/2")
    assert.deepInclude(step, { _tag: "Poll", status: "WAITING_FOR_USER_ACTION", afterMillis: 30_000 })
  })

  test("ends and revokes the consent if the bank accepts no calls for too long, and names the pause", function* () {
    const { asked, bank } = yield* limitedBy("3600")
    const last = (yield* taken(OneTimeConsentConnector.make(bank), byPage)).at(-1)
    assert.strictEqual(last?.status, "THIRD_PARTY_ERROR")
    assert.strictEqual(last?._tag === "End" && last.reason?.retryAfterSeconds, 3600)
    assert.strictEqual(asked.at(-1)?.call, "DELETE /v1/consents/consent-1")
  })
})
