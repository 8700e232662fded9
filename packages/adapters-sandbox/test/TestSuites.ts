/** Test suites that share one sandbox, and functions that run collections in it. */
import { it, layer } from "@effect/vitest"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Connectors } from "@sheaf/ports"
import type { Step } from "@sheaf/ports"
import { runConnector } from "@sheaf/ports/testing"
import type { ConnectorRun } from "@sheaf/ports/testing"
import { Effect, Option, Redacted } from "effect"
import type { Layer, Scope } from "effect"
import { scenarioCatalog } from "../src/index.ts"
import { layerTestConnectors } from "../src/testing/index.ts"

type Body<R> = () => Generator<Effect.Effect<unknown, unknown, R | Scope.Scope>, void, never>

export type Test<R> = (name: string, body: Body<R>) => void

export const test: Test<never> = (name, body) => it.effect(name, () => Effect.gen(body))

/** Each test uses the real clock and a fresh layer. */
export const liveTestWith =
  <R, E>(adapter: Layer.Layer<R, E>): Test<R> =>
  (name, body) =>
    it.live(name, () => Effect.provide(Effect.gen(body), adapter))

export const suiteWith =
  <R, E>(adapter: Layer.Layer<R, E>) =>
  (name: string, define: (test: Test<R>) => void) =>
    layer(adapter)(name, ({ effect }) => define((title, body) => effect(title, () => Effect.gen(body))))

export const suite = suiteWith(layerTestConnectors)

export const companyOf = Effect.fnUntraced(function* (id: string) {
  return Option.getOrThrow(yield* (yield* Connectors).find(id))
})

export const scenarioNamed = (name: string): Scenario => {
  const found = scenarioCatalog.find(({ scenario }) => scenario === name)
  if (found === undefined) throw new Error(`no scenario ${name}`)
  return found
}

export const collection = (
  company: string,
  loginMethod: LoginMethod,
  login: LoginParameter,
  answers: ReadonlyArray<SupplementInfo> = []
): ConnectorRun => ({
  name: `${company} by ${loginMethod}`,
  order: { company, loginMethod, login: Redacted.make(login), products: ["INSURANCE", "WEALTH"] },
  answers
})

export const byUsername = (company: string, username: string, answers?: ReadonlyArray<SupplementInfo>) =>
  collection(
    company,
    "USERNAME_AND_PASSWORD",
    { type: "USERNAME_PASSWORD", username, password: "any-password" },
    answers
  )

export const byPersonalNumber = (
  company: string,
  loginMethod: LoginMethod,
  personalNumber: string,
  answers?: ReadonlyArray<SupplementInfo>
) => collection(company, loginMethod, { type: "SWEDISH_EID", personalNumber }, answers)

export const endOf = Effect.fnUntraced(function* (run: ConnectorRun) {
  const { last } = yield* runConnector(run)
  if (last._tag !== "End") return yield* Effect.die(`${run.name} does not end`)
  return last
})

/** Returns the pauses between steps, in milliseconds. */
export const pausesOf = (steps: ReadonlyArray<Step>): ReadonlyArray<number> =>
  steps.flatMap((step) => (step._tag === "Poll" ? [step.afterMillis] : []))
