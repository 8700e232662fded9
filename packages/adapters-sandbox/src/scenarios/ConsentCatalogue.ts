/** The table of consent scenarios as `GET /sandbox/consent-scenarios` lists it, ready to be driven by a program (decisions 16). */
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import { initial } from "@sheaf/domain/ConsentStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { companies } from "../companies/Companies.ts"
import { askedConsent } from "./AskedConsent.ts"
import { consentTable } from "./ConsentScenarios.ts"
import type { ConsentRow } from "./ConsentScenarios.ts"
import { personalNumberParameters } from "./Credentials.ts"
import * as Route from "./Route.ts"

/** The methods that a consent can be authorised by. */
const methodsOf = (row: ConsentRow): ReadonlyArray<LoginMethod> => {
  const company = row.by === "ELECTRONIC_ID" ? companies.find(({ id }) => id === row.company) : undefined
  return company?.loginMethods.filter((method) => Route.of(method) === "ELECTRONIC_ID") ?? []
}

const entryOf = (row: ConsentRow): ConsentScenario => {
  const { company, course, description, scenario } = row
  return {
    scenario,
    description,
    company,
    finalStatus: course.visits.at(-1) ?? initial,
    loginMethods: methodsOf(row),
    parameters: [askedConsent(), ...(row.by === "ELECTRONIC_ID" ? personalNumberParameters(row.personalNumber) : [])],
    ...(row.by === "PAGE" && { redirect: row.decision }),
    ...course
  }
}

/** Every consent scenario. */
export const consentCatalogue: ReadonlyArray<ConsentScenario> = consentTable.map(entryOf)
