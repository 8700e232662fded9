/**
 * Finds the scenario for a set of credentials, and determines how long a simulated company stays in each state (spec
 * 12).
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { companyOf, loginMethodsWith } from "../companies/SandboxCompanies.ts"
import type { Company } from "../companies/Company.ts"
import * as DataFile from "../data/DataFile.ts"
import { randomFrom } from "../data/Random.ts"
import { signingScript, pageOrderScript } from "./OrderScript.ts"
import type { OrderScript } from "./OrderScript.ts"
import { defaultScenario } from "./SiteScript.ts"
import type { SiteScenario } from "./SiteScript.ts"
import * as Script from "./Script.ts"
import type { ScenarioScript } from "./Script.ts"
import { ScenarioRows } from "./ScenarioRow.ts"
import type { ResolvedScenario, ScenarioRow } from "./ScenarioRow.ts"
import byClientSide from "../data/scenarios/client-side.json" with { type: "json" }
import byCompany from "../data/scenarios/company.json" with { type: "json" }
import byBalticId from "../data/scenarios/baltic-id.json" with { type: "json" }
import byElectronicId from "../data/scenarios/electronic-id.json" with { type: "json" }
import withOneTimeConsent from "../data/scenarios/one-time-consent.json" with { type: "json" }
import onPage from "../data/scenarios/page.json" with { type: "json" }
import byPassword from "../data/scenarios/password.json" with { type: "json" }
import bySecurityToken from "../data/scenarios/security-token.json" with { type: "json" }
import byStepUp from "../data/scenarios/step-up.json" with { type: "json" }
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import type { Market } from "@sheaf/domain/Market"
import type { LoginParameter, Parameter } from "@sheaf/domain/Parameter"
import * as PersonalCode from "@sheaf/domain/PersonalCode"

export type LoginKind = "PASSWORD" | "SECURITY_TOKEN" | "ELECTRONIC_ID" | "CLIENT_SIDE" | "PAGE"

export const loginKindOf = (method: LoginMethod.LoginMethod): LoginKind => {
  const { electronicId, nativeOnly, page } = LoginMethod.describe(method)
  if (page) return "PAGE"
  if (nativeOnly) return "CLIENT_SIDE"
  if (electronicId) return "ELECTRONIC_ID"
  return LoginMethod.identifiesByNumber(method) ? "SECURITY_TOKEN" : "PASSWORD"
}

const pageLoginIdentity = "visitor"

/** Never returns the password. */
export const identityOf = (login: LoginParameter): string => {
  switch (login.type) {
    case "USERNAME_PASSWORD":
      return login.username
    case "EMAIL":
      return login.email
    case "PDF_DOCUMENT":
      return login.fileName
    default:
      return LoginIdentity.personalNumberOf(login) ?? pageLoginIdentity
  }
}

/** For the EMAIL method, returns the part of the address before the @. */
const scenarioKeyOf = (method: LoginMethod.LoginMethod, identity: string): string =>
  method === "EMAIL" ? identity.slice(0, identity.indexOf("@")) : identity

/** These credentials select no scenario. */
const defaultUsername = "anybody"
export const defaultPersonalNumber = "199001122390"

/** The sandbox accepts any password. */
const password = "a-password"

export const passwordParameters = (key: string): ReadonlyArray<Parameter> => [
  { type: "USERNAME_PASSWORD", username: key, password },
  { type: "EMAIL", email: `${key}@example.com` }
]

/** These are Mobile-ID test numbers. */
const phoneNumbers: Readonly<Record<PersonalCode.Country, string>> = {
  EE: "37200000766",
  LT: "37060000666",
  LV: "37120000777"
}

export const personalNumberLogin = (personalNumber: string) => ({ type: "SWEDISH_EID", personalNumber }) as const

/** The login method that is assumed for orders that do not state their purpose. */
export const methodWithoutScheme = "SWEDISH_MOBILE_EID_ANY_DEVICE"

export const personalNumberParameters = (personalNumber: string): ReadonlyArray<Parameter> => [
  personalNumberLogin(personalNumber)
]

/** Returns an empty list for a market whose country has no personal codes. */
export const personalCodeParameters = (personalCode: string, market: Market): ReadonlyArray<Parameter> => {
  const country = PersonalCode.countries.find((each) => each.toLowerCase() === market)
  if (country === undefined) return []
  return [
    { type: "SMART_ID", personalCode, country },
    { type: "MOBILE_ID", personalCode, phoneNumber: phoneNumbers[country] }
  ]
}

/** The scripts for credentials that select no scenario. */
const defaults: Readonly<Record<LoginKind, ScenarioScript>> = {
  PASSWORD: Script.scriptOf(["LOGIN", "COLLECTING", "COMPLETED"]),
  SECURITY_TOKEN: Script.scriptOf([
    "LOGIN",
    "ASK_FOR_CODE_OF_TOKEN",
    { status: "COLLECTING", companyTells: "OWN" },
    "COMPLETED"
  ]),
  ELECTRONIC_ID: Script.scriptOf(["LOGIN", "IDENTIFY", "COLLECTING", "COMPLETED"]),
  CLIENT_SIDE: Script.scriptOf(["LOGIN", "LOG_IN_FROM_DEVICE", "COLLECTING", "COMPLETED"]),
  PAGE: Script.scriptOf(["LOGIN", "IDENTIFY", "COLLECTING", "COMPLETED"])
}

/** Used for every collection at a company that is under maintenance. */
const closed = Script.scriptOf([{ status: "THIRD_PARTY_ERROR", reason: "COMPANY_MAINTENANCE" }])

/** Used for every collection with a login method that the company does not support. */
const notApplicable = Script.scriptOf(["LOGIN_METHOD_NOT_APPLICABLE"])

const played = (row: ScenarioRow): ResolvedScenario => {
  const company = companyOf(row.company)
  if (company === undefined) throw new Error(`scenario ${row.scenario}: no company ${row.company} in the sandbox`)
  if (row.route === "ANY") {
    const { loginParameters, ...rest } = row
    const loginMethods = loginParameters === undefined ? company.loginMethods : loginMethodsWith(loginParameters)
    const course = company.status === "MAINTENANCE" ? closed : notApplicable
    return { ...rest, key: defaultUsername, course, loginMethods }
  }
  const { course, key = row.scenario, ...rest } = row
  return {
    ...rest,
    key,
    course: course === undefined ? defaults[row.route] : Script.scriptOf(course),
    loginMethods: company.loginMethods.filter((method) => loginKindOf(method) === row.route)
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

export const scenarioTable: ReadonlyArray<ResolvedScenario> = DataFile.read(ScenarioRows, chapters.flat()).map(played)

const chosen = new Map(
  scenarioTable.flatMap((row) => (row.route === "ANY" ? [] : [[`${row.route} ${row.key}`, row.course] as const]))
)

export const loginScriptOf = (company: Company, method: LoginMethod.LoginMethod, identity: string): ScenarioScript => {
  if (company.status === "MAINTENANCE") return closed
  if (!company.loginMethods.includes(method)) return notApplicable
  const route = loginKindOf(method)
  return chosen.get(`${route} ${scenarioKeyOf(method, identity)}`) ?? defaults[route]
}

const byElectronicIdRows = scenarioTable.filter((row) => row.route === "ELECTRONIC_ID")

/** By default, the person signs. */
export const orderScriptOf = (personalNumber: string): OrderScript =>
  personalNumber === pageLoginIdentity
    ? pageOrderScript
    : (byElectronicIdRows.find(({ key }) => key === personalNumber)?.script ?? signingScript)

const byClientSideRows = scenarioTable.filter((row) => row.route === "CLIENT_SIDE")

export const siteScenarioOf = (personalNumber: string): string =>
  byClientSideRows.find(({ key }) => key === personalNumber)?.scenario ?? defaultScenario

/** If a personal number selects no scenario, the person signs, and the site does not report who signed. */
const anybodys: SiteScenario = { script: { signatures: ["PENDING", "COMPLETE"], signer: "NOT_TOLD" } }

/** Returns nothing if the company or the scenario is unknown. */
export const siteScenarioAt = (company: string, scenario: string): SiteScenario | undefined => {
  if (companyOf(company) === undefined) return undefined
  if (scenario === defaultScenario) return anybodys
  const row = byClientSideRows.find((each) => each.scenario === scenario)
  return row && { script: row.script, personalNumber: row.key }
}

const rangeOf = (method: LoginMethod.LoginMethod): readonly [minimum: number, maximum: number] | undefined => {
  const { electronicId, environment } = LoginMethod.describe(method)
  if (environment === "MOCK") return undefined
  // The sandbox never calls a real provider, so an electronic-ID method without a suffix behaves like its `_TEST`
  // variant.
  return electronicId ? [500, 2000] : [100, 500]
}

export const hasDuration = (method: LoginMethod.LoginMethod): boolean => rangeOf(method) !== undefined

/** Returns how long a login with these credentials stays in state `at` of its script, in milliseconds. */
export const durationOf = (method: LoginMethod.LoginMethod, identity: string, at: number): number => {
  const range = rangeOf(method)
  return range === undefined ? 0 : randomFrom("pace", method, identity, String(at)).integer(...range)
}
