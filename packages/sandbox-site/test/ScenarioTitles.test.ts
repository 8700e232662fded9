/** The titles and outcomes of scenarios in the list of the sandbox's console. */
import { consentCatalog, scenarioCatalog } from "@sheaf/adapters-sandbox"
import { assert, describe, it } from "vitest"
import { outcomeOf } from "../src/console/calls/ScenarioOutcomes.ts"
import { familyOfMost, titleOf, titleWithin } from "../src/console/calls/ScenarioTitles.ts"

describe("a scenario's title", () => {
  it.each([
    ["two-factor", "Two-factor login"],
    ["two-factor-choice", "Two-factor login: choice"],
    ["incorrect-two-factor-code", "Incorrect two-factor code"],
    ["completed-lt", "Completed, Lithuania"],
    ["electronic-id-press-sign", "Login with electronic ID"],
    ["electronic-id-press-cancel", 'Electronic ID: press "cancel"'],
    ["consent-page-ee", "Consent on the bank's page, Estonia"],
    ["kyc-form", "KYC form"]
  ])("of %s is %s", (scenario, title) => {
    assert.strictEqual(titleOf(scenario), title)
  })

  it("does not repeat the family of most of its list", () => {
    const list = ["electronic-id", "electronic-id-press-cancel", "electronic-id-timeout", "accounts-lt"]
    const family = familyOfMost(list)
    assert.deepStrictEqual(
      list.map((scenario) => titleWithin(family, scenario)),
      ["Electronic ID", 'Press "cancel"', "Timeout", "Bank accounts, Lithuania"]
    )
    assert.strictEqual(familyOfMost(["two-factor", "step-up-code", "failed"]), "")
  })

  it("belongs to one scenario", () => {
    const titles = [...scenarioCatalog, ...consentCatalog].map(({ scenario }) => titleOf(scenario))
    assert.strictEqual(new Set(titles).size, titles.length)
  })
})

describe("a scenario's outcome", () => {
  const all = [...scenarioCatalog, ...consentCatalog]

  it.each([
    ["completed", "records"],
    ["completed-empty", "no records"],
    ["accounts-narrow", "accounts"],
    ["two-factor", "a code, then records"],
    ["account-temporarily-locked", "stops at login"],
    ["electronic-id-timeout", "stops at the signature"],
    ["consent-expires", "consent expires"]
  ])("of %s is %s", (name, outcome) => {
    const found = all.find(({ scenario }) => scenario === name) ?? assert.fail(name)
    assert.strictEqual(outcomeOf(found), outcome)
  })

  it("names the place where any scenario stops", () => {
    assert.notInclude(all.map(outcomeOf), "stops early")
  })
})
