/** Codes of international standards, such as currencies and countries. */
import { Schema } from "effect"

/**
 * Returns the schema for one of `codes`, a list separated by spaces. In the published schema, only the format appears,
 * because the list would be repeated wherever a code is used.
 */
export const codeOf = (codes: string, message: string) => {
  const list = codes.split(" ")
  const known: ReadonlySet<string> = new Set(list)
  const length = list[0]?.length ?? 0
  return Schema.String.check(
    Schema.makeFilter((code: string) => known.has(code), { message }),
    Schema.isPattern(new RegExp(`^[A-Z]{${length}}$`, "u"), {
      message,
      arbitraryConstraint: { patterns: [{ source: `^(?:${list.join("|")})$`, flags: "" }] }
    })
  )
}
