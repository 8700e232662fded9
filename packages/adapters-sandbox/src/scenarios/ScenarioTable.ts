/** The scenarios, how credentials select them, and how long a simulated company stays in each state (spec 12). */
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

/**
 * The kind of login. Each kind has its own scenarios, because its collections go through different statuses (spec 2.5).
 */
export type LoginKind = "PASSWORD" | "SECURITY_TOKEN" | "ELECTRONIC_ID" | "CLIENT_SIDE" | "PAGE"

export const loginKindOf = (method: LoginMethod.LoginMethod): LoginKind => {
  const { electronicId, nativeOnly, page } = LoginMethod.describe(method)
  if (page) return "PAGE"
  if (nativeOnly) return "CLIENT_SIDE"
  if (electronicId) return "ELECTRONIC_ID"
  return LoginMethod.identifiesByNumber(method) ? "SECURITY_TOKEN" : "PASSWORD"
}

/** The identity in every login on a page. */
const pageLoginIdentity = "visitor"

/** Returns the user name, email address, personal number or file name, but never the password. */
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

/** Returns the local part of an email address. Any other identity is unchanged. */
const scenarioKeyOf = (method: LoginMethod.LoginMethod, identity: string): string =>
  method === "EMAIL" ? identity.slice(0, identity.indexOf("@")) : identity

/** A user name and a personal number that select no scenario. */
const defaultUsername = "anybody"
export const defaultPersonalNumber = "199001122390"

/** Every password is accepted. */
const password = "a-password"

/** Returns parameters that select the scenario `key` by user name or email address. */
export const passwordParameters = (key: string): ReadonlyArray<Parameter> => [
  { type: "USERNAME_PASSWORD", username: key, password },
  { type: "EMAIL", email: `${key}@example.com` }
]

/** The phone numbers of the sandbox's people: Mobile-ID test numbers. */
const phoneNumbers: Readonly<Record<PersonalCode.Country, string>> = {
  EE: "37200000766",
  LT: "37060000666",
  LV: "37120000777"
}

/** Returns the login of the person with this personal number. */
export const personalNumberLogin = (personalNumber: string) => ({ type: "SWEDISH_EID", personalNumber }) as const

/** The login method for an order that does not say what it is for. */
export const methodWithoutScheme = "SWEDISH_MOBILE_EID_ANY_DEVICE"

/** Returns parameters that select a scenario by personal number. */
export const personalNumberParameters = (personalNumber: string): ReadonlyArray<Parameter> => [
  personalNumberLogin(personalNumber)
]

/** Returns parameters that select a scenario by personal code, for companies in the code's market. */
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

/** The script for all collections at a company that is under maintenance. */
const closed = Script.scriptOf([{ status: "THIRD_PARTY_ERROR", reason: "COMPANY_MAINTENANCE" }])

/** The script for all collections with a login method that the company does not support. */
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

/** Returns the script of a login at a company. */
export const loginScriptOf = (company: Company, method: LoginMethod.LoginMethod, identity: string): ScenarioScript => {
  if (company.status === "MAINTENANCE") return closed
  if (!company.loginMethods.includes(method)) return notApplicable
  const route = loginKindOf(method)
  return chosen.get(`${route} ${scenarioKeyOf(method, identity)}`) ?? defaults[route]
}

const byElectronicIdRows = scenarioTable.filter((row) => row.route === "ELECTRONIC_ID")

/** Returns the script of the person's orders at the electronic-ID provider. Default: the person signs. */
export const orderScriptOf = (personalNumber: string): OrderScript =>
  personalNumber === pageLoginIdentity
    ? pageOrderScript
    : (byElectronicIdRows.find(({ key }) => key === personalNumber)?.script ?? signingScript)

const byClientSideRows = scenarioTable.filter((row) => row.route === "CLIENT_SIDE")

/** Returns a person's scenario on a company's site. */
export const siteScenarioOf = (personalNumber: string): string =>
  byClientSideRows.find(({ key }) => key === personalNumber)?.scenario ?? defaultScenario

/** With a personal number that selects no scenario, the person signs, and the site does not say who signed. */
const anybodys: SiteScenario = { script: { signatures: ["PENDING", "COMPLETE"], signer: "NOT_TOLD" } }

/** Returns what happens on a company's site in a scenario, or nothing if the company or the scenario is unknown. */
export const siteScenarioAt = (company: string, scenario: string): SiteScenario | undefined => {
  if (companyOf(company) === undefined) return undefined
  if (scenario === defaultScenario) return anybodys
  const row = byClientSideRows.find((each) => each.scenario === scenario)
  return row && { script: row.script, personalNumber: row.key }
}

const rangeOf = (method: LoginMethod.LoginMethod): readonly [minimum: number, maximum: number] | undefined => {
  const { electronicId, environment } = LoginMethod.describe(method)
  if (environment === "MOCK") return undefined
  // The sandbox has no real provider, so an electronic ID without a suffix behaves like _TEST.
  return electronicId ? [500, 2000] : [100, 500]
}

export const hasDuration = (method: LoginMethod.LoginMethod): boolean => rangeOf(method) !== undefined

/** Returns how long the state at `at` in a script lasts with the given credentials, in milliseconds. */
export const durationOf = (method: LoginMethod.LoginMethod, identity: string, at: number): number => {
  const range = rangeOf(method)
  return range === undefined ? 0 : randomFrom("pace", method, identity, String(at)).integer(...range)
}
