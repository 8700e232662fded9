import { assert, layer as suite } from "@effect/vitest"
import { connectorContract } from "@sheaf/ports/testing"
import type { Collected, ConnectorOrder } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { bankAccountsOf } from "../src/records/BankAccounts.ts"
import { consentTo, runs, sandbox } from "../src/testing/index.ts"
import { fjallbanken } from "./banks/Banks.ts"
import { byUsername, companyOf, drive } from "./Drive.ts"

connectorContract("the sandbox", sandbox, runs)

suite(sandbox)("a collection under a consent of its own", (it) => {
  const collect = Effect.fnUntraced(function* (
    person: string,
    consent: ConnectorOrder["consent"],
    company = "se-fjallbanken",
    products: ConnectorOrder["products"] = ["PSD2_AIS"]
  ) {
    const { connector } = yield* companyOf(company)
    const login = Redacted.make({ type: "SWEDISH_EID", personalNumber: person } as const)
    const loginMethod = "SWEDISH_MOBILE_EID_ANY_DEVICE_MOCK"
    let step = yield* connector.begin({ company, loginMethod, login, products, ...(consent && { consent }) }, "0")
    for (let count = 1; step._tag === "Poll"; count++) {
      yield* TestClock.adjust(step.afterMillis)
      step = yield* connector.resume(step.session, { _tag: "Tick" }, `${count}`)
    }
    if (step._tag !== "End") throw new Error(`it asks in ${step.status}`)
    return step
  })
  const everybody = "199001012385"
  const accountsIn = (end: { readonly collected?: Collected }) =>
    (end.collected?.wealth ?? []).flatMap((record) => ("accountId" in record ? [record] : []))

  it.effect("brings the accounts of the person, the same that a stored consent would", () =>
    Effect.gen(function* () {
      const end = yield* collect(everybody, consentTo())
      assert.strictEqual(end.status, "COMPLETED")
      assert.deepStrictEqual(end.collected?.wealth, [...bankAccountsOf(fjallbanken, everybody)])
      assert.deepStrictEqual(end.collected?.insurance, [])
    })
  )

  it.effect("brings no more than the consent covers", () =>
    Effect.gen(function* () {
      const withoutTransactions = accountsIn(yield* collect(everybody, consentTo({ transactions: false })))
      const withoutBalances = accountsIn(yield* collect(everybody, consentTo({ balances: false })))
      assert.lengthOf(withoutTransactions, 4)
      for (const { bookedBalance, transactions } of withoutTransactions) {
        assert.isDefined(bookedBalance)
        assert.isUndefined(transactions)
      }
      for (const { availableBalance, bookedBalance, transactions } of withoutBalances) {
        assert.isUndefined(availableBalance ?? bookedBalance)
        assert.isDefined(transactions)
      }
      const accountIds = bankAccountsOf(fjallbanken, everybody)
        .slice(1, 3)
        .map(({ accountId }) => accountId)
      const chosen = accountsIn(yield* collect(everybody, consentTo({ accountIds })))
      assert.deepStrictEqual(
        chosen.map(({ accountId }) => accountId),
        accountIds
      )
    })
  )

  it.effect("brings the first of the accounts that are asked for where the bank grants fewer", () =>
    Effect.gen(function* () {
      const person = "199001302398"
      const own = bankAccountsOf(fjallbanken, person).map(({ accountId }) => accountId)
      const [all, chosen] = [consentTo(), consentTo({ accountIds: own.slice(1, 3) })]
      for (const [consent, first] of [
        [all, own[0]],
        [chosen, own[1]]
      ] as const) {
        const found = accountsIn(yield* collect(person, consent)).map(({ accountId }) => accountId)
        assert.deepStrictEqual(found, [first])
      }
    })
  )

  it.effect.each([
    ["the bank rejects it", "199002012392", "se-fjallbanken", {}],
    ["no account of the person is in it", everybody, "se-fjallbanken", { accountIds: ["another's"] }],
    ["the company holds no accounts", everybody, "se-nordhem", {}]
  ] as const)("ends as a refused authentication where %s", ([, person, company, part]) =>
    Effect.gen(function* () {
      const end = yield* collect(person, consentTo(part), company)
      assert.strictEqual(end.status, "AUTHENTICATION_ERROR")
      assert.strictEqual(end.reason?.code, "CONSENT_REFUSED")
      assert.isUndefined(end.collected)
    })
  )

  it.effect("brings what was ordered, and without a consent no accounts", () =>
    Effect.gen(function* () {
      const without = yield* collect(everybody, undefined, "se-klarvik", ["WEALTH", "PSD2_AIS"])
      assert.lengthOf(without.collected?.wealth ?? [], 5)
      assert.isEmpty(accountsIn(without))
      const nothing = yield* collect(everybody, undefined)
      assert.strictEqual(nothing.status, "COMPLETED_EMPTY")
      assert.lengthOf(accountsIn(yield* collect(everybody, consentTo(), "se-klarvik")), 2)
    })
  )
})

suite(sandbox)("the sandbox", (it) => {
  const tick = { _tag: "Tick" } as const
  const code = { _tag: "Input", input: Redacted.make({ type: "TWO_FACTOR_CODE", value: "123456" } as const) } as const
  const response = { type: "RESPONSE_OBJECT", etag: "start-1", headers: {}, response: {} } as const
  const responses = { _tag: "Responses", responses: Redacted.make([response]) } as const

  it.effect("refuses a signal that its step does not wait for, and any after the end", () =>
    Effect.gen(function* () {
      const start = { ...byUsername("se-nordhem", "two-factor"), answers: [Redacted.value(code.input)] }
      const { connector, steps } = yield* drive(start)
      for (const [index, step] of steps.entries()) {
        const wrong = { Poll: [code, responses], Ask: [tick, responses], End: [tick, code, responses] }[step._tag]
        for (const signal of wrong) {
          const error = yield* Effect.flip(connector.resume(step.session, signal, `two-factor/${index}`))
          assert.strictEqual(error.reason, "BROKEN", step.status)
        }
      }
    })
  )

  it.effect("knows only its own companies", () =>
    Effect.gen(function* () {
      const { connector } = yield* companyOf("se-nordhem")
      const login = Redacted.make({ type: "EMAIL", email: "maja@example.com" } as const)
      const order = { company: "se-nobody", products: ["WEALTH"], loginMethod: "EMAIL", login } as const
      const error = yield* Effect.flip(connector.begin(order, "nobody/0"))
      assert.strictEqual(error.reason, "BROKEN")
    })
  )
})
