/**
 * Tests the sandbox's connector: the records and accounts that it returns, further collections within one login, and
 * the signals and companies that it rejects.
 */
import { assert } from "@effect/vitest"
import { connectorContract, runConnector } from "@sheaf/ports/testing"
import type { CollectedData, Connector, ConnectorRequest } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { oneTimeConsentFor, selectCases, connectorRuns, layerTestConnectors } from "../../src/testing/index.ts"
import { byPersonalNumber, byUsername, companyOf, endOf, suite } from "../TestSuites.ts"

/** Covers each scenario, and each combination of login method and company. */
const chosen = selectCases(connectorRuns, ({ name, order: { company, loginMethod } }) => [
  name.replace(/ by \w+(?:, at a bank)?/, ""),
  `${loginMethod} at ${company}`
])

connectorContract("the sandbox", layerTestConnectors, chosen)

suite("a collection with a filter", (test) => {
  test("asks the company only for the wanted records", function* () {
    const { name, order } = byUsername("se-nordhem", "maja")
    const filter = { insuranceTypes: ["vehicleInsurance"], productTypes: ["ISK"] } as const
    const all = (yield* endOf({ name, order })).collected
    const { insurance = [], wealth = [] } = (yield* endOf({ name, order: { ...order, filter } })).collected ?? {}
    assert.deepStrictEqual(
      insurance,
      all?.insurance.filter((record) => record.insurance.insuranceType === "vehicleInsurance")
    )
    assert.deepStrictEqual(
      wealth,
      all?.wealth.filter(({ type }) => type === "ISK")
    )
    assert.isBelow(insurance.length + wealth.length, (all?.insurance.length ?? 0) + (all?.wealth.length ?? 0))
  })
})

suite("a collection at a company that renews sessions", (test) => {
  const renew = { _tag: "Renew", products: ["INSURANCE"] } as const

  const renewed = Effect.fnUntraced(function* (connector: Connector, session: string, key: string) {
    const begun = yield* connector.resume(session, renew, key)
    return begun._tag === "End" ? begun : yield* connector.resume(begun.session, { _tag: "Tick" }, `${key}/end`)
  })

  test("can be followed by three more without the person, each in the session of the last one", function* () {
    const { connector, steps } = yield* runConnector(byUsername("se-granskog", "maja"))
    let last = steps.at(-1)
    const first = last
    for (const [index, isRenewable] of [true, true, undefined].entries()) {
      last = yield* renewed(connector, last?.session ?? "", `renewal-${index}`)
      assert.deepInclude(last, { _tag: "End", status: "COMPLETED" })
      assert.strictEqual(last._tag === "End" ? last.renewable : false, isRenewable)
    }
    if (first?._tag !== "End" || last?._tag !== "End") return assert.fail("both have ended")
    assert.deepStrictEqual(last.collected, first.collected)
  })

  test("ends for all if somebody uses a session twice", function* () {
    const { connector, steps } = yield* runConnector(byUsername("se-granskog", "maja"))
    const first = steps.at(-1)?.session ?? ""
    const second = yield* renewed(connector, first, "renewal-1")
    for (const session of [first, second.session]) {
      assert.deepInclude(yield* renewed(connector, session, "renewal-2"), { status: "AUTHENTICATION_ERROR" })
    }
  })
})

suite("a collection under a one-time consent", (test) => {
  const collect = (
    person: string,
    consent: ConnectorRequest["consent"],
    company = "se-fjallbanken",
    products: ConnectorRequest["products"] = ["PSD2_AIS"]
  ) => {
    const { name, order } = byPersonalNumber(company, "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK", person)
    return endOf({ name, order: { ...order, products, ...(consent && { consent }) } })
  }
  const everybody = "199001012385"
  const accountsIn = (end: { readonly collected?: CollectedData }) =>
    (end.collected?.wealth ?? []).flatMap((record) => ("accountId" in record ? [record] : []))

  test("returns the requested products, and no accounts without a consent", function* () {
    const without = yield* collect(everybody, undefined, "se-klarvik", ["WEALTH", "PSD2_AIS"])
    assert.lengthOf(without.collected?.wealth ?? [], 8)
    assert.isEmpty(accountsIn(without))
    const nothing = yield* collect(everybody, undefined)
    assert.strictEqual(nothing.status, "COMPLETED_EMPTY")
    assert.lengthOf(accountsIn(yield* collect(everybody, oneTimeConsentFor(), "se-klarvik")), 2)
  })
})

suite("the sandbox", (test) => {
  const tick = { _tag: "Tick" } as const
  const code = { _tag: "Input", input: Redacted.make({ type: "TWO_FACTOR_CODE", value: "123456" } as const) } as const
  const response = { type: "RESPONSE_OBJECT", etag: "start-1", headers: {}, response: {} } as const
  const responses = { _tag: "Responses", responses: Redacted.make([response]) } as const

  test("rejects signals that its step does not wait for, and all signals after the end", function* () {
    const { connector, steps } = yield* runConnector(
      byUsername("se-nordhem", "two-factor", [Redacted.value(code.input)])
    )
    for (const [index, step] of steps.entries()) {
      const wrong = { Poll: [code, responses], Ask: [tick, responses], End: [tick, code, responses] }[step._tag]
      for (const signal of wrong) {
        const error = yield* Effect.flip(connector.resume(step.session, signal, `two-factor/${index}`))
        assert.strictEqual(error.reason, "BROKEN", step.status)
      }
    }
  })

  test("rejects unknown companies", function* () {
    const { connector } = yield* companyOf("se-nordhem")
    const login = Redacted.make({ type: "EMAIL", email: "maja@example.com" } as const)
    const order = { company: "se-nobody", products: ["WEALTH"], loginMethod: "EMAIL", login } as const
    const error = yield* Effect.flip(connector.begin(order, "nobody/0"))
    assert.strictEqual(error.reason, "BROKEN")
  })
})
