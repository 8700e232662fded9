/** Tests that the list of consent scenarios contains a valid request for each login method. */
import { assert, describe, it } from "@effect/vitest"
import { check } from "@sheaf/domain/CreateConsent"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import type { Parameter } from "@sheaf/domain/Parameter"
import * as PersonalNumber from "@sheaf/domain/PersonalNumber"
import { Result } from "effect"
import { availabilityOf, companies } from "../../src/companies/SandboxCompanies.ts"
import { consentCatalog } from "../../src/index.ts"

const today = "2026-04-01"

describe("the list of consent scenarios", () => {
  it("covers every market", () => {
    const markets = new Set(consentCatalog.map(({ company }) => company.slice(0, 2)))
    assert.sameMembers([...markets], [...Market.all])
  })

  it.each(consentCatalog)("has a valid request for each login method: $scenario", (entry) => {
    const { company, loginMethods, parameters, redirect } = entry
    assert.strictEqual(redirect === undefined, loginMethods.length > 0)
    const found = companies.find(({ id }) => id === company) ?? assert.fail(company)
    const methods = loginMethods.length === 0 ? [undefined] : loginMethods
    for (const loginMethod of methods) {
      const own = loginMethod && LoginMethod.describe(loginMethod).parameter
      const isSent = ({ type }: Parameter) => type === own || !LoginMethod.parameterTypes.some((each) => each === type)
      const sent = parameters.filter(isSent)
      const request = { company, parameters: sent, ...(loginMethod !== undefined && { loginMethod }) }
      const returns = { registered: [], isLoopbackAllowed: false }
      assert.isTrue(Result.isSuccess(check(request, availabilityOf(found), today, returns)), loginMethod)
    }
    for (const parameter of parameters) {
      if (parameter.type !== "SWEDISH_EID") continue
      const { personalNumber } = parameter
      assert.strictEqual(PersonalNumber.normalize(personalNumber, { today }), personalNumber, "a valid check digit")
    }
  })
})
