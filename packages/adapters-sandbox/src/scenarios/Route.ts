/** The ways into a simulated company; scenarios differ by way, because the states on the way differ (decisions 4). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"

/** By password or address, by security token, by electronic ID, by electronic ID with the client's own requests. */
export type Route = "PASSWORD" | "SECURITY_TOKEN" | "ELECTRONIC_ID" | "CLIENT_SIDE"

/** The way that a login method takes. */
export const of = (method: LoginMethod.LoginMethod): Route => {
  const { electronicId, family, nativeOnly } = LoginMethod.describe(method)
  if (nativeOnly) return "CLIENT_SIDE"
  if (electronicId) return "ELECTRONIC_ID"
  return family === "SWEDISH_SECURITY_TOKEN" ? "SECURITY_TOKEN" : "PASSWORD"
}
