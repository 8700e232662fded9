/** JSON as it is written: with members in an order, twice if need be, and with texts that are no JSON at all. */

/** What is written as it stands: `1e400`, `NaN`, an escape that no text holds. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object by its members. */
export class Members {
  readonly entries: ReadonlyArray<Member>
  constructor(entries: ReadonlyArray<Member>) {
    this.entries = entries
  }
}

export type Member = readonly [name: string, value: Json]

export type Json = null | boolean | number | string | Raw | Members | ReadonlyArray<Json>

/** A value that was parsed. */
export const from = (value: unknown): Json => {
  if (Array.isArray(value)) return value.map(from)
  if (typeof value === "object" && value !== null) {
    return new Members(Object.entries(value).map(([name, member]) => [name, from(member)]))
  }
  // What JSON.parse gives is nothing else.
  return value as null | boolean | number | string
}

/** Negative zero is a number too, of which `JSON.stringify` makes the other one. */
const leaf = (value: null | boolean | number | string): string => (Object.is(value, -0) ? "-0" : JSON.stringify(value))

/** The text. */
export const write = (json: Json): string => {
  if (json instanceof Raw) return json.text
  if (json instanceof Members) {
    return `{${json.entries.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(",")}}`
  }
  // What is no array is a leaf: the check alone does not say so of arrays that cannot be changed.
  return Array.isArray(json) ? `[${json.map(write).join(",")}]` : leaf(json as null | boolean | number | string)
}

/** Every text in it, names of members not among them. */
export const texts = (json: Json): ReadonlyArray<string> => {
  if (typeof json === "string") return [json]
  if (json instanceof Members) return json.entries.flatMap(([, value]) => texts(value))
  // What is no array is a leaf: the check alone does not say so of arrays that cannot be changed.
  return Array.isArray(json) ? json.flatMap(texts) : []
}
