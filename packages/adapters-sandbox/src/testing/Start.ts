/** The starts that a program makes of the entries of the catalogue (decisions 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Parameter from "@sheaf/domain/Parameter"
import type { LoginParameter } from "@sheaf/domain/Parameter"
import type { Scenario } from "@sheaf/domain/Scenario"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Result } from "effect"

export interface Start {
  readonly company: string
  readonly loginMethod: LoginMethod.LoginMethod
  readonly login: LoginParameter
  /** The consent beside the login, for this one collection. */
  readonly consent?: ConsentScope.Terms
  readonly answers?: ReadonlyArray<SupplementInfo>
  /** Nobody does anything more after the last answer: the time of what is asked is let run out. */
  readonly expire?: boolean
}

/** The terms of the consent that an entry of the catalogue asks for, if it does. */
const consentOf = ({ parameters }: Scenario): ConsentScope.Terms | undefined => {
  const asked = Parameter.find(parameters, "PSD2_AIS_CONSENT")
  return asked && Result.getOrThrow(ConsentScope.resolve(asked, "", { today: "2026-04-01", market: "se" }))
}

/** The start that a program makes of an entry of the catalogue: the parameter that the login method wants. */
export const startOf = (scenario: Scenario, loginMethod: LoginMethod.LoginMethod): Start => {
  const wanted = LoginMethod.describe(loginMethod).parameter
  const login = scenario.parameters.find((parameter): parameter is LoginParameter => parameter.type === wanted)
  if (login === undefined) throw new Error(`${scenario.scenario} has no parameter for ${loginMethod}`)
  const consent = consentOf(scenario)
  return {
    company: scenario.company,
    loginMethod,
    login,
    ...(consent && { consent }),
    answers: scenario.supplements ?? [],
    expire: scenario.expire ?? false
  }
}
