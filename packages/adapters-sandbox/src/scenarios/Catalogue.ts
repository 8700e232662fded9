/** The table of scenarios as `GET /sandbox/scenarios` lists it, ready to be driven by a program (decisions 16). */
import { initial } from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import { preparedResponses } from "../clientSide/PreparedResponses.ts"
import { anybody, anybodysNumber, passwordParameters, personalNumberParameters } from "./Credentials.ts"
import * as History from "./History.ts"
import type { PlayedScenario } from "./ScenarioRow.ts"
import { table } from "./ScenarioTable.ts"

const credentialsOf = (row: PlayedScenario): ReadonlyArray<Parameter> => {
  switch (row.route) {
    case "PASSWORD":
      return passwordParameters(row.key)
    case "SECURITY_TOKEN":
    case "ELECTRONIC_ID":
    case "CLIENT_SIDE":
      return personalNumberParameters(row.key)
    case "ANY": {
      const wanted = row.loginMethods.map((method) => LoginMethod.describe(method).parameter)
      return [...passwordParameters(anybody), ...personalNumberParameters(anybodysNumber)].filter(({ type }) =>
        wanted.includes(type)
      )
    }
  }
}

const entryOf = (row: PlayedScenario): Scenario => {
  const { company, description, loginMethods, parameters = [], scenario } = row
  const { expires, visits } = History.of(row)
  const supplements =
    row.route === "CLIENT_SIDE"
      ? preparedResponses(company, scenario, { script: row.script, personalNumber: row.key })
      : row.supplements
  return {
    scenario,
    description,
    company,
    finalStatus: visits.at(-1) ?? initial,
    visits,
    loginMethods,
    parameters: [...credentialsOf(row), ...parameters],
    ...(supplements !== undefined && { supplements }),
    ...(expires && { expire: true })
  }
}

/** Every scenario that a program can drive from the list alone. */
export const catalogue: ReadonlyArray<Scenario> = table.filter(({ unlisted }) => !unlisted).map(entryOf)

/** The scenarios that take too long for that. */
export const unlisted: ReadonlyArray<Scenario> = table.filter((row) => row.unlisted).map(entryOf)
