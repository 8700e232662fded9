/** The catalogs of the page's texts are complete in every language. */
import { CollectionStatus, describe as describeStatus } from "@sheaf/domain/CollectionStatus"
import { all as consentStatuses, describe as describeConsent } from "@sheaf/domain/ConsentStatus"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import english from "../src/texts/en.json" with { type: "json" }
import { languageOf, languages } from "../src/texts/Texts.ts"

type Catalog = Readonly<Record<string, string | Readonly<Record<string, string>>>>

const catalogOf = (language: string): Catalog => {
  const catalog: Catalog = JSON.parse(readFileSync(new URL(`../src/texts/${language}.json`, import.meta.url), "utf8"))
  return catalog
}

const placeholdersIn = (text: string): ReadonlyArray<string> => [...new Set(text.match(/\{\w+\}/g))].toSorted()

const others = Object.keys(languages).filter((language) => language !== "en")

describe.each(others)("the catalog of %s", (language) => {
  const catalog = catalogOf(language)

  it("has the texts of the English catalog, in its order", () => {
    assert.deepStrictEqual(Object.keys(catalog), Object.keys(english))
  })

  it("keeps the placeholders of each text", () => {
    for (const [key, text] of Object.entries<string | Readonly<Record<string, string>>>(english)) {
      const forms = typeof text === "string" ? [catalog[key]] : Object.values(catalog[key] ?? {})
      for (const form of forms) {
        assert.isString(form, key)
        const expected = typeof text === "string" ? text : (text["other"] ?? "")
        assert.deepStrictEqual(placeholdersIn(String(form)), placeholdersIn(expected), key)
      }
    }
  })

  it("has a form for each plural category of the language", () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, text] of Object.entries(catalog)) {
      if (typeof text !== "string") assert.sameMembers(Object.keys(text), pluralCategories, key)
    }
  })

  it("translates every text", () => {
    const same = Object.entries<unknown>(english).filter(([key, text]) => text === catalog[key])
    // Some words are the same in both languages.
    assert.isAtMost(same.length, 8, same.map(([key]) => key).join(", "))
  })
})

describe("the English catalog", () => {
  const hasText = (key: string) => assert.property(english, key)

  it("explains each final status that has no result", () => {
    const ended = CollectionStatus.literals.filter((status) => {
      const { advice, class: kind } = describeStatus(status)
      return advice !== undefined && (kind !== "OUTCOME" || advice === "FINISH") && status !== "COMPLETED"
    })
    for (const status of ended) {
      hasText(`problem.${status}`)
      hasText(`problem.${status}.text`)
    }
    for (const status of consentStatuses) {
      if (describeConsent(status).advice !== undefined) hasText(`problem.${status}`)
    }
  })

  it("names a step for each advice, except to finish", () => {
    for (const status of CollectionStatus.literals) {
      const { advice = "FINISH" } = describeStatus(status)
      if (advice !== "FINISH") hasText(`action.${advice}`)
    }
  })

  it("says what is awaited in each status in progress", () => {
    for (const status of CollectionStatus.literals) {
      if (describeStatus(status).class === "IN_PROGRESS") hasText(`progress.${status}`)
    }
  })
})

describe("the language of the page", () => {
  it.each([
    [["fr-CA", "en"], "fr"],
    [["de-DE", "sv-SE"], "sv"],
    [["de"], "en"],
    [[], "en"]
  ])("for %j is %s", (tags, language) => {
    assert.strictEqual(languageOf(tags), language)
  })
})
