/** Drives a collection by stepping alone: no HTTP, no engine, and no waiting. */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Connectors } from "@sheaf/ports"
import type { ConnectedCompany, Connector, Step } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { catalogue } from "../src/index.ts"

export interface Start {
  readonly company: string
  readonly loginMethod: LoginMethod.LoginMethod
  readonly login: LoginParameter
  readonly answers?: ReadonlyArray<SupplementInfo>
}

export interface Driven {
  readonly connector: Connector
  readonly steps: ReadonlyArray<Step>
  readonly end: Step
  /** What the history of the collection is: RUNNING, and each status that it changed to. */
  readonly visits: ReadonlyArray<CollectionStatus>
  /** Milliseconds that the collection pauses in all. */
  readonly pauses: ReadonlyArray<number>
}

export const companyOf = Effect.fnUntraced(function* (id: string) {
  const connected: ConnectedCompany = Option.getOrThrow(yield* (yield* Connectors).find(id))
  return connected
})

export const drive = Effect.fnUntraced(function* ({ answers = [], company, login, loginMethod }: Start) {
  const { availability, connector } = yield* companyOf(company)
  const left = [...answers]
  const steps: Array<Step> = [
    yield* connector.begin(
      { company, loginMethod, products: availability.products, login: Redacted.make(login) },
      `${company}/0`
    )
  ]
  for (let step = steps.at(-1); step !== undefined && step._tag !== "End"; step = steps.at(-1)) {
    const answer = step._tag === "Ask" ? left.shift() : undefined
    if (step._tag === "Ask" && answer === undefined) throw new Error(`nothing to answer in ${step.status}`)
    const signal =
      answer === undefined ? ({ _tag: "Tick" } as const) : ({ _tag: "Input", input: Redacted.make(answer) } as const)
    steps.push(yield* connector.resume(step.session, signal, `${company}/${steps.length}`))
  }
  if (left.length > 0) throw new Error(`${left.length} answers that nobody asked for`)
  const visits: Array<CollectionStatus> = ["RUNNING"]
  for (const { status } of steps) if (status !== visits.at(-1)) visits.push(status)
  const end = steps.at(-1)
  if (end === undefined) throw new Error("a collection has at least one step")
  const driven: Driven = {
    connector,
    steps,
    end,
    visits,
    pauses: steps.flatMap((step) => (step._tag === "Poll" ? [step.afterMillis] : []))
  }
  return driven
})

/** The entry of the catalogue with this name. */
export const scenarioNamed = (name: string): Scenario => {
  const found = catalogue.find(({ scenario }) => scenario === name)
  if (found === undefined) throw new Error(`there is no scenario ${name}`)
  return found
}

/** The start that a program makes of an entry of the catalogue: the parameter that the login method wants. */
export const startOf = (scenario: Scenario, loginMethod: LoginMethod.LoginMethod): Start => {
  const wanted = LoginMethod.describe(loginMethod).parameter
  const login = scenario.parameters.find((parameter): parameter is LoginParameter => parameter.type === wanted)
  if (login === undefined) throw new Error(`${scenario.scenario} has no parameter for ${loginMethod}`)
  return { company: scenario.company, loginMethod, login, answers: scenario.supplements ?? [] }
}

export const byUsername = (company: string, username: string): Start => ({
  company,
  loginMethod: "USERNAME_AND_PASSWORD",
  login: { type: "USERNAME_PASSWORD", username, password: "any-password" }
})

export const byPersonalNumber = (
  company: string,
  loginMethod: LoginMethod.LoginMethod,
  personalNumber: string
): Start => ({ company, loginMethod, login: { type: "SWEDISH_EID", personalNumber } })
