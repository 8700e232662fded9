/** Tests companies' monograms, the market that a person most likely means, and the search for companies. */
import { assert, describe, it } from "vitest"
import { monogramsOf } from "../src/components/Monograms.ts"
import { isFound, marketOf } from "../src/connect/models/CompanyNames.ts"
import { companies } from "../src/gallery/ExampleData.ts"

describe("the monograms of a list", () => {
  it("are unique, also for companies with the same initials", () => {
    const names = ["Kopų Pensija", "Kāpu Pensija", "Kadaka Pensionid", "Kaupo Pank", "Klarvik", "Klarvik Bank"]
    const letters = [...monogramsOf(names).values()]
    assert.strictEqual(new Set(letters).size, names.length, letters.join())
    assert.include(letters, "KP")
  })

  it("have two letters of the name, whatever the name is", () => {
    assert.deepStrictEqual(
      [...monogramsOf(["Å", "7 Hill", "L'Estuaire"])],
      [
        ["7 Hill", "7H"],
        ["L'Estuaire", "LE"],
        ["Å", "Å"]
      ]
    )
  })
})

describe("the market that a person most likely means", () => {
  const markets = ["se", "ee", "lt", "lv", "fr"]

  it.each([
    [["sv-SE"], "se"],
    [["en-SE", "en"], "se"],
    [["sv"], "se"],
    [["lv", "fr"], "lv"],
    [["et-Latn-EE"], "ee"],
    [["en-GB", "fr-FR"], "fr"],
    [["fr-CA"], undefined],
    [["en"], undefined]
  ])("for %j is %s", (tags, market) => {
    assert.strictEqual(marketOf(tags, markets), market)
  })
})

describe("a search for a company", () => {
  const [first] = companies
  const company = {
    ...(first ?? assert.fail("no company")),
    directory: { groups: ["Polar Group"], bic: "NORDSES0", nationalNames: { et: "Põhjakodu" } }
  }

  it.each(["nord fors", "pohjakodu", "polar", "nordses0"])("finds it by %s", (query) => {
    assert.isTrue(isFound(company, query))
    assert.isFalse(isFound(company, `${query} else`))
  })
})
