/**
 * Tests the sandbox's scenarios: their parameters, their outcomes, and the data that each outcome returns (spec 12).
 */
import { assert, describe, it, layer } from "@effect/vitest"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { matches } from "@sheaf/domain/NameMatching"
import { check } from "@sheaf/domain/StartCollection"
import { runConnector } from "@sheaf/ports/testing"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { scenarioCatalog, unlistedScenarios } from "../src/index.ts"
import { faultyScenarios, connectorRunOf, layerTestConnectors } from "../src/testing/index.ts"
import {
  byPersonalNumber,
  byUsername,
  collection,
  companyOf,
  endOf,
  pausesOf,
  scenarioNamed,
  suite
} from "./TestSuites.ts"

describe("the catalog", () => {
  it("lists slow scenarios separately", () => {
    assert.deepStrictEqual(
      unlistedScenarios.map(({ finalStatus, scenario }) => [scenario, finalStatus]),
      [["company-hangs", "THIRD_PARTY_ERROR"]]
    )
  })

  it("has valid parameters for every login method of each scenario", () => {
    for (const { company, loginMethods, parameters, scenario } of scenarioCatalog) {
      for (const loginMethod of loginMethods) {
        const { parameter } = LoginMethod.describe(loginMethod)
        const ofNoFamily = ["ACCOUNT_OWNER_NAME", "SESSION_METADATA", "COLLECTION_FILTER", "PSD2_AIS_CONSENT"]
        const sent = parameters.filter(({ type }) => type === parameter || ofNoFamily.includes(type))
        const checked = check({ company, loginMethod, parameters: sent }, "2026-04-01")
        assert.isTrue(Result.isSuccess(checked), `${scenario} by ${loginMethod}: ${JSON.stringify(checked)}`)
      }
    }
  })

  it("reaches LOGIN_METHOD_NOT_APPLICABLE in every market, because version 2025-01-01 shows it by market", () => {
    const markets = scenarioCatalog
      .filter(({ finalStatus }) => finalStatus === "LOGIN_METHOD_NOT_APPLICABLE")
      .map(({ company }) => company.slice(0, 2))
    assert.deepStrictEqual([...markets].sort(), [...Market.all].sort())
  })
})

suite("scenarios", (test) => {
  test("end with their own reasons", function* () {
    for (const [name, code, retryAfterSeconds] of [
      // The connector gives no reason, so the service uses its default: a retry after 15 minutes.
      ["account-temporarily-locked", undefined, undefined],
      ["account-temporarily-locked-hour", "ACCOUNT_TEMPORARILY_LOCKED", 3600],
      ["company-maintenance", "COMPANY_MAINTENANCE", undefined],
      ["third-party-error", "COMPANY_ERROR", undefined],
      ["consent-refused", "CONSENT_REFUSED", undefined],
      ["electronic-id-consent-refused", "CONSENT_REFUSED", undefined],
      ["completed", undefined, undefined]
    ] as const) {
      const scenario = scenarioNamed(name)
      for (const loginMethod of scenario.loginMethods) {
        const { reason } = yield* endOf(connectorRunOf(scenario, loginMethod))
        assert.deepStrictEqual([reason?.code, reason?.retryAfterSeconds], [code, retryAfterSeconds], name)
      }
    }
  })

  test("end with the share of the data that their status implies", function* () {
    for (const [name, insurances, records, missing] of [
      ["completed", 5, 5, []],
      ["completed-partial", 5, 1, [{ product: "WEALTH", reason: "COMPANY_ERROR" }]],
      ["completed-empty", 0, 0, []],
      ["failed", undefined, undefined, undefined]
    ] as const) {
      const { collected } = yield* endOf(byUsername("se-nordhem", name))
      const { insurance, wealth } = { ...collected }
      assert.deepStrictEqual<unknown>(
        [insurance?.length, wealth?.length, collected?.missing],
        [insurances, records, missing]
      )
    }
  })

  test("end with all data, and each record only once, if the company asks again before it shows more", function* () {
    const countsOf = Effect.fnUntraced(function* (name: string) {
      const scenario = scenarioNamed(name)
      const { collected } = yield* endOf(connectorRunOf(scenario, scenario.loginMethods[0] ?? assert.fail(name)))
      const { insurance = [], wealth = [] } = { ...collected }
      const references = [...insurance, ...wealth].map((record) => JSON.stringify(record))
      assert.strictEqual(new Set(references).size, references.length)
      return [insurance.length, wealth.length]
    })
    const all = yield* countsOf("completed")
    for (const name of ["step-up-code", "step-up-app", "electronic-id-step-up"]) {
      assert.deepStrictEqual(yield* countsOf(name), all, name)
    }
  })

  test("are chosen by the local part of an email address at any company", function* () {
    const email = "incorrect-credentials@somewhere.example"
    const byEmail = yield* endOf(collection("fr-rivage", "EMAIL", { type: "EMAIL", email }))
    assert.strictEqual(byEmail.status, "INCORRECT_CREDENTIALS")
    assert.strictEqual((yield* endOf(byUsername("fr-rivage", email))).status, "COMPLETED")
  })

  for (const [methodId, word] of Object.entries({
    sms: "text message",
    email: "your address",
    app: "company's app",
    totp: "authenticator app"
  })) {
    test(`ask for the code of the chosen two-factor method: ${methodId}`, function* () {
      const choice = { type: "TWO_FACTOR_CHOICE", methodId } as const
      const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      const { steps } = yield* runConnector(byUsername("se-nordhem", "two-factor-choice", [choice, code]))
      const [first, second, ...others] = steps.flatMap((step) => (step._tag === "Ask" ? [step.information] : []))
      assert.isEmpty(others)
      assert.sameMembers(
        (first?.AVAILABLE_TWO_FACTOR_METHODS ?? []).map(({ type }) => type),
        ["SMS", "EMAIL", "APP", "TOTP"]
      )
      assert.include(second?.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.authenticationInstruction ?? "", word)
      assert.isUndefined(second?.AVAILABLE_TWO_FACTOR_METHODS)
    })
  }

  test("end in THIRD_PARTY_ERROR at a company in maintenance, with any credentials", function* () {
    const { availability } = yield* companyOf("se-tallmo")
    for (const loginMethod of availability.loginMethods) {
      const run =
        LoginMethod.describe(loginMethod).parameter === "SWEDISH_EID"
          ? byPersonalNumber("se-tallmo", loginMethod, "199001052381")
          : connectorRunOf(scenarioNamed("completed-empty"), loginMethod)
      const end = yield* endOf({ ...run, order: { ...run.order, company: "se-tallmo" } })
      assert.strictEqual(end.status, "THIRD_PARTY_ERROR")
    }
  })

  test("send the owner name that matches the pensions without otherInsuredPerson", function* () {
    const { parameters } = scenarioNamed("account-owner-name")
    const owner = parameters.find((parameter) => parameter.type === "ACCOUNT_OWNER_NAME")
    const { collected } = yield* endOf(byUsername("se-nordhem", "account-owner-name"))
    const untold = (collected?.wealth ?? []).flatMap((record) =>
      "insuredPersonName" in record && !("otherInsuredPerson" in record) ? [record.insuredPersonName ?? ""] : []
    )
    assert.isNotEmpty(untold)
    for (const name of untold) assert.isTrue(matches(name, owner?.name ?? ""))
  })

  for (const method of ["SMART_ID_MOCK", "MOBILE_ID_MOCK"] as const) {
    test(`show one number to compare until the person confirms: ${method}`, function* () {
      const { steps } = yield* runConnector(connectorRunOf(scenarioNamed("baltic-id"), method))
      const waiting = steps.filter(({ status }) => status === "WAITING_FOR_USER_ACTION")
      const numbers = waiting.map((step) => (step._tag === "Poll" ? step.information?.REFERENCE_NUMBER : undefined))
      assert.lengthOf([...new Set(numbers)], 1)
      assert.match(numbers[0] ?? "", /^[0-9]{4}$/)
    })
  }

  test("show a reference number for a security token and ask for digits", function* () {
    const code = { type: "TWO_FACTOR_CODE", value: "4711" } as const
    const run = byPersonalNumber("se-nordhem", "SWEDISH_SECURITY_TOKEN", "199101012384", [code])
    const asked = (yield* runConnector(run)).steps.find((step) => step._tag === "Ask")
    assert.strictEqual(asked?.status, "TWO_FACTOR_PENDING")
    assert.match(asked?.information?.REFERENCE_NUMBER ?? "", /^[0-9]{8}$/)
    assert.strictEqual(asked?.information?.TWO_FACTOR_AUTHENTICATION_INSTRUCTION?.responseType, "NUMBER_CODE")
  })
})

layer(layerTestConnectors)("any credentials", (it) => {
  const names = new Set(scenarioCatalog.map(({ scenario }) => scenario))
  const otherNames = Arbitrary.filter(Arbitrary.schema(Schema.NonEmptyString), (name) => !names.has(name))

  it.effect.prop("end with data if the user name selects no scenario", [otherNames], ([username]) =>
    Effect.gen(function* () {
      const { steps } = yield* runConnector(byUsername("ee-rannakindlustus", username))
      const statuses = steps.map(({ status }) => status)
      assert.deepStrictEqual([...new Set(statuses)], ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"])
    })
  )

  const codes = Arbitrary.filter(
    Arbitrary.schema(Schema.String.check(Schema.isPattern(/^[0-9]{4,10}$/))),
    (code) => code !== "0000"
  )

  it.effect.prop("accept every two-factor code except 0000", [codes], ([right]) =>
    Effect.gen(function* () {
      for (const [value, status] of [
        [right, "COMPLETED"],
        ["0000", "INCORRECT_TWO_FACTOR_CODE"]
      ] as const) {
        const end = yield* endOf(byUsername("se-nordhem", "two-factor", [{ type: "TWO_FACTOR_CODE", value }]))
        assert.strictEqual(end.status, status)
      }
    })
  )
})

suite("the pace", (test) => {
  const spans = {
    none: (millis: number) => millis === 0,
    quick: (millis: number) => millis >= 100 && millis <= 500,
    human: (millis: number) => millis >= 500 && millis <= 2000
  }
  const spanOf = (method: LoginMethod.LoginMethod): keyof typeof spans => {
    if (method.endsWith("_MOCK")) return "none"
    return LoginMethod.describe(method).electronicId ? "human" : "quick"
  }

  test("is instant with _MOCK, human-like with electronic ID, and quick otherwise", function* () {
    for (const scenario of scenarioCatalog) {
      const { loginMethods, scenario: name } = scenario
      // In these scenarios, the order stays unanswered, and the connector polls it as often as the scheme allows.
      if (/unanswered|unsigned|press|page|moving/.test(name) || faultyScenarios.includes(name)) continue
      for (const loginMethod of loginMethods) {
        const pauses = pausesOf((yield* runConnector(connectorRunOf(scenario, loginMethod))).steps)
        assert.isTrue(pauses.every(spans[spanOf(loginMethod)]), `${name} by ${loginMethod}: ${pauses.join(", ")}`)
      }
    }
  })

  test("follows the scheme for unanswered orders, even with _MOCK", function* () {
    for (const name of ["electronic-id-unanswered", "electronic-id-unsigned", "baltic-id-unanswered"]) {
      for (const loginMethod of scenarioNamed(name).loginMethods) {
        const pauses = pausesOf((yield* runConnector(connectorRunOf(scenarioNamed(name), loginMethod))).steps)
        assert.deepStrictEqual([...new Set(pauses.slice(-4))], [2000], `${name} by ${loginMethod}`)
      }
    }
  })

  test("shows RUNNING, LOGIN and COLLECTING, and ends within 5 s", function* () {
    const { steps } = yield* runConnector(byUsername("se-nordhem", "maja"))
    assert.deepStrictEqual(
      steps.map(({ status }) => status),
      ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"]
    )
    assert.isBelow(
      pausesOf(steps).reduce((sum, pause) => sum + pause, 0),
      5000
    )
  })
})
