/** The three ways into a simulated company; scenarios differ by way, because the states on the way differ (decisions 4). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"

/** By password or address, by electronic ID, by security token. */
export type Route = "PASSWORD" | "ELECTRONIC_ID" | "SECURITY_TOKEN"

/** The way that a login method takes. */
export const of = (method: LoginMethod.LoginMethod): Route => {
  const { electronicId, family } = LoginMethod.describe(method)
  if (electronicId) return "ELECTRONIC_ID"
  return family === "SWEDISH_SECURITY_TOKEN" ? "SECURITY_TOKEN" : "PASSWORD"
}
