import { assert, describe, it, layer } from "@effect/vitest"
import { CollectionStatus, returnedBy } from "@sheaf/domain/CollectionStatus"
import { InputType } from "@sheaf/domain/ExtraInformation"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { matches } from "@sheaf/domain/NameMatching"
import { check } from "@sheaf/domain/StartCollection"
import { Scenarios } from "@sheaf/ports"
import { scenariosContract } from "@sheaf/ports/testing"
import { Arbitrary, Effect, Layer, Schema } from "effect"
import { catalogue, consentCatalogue, unlisted } from "../src/index.ts"
import { sandbox, startOf } from "../src/testing/index.ts"
import { byPersonalNumber, byUsername, companyOf, drive, scenarioNamed } from "./Drive.ts"

/** Every way to start every scenario. */
const starts = catalogue.flatMap((scenario) =>
  scenario.loginMethods.map((loginMethod) => ({ scenario, loginMethod, start: startOf(scenario, loginMethod) }))
)

scenariosContract("the sandbox", Layer.succeed(Scenarios, { all: catalogue, consents: consentCatalogue }))

describe("the catalogue", () => {
  it("leaves out what takes longer than a program would wait, and tells of it apart", () => {
    assert.deepStrictEqual(
      unlisted.map(({ finalStatus, scenario }) => [scenario, finalStatus]),
      [["company-hangs", "THIRD_PARTY_ERROR"]]
    )
  })

  it("reaches every status that 2026-04-01 returns for a collection without a PDF", () => {
    const reached = new Set(catalogue.flatMap(({ visits }) => visits))
    const ofPdfs = ["FAILED_PDF_PARSE", "FAILED_PDF_USER_INPUT"]
    const wanted = CollectionStatus.literals.filter((status) => !ofPdfs.includes(status))
    assert.sameMembers([...reached], wanted)
  })

  it("answers every kind of question, and every kind of input", () => {
    const supplements = catalogue.flatMap(({ supplements: listed = [] }) => listed)
    const types = ["COLLECTION_INPUT", "RESPONSE_OBJECT", "TWO_FACTOR_CHOICE", "TWO_FACTOR_CODE"]
    assert.sameMembers([...new Set(supplements.map(({ type }) => type))], types)
    const inputs = supplements.flatMap((each) => (each.type === "COLLECTION_INPUT" ? Object.keys(each.inputs) : []))
    assert.sameMembers([...new Set(inputs)], [...InputType.literals])
  })

  it("can be sent as it is: the parameters are right for every login method of their scenario", () => {
    for (const { company, loginMethods, parameters, scenario } of catalogue) {
      for (const loginMethod of loginMethods) {
        const { parameter } = LoginMethod.describe(loginMethod)
        const ofNoFamily = ["ACCOUNT_OWNER_NAME", "SESSION_METADATA", "COLLECTION_FILTER", "PSD2_AIS_CONSENT"]
        const sent = parameters.filter(({ type }) => type === parameter || ofNoFamily.includes(type))
        const checked = check({ company, loginMethod, parameters: sent }, "2026-04-01")
        assert.isFalse(Array.isArray(checked), `${scenario} by ${loginMethod}: ${JSON.stringify(checked)}`)
      }
    }
  })

  it("has a way to LOGIN_METHOD_NOT_APPLICABLE in every market, which 2025-01-01 shows by market", () => {
    const markets = catalogue
      .filter(({ finalStatus }) => finalStatus === "LOGIN_METHOD_NOT_APPLICABLE")
      .map(({ company }) => company.slice(0, 2))
    assert.deepStrictEqual([...markets].sort(), [...Market.all].sort())
    const shown = Market.all.filter((market) =>
      returnedBy("REJECTED_INCORRECT_LOGIN_METHOD", { version: "2025-01-01", market })
    )
    assert.includeMembers(markets, shown)
  })
})

layer(sandbox)("scenarios", (it) => {
  for (const { loginMethod, scenario, start } of starts) {
    it.effect(`${scenario.scenario} goes through its history by ${loginMethod}`, () =>
      Effect.gen(function* () {
        const { end, visits } = yield* drive(start)
        assert.deepStrictEqual(visits, scenario.visits)
        const byService = ["FAILED", "AUTHENTICATION_MISMATCH"].includes(scenario.finalStatus)
        assert.strictEqual(end._tag !== "End" && !byService, scenario.expire ?? false, "it waits until it expires")
      })
    )
  }

  it.effect("ask for as many answers as there are supplements, and once more where nobody answers", () =>
    Effect.gen(function* () {
      for (const { scenario, start } of starts) {
        const { steps } = yield* drive(start)
        const asked = steps.flatMap((step) => {
          if (step._tag !== "Ask") return []
          return step.question.kind === "RESPONSE_OBJECT" ? step.question.etags : [step.question.kind]
        })
        const unanswered = steps.at(-1)?._tag === "Ask" ? 1 : 0
        assert.strictEqual(asked.length - unanswered, scenario.supplements?.length ?? 0, scenario.scenario)
      }
    })
  )

  it.effect("tell why: the lock, the maintenance and the company's error by their own codes", () =>
    Effect.gen(function* () {
      const reasons = new Map<string, string | undefined>()
      const locks = new Map<string, number | undefined>()
      for (const { scenario, start } of starts) {
        const { end } = yield* drive(start)
        reasons.set(scenario.scenario, end._tag === "End" ? end.reason?.code : undefined)
        locks.set(scenario.scenario, end._tag === "End" ? end.reason?.retryAfterSeconds : undefined)
      }
      // A quarter of an hour is what the service says where the company does not.
      assert.strictEqual(locks.get("account-temporarily-locked"), undefined)
      assert.strictEqual(locks.get("account-temporarily-locked-hour"), 3600)
      assert.strictEqual(reasons.get("company-maintenance"), "COMPANY_MAINTENANCE")
      assert.strictEqual(reasons.get("third-party-error"), "COMPANY_ERROR")
      assert.strictEqual(reasons.get("consent-refused"), "CONSENT_REFUSED")
      assert.strictEqual(reasons.get("electronic-id-consent-refused"), "CONSENT_REFUSED")
      assert.strictEqual(reasons.get("completed"), undefined)
    })
  )

  it.effect("end with the share of the data that their status says", () =>
    Effect.gen(function* () {
      const count = Effect.fnUntraced(function* (username: string) {
        const { end } = yield* drive(byUsername("se-nordhem", username))
        const collected = end._tag === "End" ? end.collected : undefined
        return [collected?.insurance.length, collected?.wealth.length, collected?.missing]
      })
      assert.deepStrictEqual(yield* count("completed"), [5, 5, []])
      assert.deepStrictEqual(yield* count("completed-partial"), [
        5,
        1,
        [{ product: "WEALTH", reason: "COMPANY_ERROR" }]
      ])
      assert.deepStrictEqual(yield* count("completed-empty"), [0, 0, []])
      assert.deepStrictEqual(yield* count("failed"), [undefined, undefined, undefined])
    })
  )

  it.effect.each([
    ["accounts", 4, true],
    ["accounts-ee", 3, true],
    ["accounts-lt", 3, true],
    ["accounts-lv", 2, false],
    ["accounts-fr", 3, true],
    ["accounts-narrow", 1, false],
    ["electronic-id-accounts", 4, true],
    ["electronic-id-fewer-accounts", 1, true],
    ["client-side-accounts", 4, true],
    ["security-token-accounts", 4, true]
  ] as const)(
    "end with accounts where a consent is asked for, whoever logs in: %s",
    ([name, count, withTransactions]) =>
      Effect.gen(function* () {
        const scenario = scenarioNamed(name)
        for (const loginMethod of scenario.loginMethods) {
          const { end } = yield* drive(startOf(scenario, loginMethod))
          const accounts = end._tag === "End" ? (end.collected?.wealth ?? []) : []
          assert.lengthOf(accounts, count, loginMethod)
          for (const account of accounts) assert.strictEqual("transactions" in account, withTransactions, loginMethod)
        }
      })
  )

  const names = new Set(catalogue.map(({ scenario }) => scenario))
  const otherNames = Arbitrary.filter(Arbitrary.schema(Schema.NonEmptyString), (name) => !names.has(name))

  it.effect.prop("end with data for every user name that names none", [otherNames], ([username]) =>
    Effect.gen(function* () {
      const { visits } = yield* drive(byUsername("ee-rannakindlustus", username))
      assert.deepStrictEqual(visits, ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"])
    })
  )

  it.effect("are chosen by the local part of an address, at any company", () =>
    Effect.gen(function* () {
      const login = { type: "EMAIL", email: "incorrect-credentials@somewhere.example" } as const
      const { end } = yield* drive({ company: "fr-rivage", loginMethod: "EMAIL", login })
      assert.strictEqual(end.status, "INCORRECT_CREDENTIALS")
      const asUsername = yield* drive(byUsername("fr-rivage", "incorrect-credentials@somewhere.example"))
      assert.strictEqual(asUsername.end.status, "COMPLETED")
    })
  )

  const codes = Arbitrary.filter(
    Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[0-9]{4,10}$/))),
    (code) => code !== "0000"
  )

  it.effect.prop("take every two-factor code but one", [codes], ([value]) =>
    Effect.gen(function* () {
      const start = byUsername("se-nordhem", "two-factor")
      const right = yield* drive({ ...start, answers: [{ type: "TWO_FACTOR_CODE", value }] })
      assert.strictEqual(right.end.status, "COMPLETED")
      const wrong = yield* drive({ ...start, answers: [{ type: "TWO_FACTOR_CODE", value: "0000" }] })
      assert.strictEqual(wrong.end.status, "INCORRECT_TWO_FACTOR_CODE")
    })
  )

  it.effect.each([
    ["sms", "text message"],
    ["email", "your address"],
    ["app", "company's app"],
    ["totp", "authenticator app"]
  ] as const)("ask for the code of the two-factor method that was chosen: %s", ([methodId, word]) =>
    Effect.gen(function* () {
      const answers = [
        { type: "TWO_FACTOR_CHOICE", methodId },
        { type: "TWO_FACTOR_CODE", value: "123456" }
      ] as const
      const { steps } = yield* drive({ ...byUsername("se-nordhem", "two-factor-choice"), answers })
      const asked = steps.filter((step) => step._tag === "Ask").map(({ information }) => information)
      assert.lengthOf(asked, 2)
      const methods = asked[0]?.AVAILABLE_TWO_FACTOR_METHODS ?? []
      assert.sameMembers(
        methods.map(({ type }) => type),
        ["SMS", "EMAIL", "APP", "TOTP"]
      )
      assert.include(asked[1]?.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.authenticationInstruction ?? "", word)
      assert.isUndefined(asked[1]?.AVAILABLE_TWO_FACTOR_METHODS)
    })
  )

  it.effect("end at the company in maintenance whatever the credentials and the method", () =>
    Effect.gen(function* () {
      const { availability } = yield* companyOf("se-tallmo")
      for (const loginMethod of availability.loginMethods) {
        const { parameter } = LoginMethod.describe(loginMethod)
        const start =
          parameter === "SWEDISH_EID"
            ? byPersonalNumber("se-tallmo", loginMethod, "199001052381")
            : startOf(scenarioNamed("completed-empty"), loginMethod)
        assert.strictEqual((yield* drive({ ...start, company: "se-tallmo" })).end.status, "THIRD_PARTY_ERROR")
      }
    })
  )

  it.effect("name the owner so that a pension of the person is told apart by name", () =>
    Effect.gen(function* () {
      const { parameters } = scenarioNamed("account-owner-name")
      const owner = parameters.find((parameter) => parameter.type === "ACCOUNT_OWNER_NAME")
      const { end } = yield* drive(byUsername("se-nordhem", "account-owner-name"))
      const wealth = end._tag === "End" ? (end.collected?.wealth ?? []) : []
      const untold = wealth.flatMap((record) =>
        "insuredPersonName" in record && !("otherInsuredPerson" in record) ? [record.insuredPersonName ?? ""] : []
      )
      assert.isNotEmpty(untold)
      for (const name of untold) assert.isTrue(matches(name, owner?.name ?? ""))
    })
  )
})

layer(sandbox)("the pace", (it) => {
  const spans = {
    none: (millis: number) => millis === 0,
    quick: (millis: number) => millis >= 100 && millis <= 500,
    human: (millis: number) => millis >= 500 && millis <= 2000
  }
  const spanOf = (method: LoginMethod.LoginMethod): keyof typeof spans => {
    if (method.endsWith("_MOCK")) return "none"
    return method.startsWith("SWEDISH_MOBILE_EID") ? "human" : "quick"
  }

  it.effect("is none with _MOCK, human with electronic ID, quick otherwise", () =>
    Effect.gen(function* () {
      for (const { loginMethod, scenario, start } of starts) {
        // What nobody answers is asked after at the pace of the scheme, so that nothing runs hot.
        if (scenario.scenario.endsWith("unanswered") || scenario.scenario.endsWith("unsigned")) continue
        const { pauses } = yield* drive(start)
        const fits = pauses.every(spans[spanOf(loginMethod)])
        assert.isTrue(fits, `${scenario.scenario} by ${loginMethod}: ${pauses.join(", ")}`)
      }
    })
  )

  it.effect("is the scheme's where nobody answers an order, also with _MOCK", () =>
    Effect.gen(function* () {
      for (const name of ["electronic-id-unanswered", "electronic-id-unsigned"]) {
        for (const loginMethod of scenarioNamed(name).loginMethods) {
          const { pauses } = yield* drive(startOf(scenarioNamed(name), loginMethod))
          assert.deepStrictEqual([...new Set(pauses.slice(-10))], [2000], `${name} by ${loginMethod}`)
        }
      }
    })
  )

  it.effect("holds RUNNING, LOGIN and COLLECTING long enough to be seen, and ends inside 5 s", () =>
    Effect.gen(function* () {
      const { pauses, steps } = yield* drive(byUsername("se-nordhem", "maja"))
      assert.deepStrictEqual(
        steps.map(({ status }) => status),
        ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"]
      )
      assert.isBelow(
        pauses.reduce((sum, pause) => sum + pause, 0),
        5000
      )
    })
  )
})

layer(sandbox)("electronic ID", (it) => {
  const order = Effect.fnUntraced(function* (method: LoginMethod.LoginMethod) {
    const { steps } = yield* drive(byPersonalNumber("se-nordhem", method, "199001012385"))
    const waiting = steps.find((step) => step._tag === "Poll" && step.status === "WAITING_FOR_USER_ACTION")
    return waiting?._tag === "Poll" ? waiting : undefined
  })

  it.effect.each([
    ["SWEDISH_MOBILE_EID_SAME_DEVICE", true, false],
    ["SWEDISH_MOBILE_EID_OTHER_DEVICE", false, true],
    ["SWEDISH_MOBILE_EID_ANY_DEVICE", true, true]
  ] as const)("shows what %s is opened with", ([family, autostart, animatedQr]) =>
    Effect.gen(function* () {
      for (const method of LoginMethod.ofFamily(family)) {
        const waiting = yield* order(method)
        const token = waiting?.information?.SWEDISH_MOBILE_EID_AUTOSTART_TOKEN
        assert.strictEqual(token !== undefined, autostart, method)
        if (token !== undefined) assert.match(token, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
        assert.strictEqual(waiting?.animatedQr !== undefined, animatedQr, method)
      }
    })
  )

  it.effect("stops showing it once the person signs, before the data is collected", () =>
    Effect.gen(function* () {
      const method = "SWEDISH_MOBILE_EID_ANY_DEVICE_TEST"
      const { steps } = yield* drive(byPersonalNumber("se-nordhem", method, "199001012385"))
      assert.deepStrictEqual(
        steps.map((step) => [step.status, step._tag === "Poll" && step.animatedQr !== undefined]),
        [
          ["RUNNING", false],
          ["LOGIN", false],
          ["WAITING_FOR_USER_ACTION", true],
          ["WAITING_FOR_USER_ACTION", false],
          ["COLLECTING", false],
          ["COMPLETED", false]
        ]
      )
    })
  )

  it.effect("asks a security token with a reference number and for digits", () =>
    Effect.gen(function* () {
      const start = byPersonalNumber("se-nordhem", "SWEDISH_SECURITY_TOKEN", "199101012384")
      const { steps } = yield* drive({ ...start, answers: [{ type: "TWO_FACTOR_CODE", value: "4711" }] })
      const asked = steps.find((step) => step._tag === "Ask")
      assert.strictEqual(asked?.status, "TWO_FACTOR_PENDING")
      assert.match(asked?.information?.REFERENCE_NUMBER ?? "", /^[0-9]{8}$/)
      assert.strictEqual(asked?.information?.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.responseType, "NUMBER_CODE")
    })
  )
})
