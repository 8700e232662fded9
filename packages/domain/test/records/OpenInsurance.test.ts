/**
 * Open Insurance Brasil's public documents require certain fields for car, home and personal policies. Each of these
 * fields must have a counterpart among the members of insurance records. An amount with its unit and currency counts as
 * one field.
 */
import { assert, describe, it } from "@effect/vitest"
import type { SchemaAST } from "effect"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import table from "./openInsurance.json" with { type: "json" }

const { source: _, ...sections } = table
const rows = Object.values(sections).flat()

const hasMember = (ast: SchemaAST.AST, path: ReadonlyArray<string>): boolean => {
  const [name, ...rest] = path
  if (name === undefined) return true
  if (ast._tag === "Arrays") return [...ast.elements, ...ast.rest].some((entry) => hasMember(entry, path))
  if (ast._tag === "Union") return ast.types.some((type) => hasMember(type, path))
  if (ast._tag !== "Objects") return false
  return ast.propertySignatures.some((member) => member.name === name && hasMember(member.type, rest))
}

const isExpressed = ({ by }: (typeof rows)[number]) => hasMember(InsuranceRecord.ast, by.split("."))

describe("The fields that Open Insurance Brasil requires", () => {
  it.each([
    ["car", "A", 91],
    ["home", "H", 103],
    ["person", "P", 140]
  ] as const)("of a %s policy are all expressed", (_name, document, count) => {
    const required = rows.filter((row) => row.in.includes(document))
    assert.lengthOf(required, count)
    assert.deepStrictEqual(
      required.filter((row) => !isExpressed(row)),
      []
    )
  })

  it("have members of their own, except for a class of risk that only the supervisor asks for", () => {
    const others = rows.filter(({ by }) => /(?:^|\.)details$/.test(by))
    assert.deepStrictEqual(
      others.map(({ field }) => field),
      ["insuredObjects.coverages.feature"]
    )
    assert.lengthOf(rows, 171)
  })
})
