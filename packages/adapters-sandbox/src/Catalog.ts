/** The scenarios that `GET /sandbox/scenarios` lists for programs (spec 12). */
import { marketOf } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "./scenarios/Scenario.ts"
import { preparedResponses } from "./clientSide/PreparedResponses.ts"
import {
  defaultPersonalNumber,
  passwordParameters,
  personalCodeParameters,
  personalNumberParameters,
  scenarioTable
} from "./scenarios/ScenarioTable.ts"
import type { ResolvedScenario } from "./scenarios/ScenarioRow.ts"

/** Returns credentials that select the scenario, one set for each kind of login. */
const credentialsOf = ({ company, key, loginMethods, route }: ResolvedScenario): ReadonlyArray<Parameter> => {
  const wanted = loginMethods.map((method) => LoginMethod.describe(method).parameter)
  const personalNumber = route === "ANY" ? defaultPersonalNumber : key
  const market = marketOf(company) ?? "se"
  const all = [
    ...passwordParameters(key),
    ...personalNumberParameters(personalNumber),
    ...personalCodeParameters(key, market)
  ]
  return all.filter(({ type }) => wanted.some((each) => each === type))
}

const entryOf = (row: ResolvedScenario): Scenario => {
  const { company, description, expire, loginMethods, parameters = [], scenario, visits } = row
  const supplements =
    row.route === "CLIENT_SIDE"
      ? preparedResponses(company, scenario, { script: row.script, personalNumber: row.key })
      : row.supplements
  return {
    scenario,
    description,
    company,
    finalStatus: visits.at(-1) ?? visits[0],
    visits,
    loginMethods,
    parameters: [...credentialsOf(row), ...parameters],
    ...(supplements !== undefined && { supplements }),
    ...((row.route === "ELECTRONIC_ID" || row.route === "PAGE") &&
      row.presses !== undefined && { presses: row.presses }),
    ...(expire && { expire })
  }
}

/** The scenarios that programs can run with nothing but the information in this list. */
export const scenarioCatalog: ReadonlyArray<Scenario> = scenarioTable.filter(({ unlisted }) => !unlisted).map(entryOf)

/** The scenarios that {@link scenarioCatalog} omits, because they take longer than a program would wait. */
export const unlistedScenarios: ReadonlyArray<Scenario> = scenarioTable.filter((row) => row.unlisted).map(entryOf)
