/** What happens at a company whatever the credentials are (decisions 1, 2, 16). */
import type { CompanyId } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { end } from "./Beat.ts"
import type { Course } from "./Beat.ts"
import type { ByCompany } from "./Scenario.ts"

/** Every start at a company that is closed for maintenance. */
export const closed: Course = [end("THIRD_PARTY_ERROR", { reason: "COMPANY_MAINTENANCE" })]

/** Every start with a login method that the company does not have. */
export const notApplicable: Course = [end("LOGIN_METHOD_NOT_APPLICABLE")]

const withoutMethod = (scenario: string, company: CompanyId, loginMethods: ByCompany["loginMethods"]): ByCompany => ({
  scenario,
  description: "The company does not have the login method.",
  route: "ANY",
  company,
  loginMethods,
  course: notApplicable
})

const swedish = LoginMethod.all.filter((method) => LoginMethod.describe(method).parameter === "SWEDISH_EID")

/** `maintained`: the company that is closed for maintenance, and the login methods it would have. */
export const companyScenarios = (maintained: {
  readonly company: CompanyId
  readonly loginMethods: ReadonlyArray<LoginMethod.LoginMethod>
}): ReadonlyArray<ByCompany> => [
  {
    scenario: "company-maintenance",
    description: "The company is closed for maintenance: every start there ends like this.",
    route: "ANY",
    ...maintained,
    course: closed
  },
  withoutMethod("login-method-not-applicable", "se-statspension", ["USERNAME_AND_PASSWORD", "EMAIL"]),
  withoutMethod("login-method-not-applicable-ee", "ee-rannakindlustus", swedish),
  withoutMethod("login-method-not-applicable-lt", "lt-rasos", swedish),
  withoutMethod("login-method-not-applicable-lv", "lv-priedes", swedish),
  withoutMethod("login-method-not-applicable-fr", "fr-rivage", swedish)
]
