/** Tests that the sandbox's data files match their schemas. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { CompanyDirectory, MarketCompanies } from "../src/companies/SandboxCompanies.ts"
import { MarketProfile, VehicleModels } from "../src/data/Markets.ts"
import { ConsentScenarioRows } from "../src/banks/ConsentTable.ts"
import { Questions } from "../src/scenarios/Questions.ts"
import { ScenarioRows } from "../src/scenarios/ScenarioRow.ts"

const folder = new URL("../src/data/", import.meta.url)

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".json"))
  .sort()

const contentOf = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), "utf8"))

const schemaOf = (file: string): Schema.Codec<unknown, unknown> => {
  if (file === "vehicles.json") return VehicleModels
  if (file === "directory.json") return CompanyDirectory
  if (file === "questions.json") return Questions
  if (file === "scenarios/stored-consent.json") return ConsentScenarioRows
  if (file.startsWith("scenarios/")) return ScenarioRows
  return file.endsWith("/companies.json") ? MarketCompanies : MarketProfile
}

/** Validates an ISIN: letters become numbers (A is 10), and the result must pass the Luhn check. */
const isIsin = (text: string): boolean => {
  const digits = Array.from(text, (sign) => Number.parseInt(sign, 36)).join("")
  const products = Array.from(digits)
    .reverse()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
  return products.reduce((total, product) => total + (product > 9 ? product - 9 : product), 0) % 10 === 0
}

describe("a data file", () => {
  it.each(files)("%s matches its schema without unknown members", (file) => {
    const content = contentOf(file)
    const decoded = Schema.decodeUnknownSync(schemaOf(file))(content, { onExcessProperty: "error" })
    assert.deepStrictEqual(decoded, content)
  })

  it.each(files.filter((file) => file.endsWith("/companies.json")))("%s names securities of its market", (file) => {
    const { securities } = Schema.decodeUnknownSync(MarketProfile)(contentOf(file.replace("companies", "market")))
    const companies = Schema.decodeUnknownSync(MarketCompanies)(contentOf(file))
    const named = companies.flatMap(({ wealth = [] }) =>
      wealth.flatMap((product) => ("securities" in product ? (product.securities ?? []) : []))
    )
    assert.includeMembers(Object.keys(securities), named)
  })

  it.each(files.filter((file) => file.endsWith("/market.json")))("%s has valid and unique ISINs", (file) => {
    const { securities } = Schema.decodeUnknownSync(MarketProfile)(contentOf(file))
    const isins = Object.values(securities).flatMap((group) => group.flatMap(({ isin }) => isin ?? []))
    assert.isNotEmpty(isins)
    for (const isin of isins) assert.isTrue(isIsin(isin), isin)
    assert.lengthOf(new Set(isins), isins.length)
  })

  it("of stored consents selects each scenario by either a person or a button", () => {
    for (const { decision, personalNumber, scenario } of Schema.decodeUnknownSync(ConsentScenarioRows)(
      contentOf("scenarios/stored-consent.json")
    )) {
      assert.strictEqual(decision === undefined, personalNumber !== undefined, scenario)
    }
  })
})
