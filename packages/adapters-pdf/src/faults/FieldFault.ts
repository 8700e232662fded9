/** Why a field has no value, in words for whoever writes the layout (docs/pdf-layouts.md). The service never says them. */
import type { ReadingFault } from "../layout/Interpreter.ts"
import type { Field, Kind } from "../layout/Layout.ts"
import { longestText } from "../layout/Values.ts"
import type { FieldReading } from "../reader/ReaderAnswer.ts"

const quoted = (text: string): string => JSON.stringify(text)

const labelOf = ({ label }: Field): string =>
  `the label ${(typeof label === "string" ? [label] : label).map(quoted).join(" or ")}`

const places: Readonly<Record<Field["at"], string>> = {
  RIGHT: "right of",
  BELOW: "below",
  SAME_LINE: "in the line of"
}

const misfits: Readonly<Record<Exclude<Kind["type"], "choice">, string>> = {
  text: `is longer than ${longestText} letters`,
  date: "is no date",
  money: "is no sum of money",
  number: "is no number",
  integer: "is no whole number",
  registrationNumber: "is no registration number"
}

const misfitOf = (kind: Kind): string =>
  kind.type === "choice" ? `is none of ${Object.keys(kind.of).join(", ")}` : misfits[kind.type]

const reasons: Readonly<Record<ReadingFault, (field: Field, text: string) => string>> = {
  NO_HEADING: ({ under = "" }) => `missing, the heading ${quoted(under)} was not found`,
  NO_LABEL: (field) => {
    const where = field.under === undefined ? "" : ` under ${quoted(field.under)}`
    return `missing, ${labelOf(field)} was not found${where}`
  },
  NO_VALUE: (field) => `missing, nothing stands ${places[field.at]} ${labelOf(field)}`,
  NO_MATCH: ({ pattern = "" }, text) => `missing, ${quoted(text)} does not match /${pattern}/u`,
  UNREADABLE: ({ kind }, text) => `unreadable, ${quoted(text)} ${misfitOf(kind)}`,
  AMBIGUOUS: (_, text) => `ambiguous, ${quoted(text)} stands there, and another value too`
}

/** Why the field has no value, or none that can be believed; `undefined`: it has one. */
export const wordsOf = (field: Field, { fault, text = "" }: FieldReading): string | undefined =>
  fault === undefined ? undefined : reasons[fault](field, text)
