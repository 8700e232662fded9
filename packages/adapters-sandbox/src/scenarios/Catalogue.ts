/** The table of scenarios as `GET /sandbox/scenarios` lists it, ready to be driven by a program (decisions 16). */
import { initial } from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { preparedResponses } from "../clientSide/PreparedResponses.ts"
import { companies } from "../companies/Companies.ts"
import { passwordParameters, personalNumberParameters } from "./Credentials.ts"
import * as History from "./History.ts"
import * as Route from "./Route.ts"
import type { Scenario as Row } from "./Scenario.ts"
import { table } from "./ScenarioTable.ts"

/** Credentials where the company decides, whatever they are. */
const anybody = { key: "anybody", personalNumber: "199001122390" }

const methodsOf = (row: Row): ReadonlyArray<LoginMethod.LoginMethod> => {
  if (row.route === "ANY") return row.loginMethods
  const company = companies.find(({ id }) => id === row.company)
  return company?.loginMethods.filter((method) => Route.of(method) === row.route) ?? []
}

const credentialsOf = (row: Row): ReadonlyArray<Parameter> => {
  switch (row.route) {
    case "PASSWORD":
      return passwordParameters(row.key)
    case "SECURITY_TOKEN":
    case "ELECTRONIC_ID":
    case "CLIENT_SIDE":
      return personalNumberParameters(row.key)
    case "ANY": {
      const wanted = row.loginMethods.map((method) => LoginMethod.describe(method).parameter)
      return [...passwordParameters(anybody.key), ...personalNumberParameters(anybody.personalNumber)].filter(
        ({ type }) => wanted.includes(type)
      )
    }
  }
}

const supplementsOf = (row: Row): ReadonlyArray<SupplementInfo> | undefined =>
  row.route === "CLIENT_SIDE"
    ? preparedResponses(row.company, row.scenario, { script: row.script, personalNumber: row.key })
    : row.supplements

const entryOf = (row: Row): Scenario => {
  const { company, description, parameters = [], scenario } = row
  const { expires, visits } = History.of(row)
  const supplements = supplementsOf(row)
  return {
    scenario,
    description,
    company,
    finalStatus: visits.at(-1) ?? initial,
    visits,
    loginMethods: methodsOf(row),
    parameters: [...credentialsOf(row), ...parameters],
    ...(supplements !== undefined && { supplements }),
    ...(expires && { expire: true })
  }
}

/** Every scenario that a program can drive from the list alone. */
export const catalogue: ReadonlyArray<Scenario> = table.filter(({ unlisted }) => !unlisted).map(entryOf)

/** The others: they take too long for that. */
export const unlisted: ReadonlyArray<Scenario> = table.filter((row) => row.unlisted).map(entryOf)
