/** docs/glossary.md defines each noun, and no two modules use the same noun with different meanings. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { collisionsIn, nounsIn, rowsUnder } from "../src/structure/Nouns.ts"
import type { Source } from "../src/structure/Sources.ts"
import { readSources } from "../src/structure/Sources.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const glossary = readFileSync(`${root}/docs/glossary.md`, "utf8")
// The client repeats the nouns of the published contract for programs outside of Sheaf. The pages are such a program, and
// name the parts of a screen.
const isOutside = ({ path }: Source): boolean => /^packages\/(?:client|web)\//.test(path)
const nouns = nounsIn(readSources(root).filter((source) => !isOutside(source)))

const shared = rowsUnder(glossary, "Nouns that each module has for itself").map(([name = ""]) => name)

describe("nouns", () => {
  const source = (name: string, text: string) => ({ path: `packages/domain/src/collections/${name}.ts`, text })
  const collisions = (...texts: ReadonlyArray<string>) =>
    collisionsIn(nounsIn(texts.map((text, index) => source(`Module${index}`, text))), ["Options"])

  it.each([
    ["types", "export interface Verdict {}\n", "export type Verdict = 1\n"],
    ["a class and a constant", "export class Verdict {}\n", "export const Verdict = 1\n"],
    ["a type and a private type", "export interface Verdict {}\n", "interface Verdict {}\n"]
  ])("collide if two modules export them as %s", (_, ...texts) => {
    assert.deepStrictEqual(collisions(...texts), ["Verdict: domain/collections/Module0, domain/collections/Module1"])
  })

  it.each([
    ["one module re-exports them", "export interface Verdict {}\n", 'export type { Verdict } from "./Module0.ts"\n'],
    ["they are a schema and its type", "export const Fees = 1\nexport type Fees = 1\n", ""],
    ["both types are private", "interface Verdict {}\n", "type Verdict = 1\n"],
    ["a private type narrows the noun", "export type Verdict = 1\n", "type Verdict = Module0.Verdict<2>\n"],
    ["each module has its own", "export interface Options {}\n", "export interface Options {}\n"],
    [
      "they are all lowercase or all uppercase",
      "export const make = 1\nexport const LONGEST = 1\n",
      "export const make = 1\nexport const LONGEST = 1\n"
    ]
  ])("do not collide if %s", (_, ...texts) => {
    assert.deepStrictEqual(collisions(...texts), [])
  })

  it("collide with a module's name, unless the module imports them", () => {
    const other = source("Other", "export interface Module {}\n")
    const collisionsWith = (text: string) => collisionsIn(nounsIn([other, source("Module", text)]), [])
    assert.deepStrictEqual(collisionsWith(""), ["Module: domain/collections/Other, domain/collections/Module"])
    assert.deepStrictEqual(collisionsWith('import type { Module } from "./Other.ts"\n'), [])
  })

  it("have one meaning across packages", () => {
    assert.deepStrictEqual(collisionsIn(nouns, shared), [])
  })
})

describe("the glossary", () => {
  const rows = rowsUnder(glossary, "Nouns of the code")

  it("names the module of each noun", () => {
    assert.isAbove(rows.length, 40)
    const isExported = (name: string, module: string) =>
      nouns.some((noun) => noun.name === name && noun.module === module && noun.kind === "EXPORTED")
    assert.deepStrictEqual(
      rows.filter(([name = "", module = ""]) => !isExported(name, module)),
      []
    )
  })

  it("lists each noun and each term once, alphabetically", () => {
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

  it("lists as shared only nouns that several modules have", () => {
    assert.deepStrictEqual(
      shared.filter((name) => nouns.filter((noun) => noun.name === name).length < 2),
      []
    )
  })
})
