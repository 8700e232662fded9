import { assert, layer as suite } from "@effect/vitest"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { connectorContract } from "@sheaf/ports/testing"
import type { ConnectorRun } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { catalogue, layer } from "../src/index.ts"
import { byUsername, companyOf, drive, startOf } from "./Drive.ts"

/** Every scenario, with one method of each family that it can be started with. */
const scenarioRuns = catalogue.flatMap((scenario) => {
  const families = new Map(scenario.loginMethods.map((method) => [LoginMethod.describe(method).family, method]))
  return Array.from(families.values(), (loginMethod): ConnectorRun => {
    const { answers = [], company, login } = startOf(scenario, loginMethod)
    return {
      name: `${scenario.scenario} by ${loginMethod}`,
      order: { company, loginMethod, products: ["INSURANCE", "WEALTH"], login: Redacted.make(login) },
      answers
    }
  })
})

/** One product of a company that offers two. */
const productRuns = scenarioRuns
  .filter(({ name }) => name.startsWith("completed by") || name.startsWith("completed-partial by"))
  .flatMap((run) =>
    (["INSURANCE", "WEALTH"] as const).map((product): ConnectorRun => ({
      ...run,
      name: `${run.name}, ${product} only`,
      order: { ...run.order, products: [product] }
    }))
  )

connectorContract("the sandbox", layer, [...scenarioRuns, ...productRuns])

suite(layer)("the sandbox", (it) => {
  const tick = { _tag: "Tick" } as const
  const code = { _tag: "Input", input: Redacted.make({ type: "TWO_FACTOR_CODE", value: "123456" } as const) } as const

  it.effect("refuses a signal that its step does not wait for, and any after the end", () =>
    Effect.gen(function* () {
      const start = { ...byUsername("se-nordhem", "two-factor"), answers: [Redacted.value(code.input)] }
      const { connector, steps } = yield* drive(start)
      for (const [index, step] of steps.entries()) {
        const wrong = step._tag === "Poll" ? [code] : step._tag === "Ask" ? [tick] : [tick, code]
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
