/** Every scenario, and which of them credentials choose (decisions 16). Catalogue, connector, provider and site read this table. */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { SignatureScript } from "../clientSide/SignatureScript.ts"
import * as Site from "../clientSide/Site.ts"
import { companies, maintained } from "../companies/Companies.ts"
import type { Company } from "../companies/Company.ts"
import type { OrderScript } from "../electronicId/OrderScript.ts"
import { personOf } from "../people/Person.ts"
import type { Course } from "./Beat.ts"
import { behaviourScenarios } from "./BehaviourScenarios.ts"
import { clientSideScenarios, logsInFromDevice, signsForAnybody } from "./ClientSideScenarios.ts"
import { closed, companyScenarios, notApplicable } from "./CompanyScenarios.ts"
import { scenarioKeyOf } from "./Credentials.ts"
import { completesByElectronicId, electronicIdScenarios, signsWithoutBeingAsked } from "./ElectronicIdScenarios.ts"
import { oneTimeConsentScenarios } from "./OneTimeConsentScenarios.ts"
import { passwordScenarios } from "./PasswordScenarios.ts"
import { questionScenarios } from "./QuestionScenarios.ts"
import * as Route from "./Route.ts"
import type { ByClientSide, Scenario } from "./Scenario.ts"
import { completesBySecurityToken, securityTokenScenarios } from "./SecurityTokenScenarios.ts"
import { completes } from "./UserName.ts"

const ownerName = personOf("se", "account-owner-name").name

export const table: ReadonlyArray<Scenario> = [
  ...passwordScenarios(ownerName),
  ...questionScenarios,
  ...behaviourScenarios,
  ...electronicIdScenarios,
  ...clientSideScenarios,
  ...securityTokenScenarios,
  ...oneTimeConsentScenarios,
  ...companyScenarios({ company: maintained.id, loginMethods: maintained.loginMethods })
]

const defaults: Record<Route.Route, Course> = {
  PASSWORD: completes,
  SECURITY_TOKEN: completesBySecurityToken,
  ELECTRONIC_ID: completesByElectronicId,
  CLIENT_SIDE: logsInFromDevice
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

const scripts = new Map<string, OrderScript>(
  table.flatMap((row) => (row.route === "ELECTRONIC_ID" ? [[row.key, row.script] as const] : []))
)

/** What the provider of electronic IDs does with an order for this person. */
export const orderScriptOf = (personalNumber: string): OrderScript =>
  scripts.get(personalNumber) ?? signsWithoutBeingAsked

const fromDevices = table.filter((row): row is ByClientSide => row.route === "CLIENT_SIDE")

const namesByKey = new Map(fromDevices.map(({ key, scenario }) => [key, scenario]))

/** The scenario that a person plays at a company's site. */
export const siteScenarioOf = (personalNumber: string): string => namesByKey.get(personalNumber) ?? Site.anybody

const visits = new Map<string, Site.SiteVisit>(
  fromDevices.map(({ key, scenario, script }) => [scenario, { script, personalNumber: key }])
)
const anybodys: { readonly script: SignatureScript } = { script: signsForAnybody }

/** What happens at a company's site in a scenario; nothing where there is no such site or scenario. */
export const siteVisitOf = (company: string, scenario: string): Site.SiteVisit | undefined => {
  if (!companies.some(({ id }) => id === company)) return undefined
  return scenario === Site.anybody ? anybodys : visits.get(scenario)
}
