/** Tests the sandbox's companies, their login methods and their banks. */
import { assert } from "@effect/vitest"
import { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { Connectors } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { bankDescriptions } from "../src/index.ts"
import { suite } from "./TestSuites.ts"

const all = Effect.flatMap(Connectors, (connectors) => connectors.all)

suite("the companies", (test) => {
  test("cover every market and match the schemas", function* () {
    const companies = yield* all
    assert.sameMembers([...new Set(companies.map(({ availability }) => availability.market))], [...Market.all])
    for (const { availability, supported } of companies) {
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(CompanyAvailability)(availability), availability)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(SupportedProducts)(supported), supported)
      assert.isTrue(availability.company.startsWith(`${availability.market}-`), availability.company)
    }
  })

  test("are operational, except for one company in maintenance, which comes last", function* () {
    const states = (yield* all).map(({ availability }) => [availability.status, availability.functional])
    assert.deepStrictEqual(states.at(-1), ["MAINTENANCE", false])
    for (const [, functional] of states.slice(0, -1)) assert.isTrue(functional)
    assert.isTrue(states.some(([status]) => status === "DEGRADED"))
  })

  test("have the electronic IDs of their market, and one Swedish company lacks EMAIL", function* () {
    const companies = yield* all
    for (const { availability } of companies) {
      const { company, loginMethods, market, products } = availability
      const hasScheme = (method: LoginMethod.LoginMethod) => LoginMethod.describe(method).markets?.includes(market)
      const isPageOnly = bankDescriptions.some(
        (bank) => bank.company === company && !bank.profile.approaches.includes("DECOUPLED")
      )
      if (!isPageOnly) assert.includeMembers([...loginMethods], LoginMethod.all.filter(hasScheme), company)
      assert.isTrue(
        loginMethods.every((method) => LoginMethod.isAvailableIn(method, market)),
        company
      )
      assert.strictEqual(loginMethods.includes("REDIRECT"), products.includes("PSD2_AIS"), company)
      assert.notInclude(loginMethods, "PDF_UPLOAD")
    }
    const lacking = companies.filter(
      ({ availability }) => availability.market === "se" && !availability.loginMethods.includes("EMAIL")
    )
    assert.isNotEmpty(lacking)
  })

  test("include, in every market, a bank whose accounts can be read under a consent", function* () {
    const companies = yield* all
    const banks = companies.filter(({ availability }) => availability.products.includes("PSD2_AIS"))
    assert.sameMembers([...new Set(banks.map(({ availability }) => availability.market))], [...Market.all])
    for (const { availability, supported } of companies) {
      const isBank = availability.products.includes("PSD2_AIS")
      assert.strictEqual(supported.psd2Ais !== undefined, isBank, availability.company)
      if (!isBank) assert.isUndefined(availability.maximumConsentValidityDays)
      assert.isTrue(supported.psd2Ais?.balances ?? true)
      assert.notIncludeMembers([...supported.wealth], ["PSD2_CHECKING_ACCOUNT", "PSD2_SAVINGS_ACCOUNT"])
    }
    const withoutTransactions = banks.filter(({ supported }) => supported.psd2Ais?.transactions === false)
    assert.deepStrictEqual(
      withoutTransactions.map(({ availability }) => availability.company),
      ["lv-ozolbanka"]
    )
    const days = banks.map(({ availability }) => availability.maximumConsentValidityDays)
    assert.includeMembers(days, [90, undefined])
    assert.isTrue(banks.some(({ availability }) => availability.products.includes("WEALTH")))
    assert.isTrue(banks.some(({ availability }) => availability.products.length === 1))
  })
})
