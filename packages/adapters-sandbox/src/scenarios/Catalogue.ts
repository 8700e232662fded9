/** The table of scenarios as `GET /sandbox/scenarios` lists it, ready to be driven by a program (decisions 16). */
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { initial } from "@sheaf/domain/CollectionStatus"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { companies } from "../companies/Companies.ts"
import { codeRefused, wrongCode } from "./Beat.ts"
import type { Course } from "./Beat.ts"
import { passwordParameters, personalNumberParameters } from "./Credentials.ts"
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
    case "ELECTRONIC_ID":
    case "SECURITY_TOKEN":
      return personalNumberParameters(row.key)
    case "ANY": {
      const wanted = row.loginMethods.map((method) => LoginMethod.describe(method).parameter)
      return [...passwordParameters(anybody.key), ...personalNumberParameters(anybody.personalNumber)].filter(
        ({ type }) => wanted.includes(type)
      )
    }
  }
}

const isRefused = (supplement: SupplementInfo | undefined): boolean =>
  supplement?.type === "TWO_FACTOR_CODE" && supplement.value === wrongCode

/** The statuses of a course when the supplements are posted in order; a status that only changes its information counts once. */
const visitsOf = (course: Course, supplements: ReadonlyArray<SupplementInfo>): ReadonlyArray<CollectionStatus> => {
  const visits: Array<CollectionStatus> = [initial]
  const answers = supplements[Symbol.iterator]()
  for (const beat of course) {
    if (beat.status !== visits.at(-1)) visits.push(beat.status)
    if (beat.type === "Ask" && isRefused(answers.next().value)) return [...visits, codeRefused.status]
  }
  return visits
}

const listed = (row: Row): Scenario => {
  const { company, course, description, parameters = [], scenario, supplements } = row
  const visits = visitsOf(course, supplements ?? [])
  return {
    scenario,
    description,
    company,
    finalStatus: visits.at(-1) ?? initial,
    visits,
    loginMethods: methodsOf(row),
    parameters: [...credentialsOf(row), ...parameters],
    ...(supplements !== undefined && { supplements })
  }
}

export const catalogue: ReadonlyArray<Scenario> = table.map(listed)
