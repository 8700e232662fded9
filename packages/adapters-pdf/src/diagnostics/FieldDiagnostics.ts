/** Why a field has no value, for authors of layouts (docs/pdf-layouts.md). Never shown by the service. */
import type { Field, FieldKind } from "../layout/Layout.ts"
import { maxTextLength } from "../layout/Values.ts"
import type { FieldReading, FieldErrorKind } from "../layout/ReaderResponse.ts"

const quoted = (text: string): string => JSON.stringify(text)

const labelOf = ({ label }: Field): string =>
  `label ${(typeof label === "string" ? [label] : label).map(quoted).join(" or ")}`

const places: Readonly<Record<Field["at"], string>> = {
  RIGHT: "right of",
  BELOW: "below",
  SAME_LINE: "on the line of"
}

const misfits: Readonly<Record<Exclude<FieldKind["type"], "choice">, string>> = {
  text: `is longer than ${maxTextLength} characters`,
  date: "is not a date",
  money: "is not an amount of money",
  number: "is not a number",
  integer: "is not an integer",
  registrationNumber: "is not a registration number"
}

const reasons: Readonly<Record<FieldErrorKind, (field: Field, text: string) => string>> = {
  NO_HEADING: ({ under = "" }) => `missing, heading ${quoted(under)} not found`,
  NO_LABEL: (field) => {
    const where = field.under === undefined ? "" : ` under ${quoted(field.under)}`
    return `missing, ${labelOf(field)} not found${where}`
  },
  NO_VALUE: (field) => `missing, no value ${places[field.at]} ${labelOf(field)}`,
  NO_MATCH: ({ pattern = "" }, text) => `missing, ${quoted(text)} does not match /${pattern}/u`,
  UNREADABLE: ({ kind }, text) => {
    const misfit = kind.type === "choice" ? `is not one of ${Object.keys(kind.of).join(", ")}` : misfits[kind.type]
    return `unreadable, ${quoted(text)} ${misfit}`
  },
  AMBIGUOUS: (_, text) => `ambiguous, found ${quoted(text)} and another value`
}

/** Describes what is wrong with a field, if anything. */
export const describe = (field: Field, { fault, text = "" }: FieldReading): string | undefined =>
  fault === undefined ? undefined : reasons[fault](field, text)
