/** Reads the sandbox's catalog of scenarios (spec 12). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Scenario } from "@sheaf/adapters-sandbox/scenarios"
import type { StartCollection } from "@sheaf/domain/StartCollection"

export const startRequestOf = (scenario: Scenario, loginMethod: LoginMethod.LoginMethod): StartCollection => {
  const mine = LoginMethod.describe(loginMethod).parameter
  const logins: ReadonlyArray<string> = LoginMethod.parameterTypes
  const parameters = scenario.parameters.filter(({ type }) => type === mine || !logins.includes(type))
  return { company: scenario.company, loginMethod, parameters }
}

export const findScenario = <A extends { readonly scenario: string }>(all: ReadonlyArray<A>, name: string): A => {
  const found = all.find(({ scenario }) => scenario === name)
  if (found === undefined) throw new Error(`the sandbox has no scenario ${name}`)
  return found
}
