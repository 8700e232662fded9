/** The part of the credentials that determines the scenario and the person (spec 12). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"

/**
 * The kind of login. Each kind has its own scenarios, because its collections pass through different statuses
 * (spec 2.5).
 */
export type LoginKind = "PASSWORD" | "SECURITY_TOKEN" | "ELECTRONIC_ID" | "CLIENT_SIDE"

export const loginKindOf = (method: LoginMethod.LoginMethod): LoginKind => {
  const { electronicId, family, nativeOnly } = LoginMethod.describe(method)
  if (nativeOnly) return "CLIENT_SIDE"
  if (electronicId) return "ELECTRONIC_ID"
  return family === "SWEDISH_SECURITY_TOKEN" ? "SECURITY_TOKEN" : "PASSWORD"
}

/** Returns the user name, email address, personal number or file name, but never the password. */
export const identityOf = (login: LoginParameter): string => {
  switch (login.type) {
    case "USERNAME_PASSWORD":
      return login.username
    case "EMAIL":
      return login.email
    case "SWEDISH_EID":
      return login.personalNumber
    case "PDF_DOCUMENT":
      return login.fileName
  }
}

/** Returns the local part of an email address. Returns any other identity unchanged. */
export const scenarioKeyOf = (method: LoginMethod.LoginMethod, identity: string): string =>
  method === "EMAIL" ? identity.slice(0, identity.indexOf("@")) : identity

/** A user name and a personal number that select no scenario. */
export const defaultUsername = "anybody"
export const defaultPersonalNumber = "199001122390"

/** Every password is accepted. */
const password = "a-password"

/** Returns parameters that choose the scenario `key` by user name or email address. */
export const passwordParameters = (key: string): ReadonlyArray<LoginParameter> => [
  { type: "USERNAME_PASSWORD", username: key, password },
  { type: "EMAIL", email: `${key}@example.com` }
]

/** Returns parameters that choose a scenario by personal number. */
export const personalNumberParameters = (personalNumber: string): ReadonlyArray<LoginParameter> => [
  { type: "SWEDISH_EID", personalNumber }
]
