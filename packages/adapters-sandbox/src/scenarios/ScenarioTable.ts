/** The scenarios, and the rules by which credentials choose them (spec 12). */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import * as Site from "../clientSide/Site.ts"
import { companyOf, loginMethodsWith } from "../companies/SandboxCompanies.ts"
import type { Company } from "../companies/Company.ts"
import * as DataFile from "../data/DataFile.ts"
import byClientSide from "../data/scenarios/client-side.json" with { type: "json" }
import byCompany from "../data/scenarios/company.json" with { type: "json" }
import byBalticId from "../data/scenarios/baltic-id.json" with { type: "json" }
import byElectronicId from "../data/scenarios/electronic-id.json" with { type: "json" }
import withOneTimeConsent from "../data/scenarios/one-time-consent.json" with { type: "json" }
import onPage from "../data/scenarios/page.json" with { type: "json" }
import byPassword from "../data/scenarios/password.json" with { type: "json" }
import bySecurityToken from "../data/scenarios/security-token.json" with { type: "json" }
import byStepUp from "../data/scenarios/step-up.json" with { type: "json" }
import { signs, waits } from "../electronicId/OrderScript.ts"
import type { OrderScript } from "../electronicId/OrderScript.ts"
import * as Beat from "./Beat.ts"
import type { Course } from "./Beat.ts"
import { anybody, routeOf, scenarioKeyOf, visitor } from "./Credentials.ts"
import type { Route } from "./Credentials.ts"
import { ScenarioRows } from "./ScenarioRow.ts"
import type { PlayedScenario, ScenarioRow } from "./ScenarioRow.ts"

/** The courses for credentials that select no scenario. */
const defaults: Readonly<Record<Route, Course>> = {
  PASSWORD: Beat.courseOf(["LOGIN", "COLLECTING", "COMPLETED"]),
  SECURITY_TOKEN: Beat.courseOf([
    "LOGIN",
    "ASK_FOR_CODE_OF_TOKEN",
    { status: "COLLECTING", companyTells: "OWN" },
    "COMPLETED"
  ]),
  ELECTRONIC_ID: Beat.courseOf(["LOGIN", "IDENTIFY", "COLLECTING", "COMPLETED"]),
  CLIENT_SIDE: Beat.courseOf(["LOGIN", "LOG_IN_FROM_DEVICE", "COLLECTING", "COMPLETED"]),
  PAGE: Beat.courseOf(["LOGIN", "IDENTIFY", "COLLECTING", "COMPLETED"])
}

/** The course of every collection at a company that is down for maintenance. */
const closed = Beat.courseOf([{ status: "THIRD_PARTY_ERROR", reason: "COMPANY_MAINTENANCE" }])

/** The course of every collection with a login method that the company does not support. */
const notApplicable = Beat.courseOf(["LOGIN_METHOD_NOT_APPLICABLE"])

const played = (row: ScenarioRow): PlayedScenario => {
  const company = companyOf(row.company)
  if (company === undefined) throw new Error(`scenario ${row.scenario}: no company ${row.company} in the sandbox`)
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

const chapters = [
  byPassword,
  byElectronicId,
  byStepUp,
  byClientSide,
  bySecurityToken,
  byBalticId,
  onPage,
  withOneTimeConsent,
  byCompany
]

export const table: ReadonlyArray<PlayedScenario> = DataFile.read(ScenarioRows, chapters.flat()).map(played)

const chosen = new Map(
  table.flatMap((row) => (row.route === "ANY" ? [] : [[`${row.route} ${row.key}`, row.course] as const]))
)

/** Returns the course that a login at a company takes. */
export const courseOf = (company: Company, method: LoginMethod, identity: string): Course => {
  if (company.status === "MAINTENANCE") return closed
  if (!company.loginMethods.includes(method)) return notApplicable
  const route = routeOf(method)
  return chosen.get(`${route} ${scenarioKeyOf(method, identity)}`) ?? defaults[route]
}

const byElectronicIdRows = table.filter((row) => row.route === "ELECTRONIC_ID")

/** Returns the script of the person's orders at the electronic-ID provider. By default, the person signs. */
export const orderScriptOf = (personalNumber: string): OrderScript =>
  personalNumber === visitor ? waits : (byElectronicIdRows.find(({ key }) => key === personalNumber)?.script ?? signs)

const byClientSideRows = table.filter((row) => row.route === "CLIENT_SIDE")

/** Returns a person's scenario at a company's site. */
export const siteScenarioOf = (personalNumber: string): string =>
  byClientSideRows.find(({ key }) => key === personalNumber)?.scenario ?? Site.anybody

/** If the personal number selects no scenario, the person signs, and the site does not report who signed. */
const anybodys: Site.SiteVisit = { script: { signatures: ["PENDING", "COMPLETE"], signer: "NOT_TOLD" } }

/** Returns the events at a company's site in a scenario, or nothing if the company or the scenario does not exist. */
export const siteVisitOf = (company: string, scenario: string): Site.SiteVisit | undefined => {
  if (companyOf(company) === undefined) return undefined
  if (scenario === Site.anybody) return anybodys
  const row = byClientSideRows.find((each) => each.scenario === scenario)
  return row && { script: row.script, personalNumber: row.key }
}
