/** Every scenario, and which of them credentials choose (decisions 16). Catalogue, connector, provider and site read this table. */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { SignatureScript } from "../clientSide/SignatureScript.ts"
import * as Site from "../clientSide/Site.ts"
import { companyOf, loginMethodsWith } from "../companies/Companies.ts"
import type { Company } from "../companies/Company.ts"
import * as DataFile from "../data/DataFile.ts"
import byClientSide from "../data/scenarios/client-side.json" with { type: "json" }
import byCompany from "../data/scenarios/company.json" with { type: "json" }
import byElectronicId from "../data/scenarios/electronic-id.json" with { type: "json" }
import withOneTimeConsent from "../data/scenarios/one-time-consent.json" with { type: "json" }
import byPassword from "../data/scenarios/password.json" with { type: "json" }
import bySecurityToken from "../data/scenarios/security-token.json" with { type: "json" }
import { signs } from "../electronicId/OrderScript.ts"
import type { OrderScript } from "../electronicId/OrderScript.ts"
import * as Beat from "./Beat.ts"
import type { Course } from "./Beat.ts"
import { anybody, routeOf, scenarioKeyOf } from "./Credentials.ts"
import type { Route } from "./Credentials.ts"
import { ScenarioRows } from "./ScenarioRow.ts"
import type { PlayedScenario, ScenarioRow } from "./ScenarioRow.ts"

/** The courses of credentials that name no scenario. */
const defaults: Readonly<Record<Route, Course>> = {
  PASSWORD: Beat.courseOf(["LOGIN", "COLLECTING", "COMPLETED"]),
  SECURITY_TOKEN: Beat.courseOf([
    "LOGIN",
    "ASK_FOR_CODE_OF_TOKEN",
    { status: "COLLECTING", companyTells: "OWN" },
    "COMPLETED"
  ]),
  ELECTRONIC_ID: Beat.courseOf(["LOGIN", "IDENTIFY", "COLLECTING", "COMPLETED"]),
  CLIENT_SIDE: Beat.courseOf(["LOGIN", "LOG_IN_FROM_DEVICE", "COLLECTING", "COMPLETED"])
}

/** Every start at a company that is closed for maintenance. */
const closed = Beat.courseOf([{ status: "THIRD_PARTY_ERROR", reason: "COMPANY_MAINTENANCE" }])

/** Every start with a login method that the company does not have. */
const notApplicable = Beat.courseOf(["LOGIN_METHOD_NOT_APPLICABLE"])

const played = (row: ScenarioRow): PlayedScenario => {
  const company = companyOf(row.company)
  if (company === undefined) throw new Error(`the scenario ${row.scenario} names no company of the sandbox`)
  if (row.route === "ANY") {
    const { loginParameters, ...rest } = row
    const loginMethods = loginParameters === undefined ? company.loginMethods : loginMethodsWith(loginParameters)
    const course = company.status === "MAINTENANCE" ? closed : notApplicable
    return { ...rest, key: anybody, course, loginMethods }
  }
  const { course, key = row.scenario, ...rest } = row
  return {
    ...rest,
    key,
    course: course === undefined ? defaults[row.route] : Beat.courseOf(course),
    loginMethods: company.loginMethods.filter((method) => routeOf(method) === row.route)
  }
}

const chapters = [byPassword, byElectronicId, byClientSide, bySecurityToken, withOneTimeConsent, byCompany]

export const table: ReadonlyArray<PlayedScenario> = DataFile.read(ScenarioRows, chapters.flat()).map(played)

const chosen = new Map(
  table.flatMap((row) => (row.route === "ANY" ? [] : [[`${row.route} ${row.key}`, row.course] as const]))
)

/** The course at a company, with a login method, for these credentials. */
export const courseOf = (company: Company, method: LoginMethod, identity: string): Course => {
  if (company.status === "MAINTENANCE") return closed
  if (!company.loginMethods.includes(method)) return notApplicable
  const route = routeOf(method)
  return chosen.get(`${route} ${scenarioKeyOf(method, identity)}`) ?? defaults[route]
}

const scripts = new Map(
  table.flatMap((row) =>
    row.route === "ELECTRONIC_ID" && row.script !== undefined ? [[row.key, row.script] as const] : []
  )
)

/** What the provider of electronic IDs does with an order for this person: unless a scenario says otherwise, the person signs. */
export const orderScriptOf = (personalNumber: string): OrderScript => scripts.get(personalNumber) ?? signs

const fromDevices = table.filter((row) => row.route === "CLIENT_SIDE")

const namesByKey = new Map(fromDevices.map(({ key, scenario }) => [key, scenario]))

/** The scenario that a person plays at a company's site. */
export const siteScenarioOf = (personalNumber: string): string => namesByKey.get(personalNumber) ?? Site.anybody

const visits = new Map<string, Site.SiteVisit>(
  fromDevices.map(({ key, scenario, script }) => [scenario, { script, personalNumber: key }])
)

/** A person whose number names no scenario signs, and the site does not tell who it was. */
const anybodys: { readonly script: SignatureScript } = {
  script: { signatures: ["PENDING", "COMPLETE"], signer: "NOT_TOLD" }
}

/** The events at a company's site in a scenario; nothing if there is no such site or scenario. */
export const siteVisitOf = (company: string, scenario: string): Site.SiteVisit | undefined => {
  if (companyOf(company) === undefined) return undefined
  return scenario === Site.anybody ? anybodys : visits.get(scenario)
}
