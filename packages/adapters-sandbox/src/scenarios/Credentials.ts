/** What selects the scenario and the person in credentials (spec 12). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
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
export const pageLoginIdentity = "visitor"

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
export const scenarioKeyOf = (method: LoginMethod.LoginMethod, identity: string): string =>
  method === "EMAIL" ? identity.slice(0, identity.indexOf("@")) : identity

/** A user name and a personal number that select no scenario. */
export const defaultUsername = "anybody"
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
