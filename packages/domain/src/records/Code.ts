/** Codes of international standards, such as currencies and countries. */
import { Schema } from "effect"

/**
 * `codes` is a list separated by spaces. The published schema contains only the format, because the whole list would
 * otherwise be repeated wherever a code is used.
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
