/**
 * What cannot be in a layout, in words for whoever writes it (docs/pdf-layouts.md). The types refuse most of it; this is for
 * a layout that runs before they were asked, since Node looks at none.
 */
import { AnyInsurance } from "@sheaf/domain/InsuranceRecord"
import { InsuranceType } from "@sheaf/domain/InsuranceType"
import type { SchemaAST } from "effect"
import { fold } from "../layout/Fold.ts"
import type { Field, Layout } from "../layout/Layout.ts"
import { unknown } from "./Member.ts"

const insuranceOf = (type: InsuranceType): SchemaAST.AST | undefined =>
  AnyInsurance.members.find(({ fields }) => fields.insuranceType.literal === type)?.ast

/** Whether a schema has members one within the other that are called so. */
const has = (ast: SchemaAST.AST, [member, ...rest]: ReadonlyArray<string>): boolean => {
  if (member === undefined) return true
  const inner = ast._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === member) : undefined
  return inner !== undefined && has(inner.type, rest)
}

/** Everything that cannot be in this layout, whatever the document; none: it is sound. */
export const of = ({ constants, fields, headings, insuranceType, rows }: Layout): ReadonlyArray<string> => {
  const insurance = insuranceOf(insuranceType)
  if (insurance === undefined) {
    return [`insuranceType: ${JSON.stringify(insuranceType)} is none of ${InsuranceType.literals.join(", ")}`]
  }
  const known = new Set(headings.map(fold))
  const found: ReadonlyArray<Field> = fields
  const members = [...found, ...constants].flatMap(({ target }) => {
    const path = target.split(".")
    return has(insurance, path) ? [] : [unknown(path, insuranceType)]
  })
  const places = [...found, ...rows].flatMap(({ target, under }) =>
    under === undefined || known.has(fold(under)) ? [] : [`${target}: ${JSON.stringify(under)} is none of the headings`]
  )
  return [...members, ...places]
}
