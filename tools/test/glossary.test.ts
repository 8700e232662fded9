/** docs/glossary.md says what each noun means, and no two modules export one noun with different meanings. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { collisionsIn, nounsIn, rowsUnder } from "../src/structure/Nouns.ts"
import { readSources } from "../src/structure/Sources.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const glossary = readFileSync(`${root}/docs/glossary.md`, "utf8")
const nouns = nounsIn(readSources(root))

const shared = rowsUnder(glossary, "Nouns that each module has for itself").map(([name = ""]) => name)

describe("nouns", () => {
  const source = (name: string, text: string) => ({ path: `packages/domain/src/collections/${name}.ts`, text })
  const collisions = (...texts: ReadonlyArray<string>) =>
    collisionsIn(nounsIn(texts.map((text, index) => source(`Module${index}`, text))), ["Options"])

  it.each([
    ["types", "export interface Outcome {}\n", "export type Outcome = 1\n"],
    ["a class and a constant", "export class Outcome {}\n", "export const Outcome = 1\n"]
  ])("that two modules export as %s collide", (_, ...texts) => {
    assert.deepStrictEqual(collisions(...texts), ["Outcome: domain/collections/Module0, domain/collections/Module1"])
  })

  it.each([
    ["that one module exports again", "export interface Outcome {}\n", 'export type { Outcome } from "./Module0.ts"\n'],
    ["of a schema and its type", "export const Fees = 1\nexport type Fees = 1\n", ""],
    ["that only one module exports", "export interface Outcome {}\n", "interface Outcome {}\n"],
    ["that each module has for itself", "export interface Options {}\n", "export interface Options {}\n"],
    [
      "in lower or upper case",
      "export const make = 1\nexport const LONGEST = 1\n",
      "export const make = 1\nexport const LONGEST = 1\n"
    ]
  ])("%s do not collide", (_, ...texts) => {
    assert.deepStrictEqual(collisions(...texts), [])
  })

  it("have one meaning in all packages", () => {
    assert.deepStrictEqual(collisionsIn(nouns, shared), [])
  })
})

describe("the glossary", () => {
  const rows = rowsUnder(glossary, "Nouns of the code")

  it("names the module that exports each noun", () => {
    assert.isAbove(rows.length, 40)
    const isExported = (name: string, module: string) =>
      nouns.some((noun) => noun.name === name && noun.module === module)
    assert.deepStrictEqual(
      rows.filter(([name = "", module = ""]) => !isExported(name, module)),
      []
    )
  })

  it("lists each noun and each term once, in alphabetical order", () => {
    for (const heading of [
      "Terms of the specification",
      "Nouns of the code",
      "Nouns that each module has for itself"
    ]) {
      const names = rowsUnder(glossary, heading).map(([name = ""]) => name)
      assert.deepStrictEqual(
        names,
        [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "en"))
      )
    }
  })

  it("shares a noun among modules only while several export it", () => {
    assert.deepStrictEqual(
      shared.filter((name) => nouns.filter((noun) => noun.name === name).length < 2),
      []
    )
  })
})
