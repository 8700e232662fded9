/** The way that credentials take into a company, and the part of them that decides what happens and whose data it is (decisions 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { LoginParameter } from "@sheaf/domain/Parameter"

/**
 * The ways into a simulated company. Scenarios differ by route, because the states on the way differ (decisions 4): by
 * password or address, by security token, by electronic ID, or by electronic ID with the client's own requests.
 */
export type Route = "PASSWORD" | "SECURITY_TOKEN" | "ELECTRONIC_ID" | "CLIENT_SIDE"

export const routeOf = (method: LoginMethod.LoginMethod): Route => {
  const { electronicId, family, nativeOnly } = LoginMethod.describe(method)
  if (nativeOnly) return "CLIENT_SIDE"
  if (electronicId) return "ELECTRONIC_ID"
  return family === "SWEDISH_SECURITY_TOKEN" ? "SECURITY_TOKEN" : "PASSWORD"
}

/** The user name, the address, or the personal number. Never the password. */
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

/** What names a scenario: of an address its local part, otherwise the whole identity. */
export const scenarioKeyOf = (method: LoginMethod.LoginMethod, identity: string): string =>
  method === "EMAIL" ? identity.slice(0, identity.indexOf("@")) : identity

/** The user name, and the personal number, of credentials that name no scenario. */
export const anybody = "anybody"
export const anybodysNumber = "199001122390"

/** Every password is right: the user name decides. */
const password = "a-password"

/** Credentials ready to send that choose the scenario `key` by password or address. */
export const passwordParameters = (key: string): ReadonlyArray<LoginParameter> => [
  { type: "USERNAME_PASSWORD", username: key, password },
  { type: "EMAIL", email: `${key}@example.com` }
]

/** The same for the methods that carry a personal number. */
export const personalNumberParameters = (personalNumber: string): ReadonlyArray<LoginParameter> => [
  { type: "SWEDISH_EID", personalNumber }
]
