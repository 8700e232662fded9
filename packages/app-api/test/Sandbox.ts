/** The sandbox's catalogue of scenarios, and what starts each of them (decisions 16). */
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { Scenario } from "@sheaf/domain/Scenario"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Schema } from "effect"
import { assert } from "vitest"

const decode = Schema.decodeUnknownSync(Schema.Array(Scenario))

/** Every scenario that the service has. */
export const scenarios = async (send: CheckedClient.Send): Promise<ReadonlyArray<Scenario>> =>
  decode((await send("/sandbox/scenarios")).json)

/** The start of a scenario by one of its login methods: with the parameters of that family, and those of no family. */
export const startOf = (scenario: Scenario, loginMethod: LoginMethod.LoginMethod): StartCollection => {
  const mine = LoginMethod.describe(loginMethod).parameter
  const families: ReadonlyArray<string> = LoginMethod.all.map((each) => LoginMethod.describe(each).parameter)
  const parameters = scenario.parameters.filter(({ type }) => type === mine || !families.includes(type))
  return { company: scenario.company, loginMethod, parameters }
}

/** The scenario of a name. */
export const named = (all: ReadonlyArray<Scenario>, name: string): Scenario =>
  all.find(({ scenario }) => scenario === name) ?? assert.fail(`the sandbox has no scenario ${name}`)
