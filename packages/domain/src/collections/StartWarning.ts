/** Warnings that a new collection is bound to fail (spec 2.1, 4.1). */
import { Schema } from "effect"
import { isFunctional } from "../companies/Company.ts"
import type { CompanyAvailability } from "../companies/Company.ts"
import type { LoginMethod } from "../companies/LoginMethod.ts"
import * as Annotations from "../shared/Annotations.ts"

/** Warns that a collection is bound to fail. The collection still starts, and later ends in this status. */
export const StartWarning = Schema.Struct({
  code: Annotations.literals("The reason.", {
    LOGIN_METHOD_NOT_SUPPORTED: "The company does not support the login method.",
    COMPANY_IN_MAINTENANCE: "The company is down for planned maintenance.",
    COMPANY_UNAVAILABLE: "The company cannot be reached."
  }),
  detail: Schema.String.annotate({ description: "What to do, for developers." })
}).pipe(Annotations.annotate("StartWarning", "A known reason why a new collection cannot succeed."))
export type StartWarning = typeof StartWarning.Type

/**
 * Returns the warnings for a collection that starts at this company. A start under a stored consent has no login
 * method.
 */
export const warningsOf = (
  { loginMethods, status }: Pick<CompanyAvailability, "loginMethods" | "status">,
  loginMethod: LoginMethod | undefined
): ReadonlyArray<StartWarning> => {
  const warnings: Array<StartWarning> = []
  if (loginMethod !== undefined && !loginMethods.includes(loginMethod))
    warnings.push({
      code: "LOGIN_METHOD_NOT_SUPPORTED",
      detail: `The company does not support ${loginMethod}. Start again with one of: ${loginMethods.join(", ")}.`
    })
  if (!isFunctional(status)) {
    const isMaintenance = status === "MAINTENANCE"
    warnings.push({
      code: isMaintenance ? "COMPANY_IN_MAINTENANCE" : "COMPANY_UNAVAILABLE",
      detail:
        `The company ${isMaintenance ? "is down for maintenance" : "cannot be reached"}. ` +
        "Start again once GET /companies/availability shows it as functional."
    })
  }
  return warnings
}
