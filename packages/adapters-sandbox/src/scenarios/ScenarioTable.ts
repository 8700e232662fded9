/** Every scenario, and which of them credentials choose (decisions 16). Catalogue and connector read this one table. */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { maintained } from "../companies/Companies.ts"
import type { Company } from "../companies/Company.ts"
import { personOf } from "../people/Person.ts"
import type { Course } from "./Beat.ts"
import { closed, companyScenarios, notApplicable } from "./CompanyScenarios.ts"
import { scenarioKeyOf } from "./Credentials.ts"
import { completes, passwordScenarios } from "./PasswordScenarios.ts"
import {
  completesByElectronicId,
  completesBySecurityToken,
  personalNumberScenarios
} from "./PersonalNumberScenarios.ts"
import * as Route from "./Route.ts"
import type { Scenario } from "./Scenario.ts"

const ownerName = personOf("se", "account-owner-name").name

export const table: ReadonlyArray<Scenario> = [
  ...passwordScenarios(ownerName),
  ...personalNumberScenarios,
  ...companyScenarios({ company: maintained.id, loginMethods: maintained.loginMethods })
]

const defaults: Record<Route.Route, Course> = {
  PASSWORD: completes,
  ELECTRONIC_ID: completesByElectronicId,
  SECURITY_TOKEN: completesBySecurityToken
}

const chosen = new Map<string, Course>(
  table.flatMap((row) => (row.route === "ANY" ? [] : [[`${row.route} ${row.key}`, row.course] as const]))
)

/** What happens at a company, with a login method, for these credentials. */
export const courseOf = (company: Company, method: LoginMethod, identity: string): Course => {
  if (company.status === "MAINTENANCE") return closed
  if (!company.loginMethods.includes(method)) return notApplicable
  const route = Route.of(method)
  return chosen.get(`${route} ${scenarioKeyOf(method, identity)}`) ?? defaults[route]
}
