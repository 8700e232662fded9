import { assert, layer as suite } from "@effect/vitest"
import type { Verdict } from "@sheaf/domain/AuthenticationMismatch"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { connectorContract } from "@sheaf/ports/testing"
import type { ConnectorRun } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { catalogue } from "../src/index.ts"
import { sandbox } from "./Adapter.ts"
import { byUsername, companyOf, drive, startOf } from "./Drive.ts"

/** What these do wrong no connector may: they show what the service makes of it. */
const faulty = [
  "company-slow",
  "company-unreachable-twice",
  "connector-throws",
  "connector-nonsense",
  "connector-unexpected-status"
]

/** Spec 3.2: who is known to have authenticated, as the service will find. */
const verdicts: Readonly<Record<string, Verdict>> = {
  "electronic-id": "VERIFIED",
  "electronic-id-mismatch": "MISMATCH",
  "electronic-id-company-differs": "VERIFIED",
  "electronic-id-company-mismatch": "MISMATCH",
  "electronic-id-not-told": "UNVERIFIABLE",
  "electronic-id-cancelled": "UNVERIFIABLE",
  "security-token": "VERIFIED",
  "security-token-mismatch": "MISMATCH",
  "client-side": "UNVERIFIABLE",
  "client-side-mismatch": "MISMATCH",
  "client-side-company-mismatch": "MISMATCH",
  completed: "UNVERIFIABLE"
}

/** Every scenario, with one method of each family that it can be started with, and one of each kind of environment. */
const scenarioRuns = catalogue
  .filter(({ scenario }) => !faulty.includes(scenario))
  .flatMap((scenario) => {
    const methods = new Map(scenario.loginMethods.map((method) => [LoginMethod.describe(method).family, method]))
    const test = scenario.loginMethods.find((method) => LoginMethod.describe(method).environment === "TEST")
    return [...methods.values(), ...(test === undefined ? [] : [test])].map((loginMethod): ConnectorRun => {
      const { answers = [], company, expire, login } = startOf(scenario, loginMethod)
      const verdict = verdicts[scenario.scenario]
      return {
        name: `${scenario.scenario} by ${loginMethod}`,
        order: { company, loginMethod, products: ["INSURANCE", "WEALTH"], login: Redacted.make(login) },
        answers,
        ...(expire && { unanswered: true }),
        ...(verdict !== undefined && { verdict })
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

connectorContract("the sandbox", sandbox, [...scenarioRuns, ...productRuns])

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
