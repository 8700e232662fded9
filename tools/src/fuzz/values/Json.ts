/** JSON as text: members have an order and can repeat, and parts can be invalid. */

/** Literal text, such as `1e400`, `NaN` or an invalid escape. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object as a list of members. */
export class Members {
  readonly entries: ReadonlyArray<Member>
  constructor(entries: ReadonlyArray<Member>) {
    this.entries = entries
  }
}

export type Member = readonly [name: string, value: Json]

export type Json = null | boolean | number | string | Raw | Members | ReadonlyArray<Json>

/** Converts a parsed value. */
export const from = (value: unknown): Json => {
  if (Array.isArray(value)) return value.map(from)
  if (typeof value === "object" && value !== null) {
    return new Members(Object.entries(value).map(([name, member]) => [name, from(member)]))
  }
  // JSON.parse returns nothing else.
  return value as null | boolean | number | string
}

/** Keeps negative zero, which `JSON.stringify` writes as zero. */
const leaf = (value: null | boolean | number | string): string => (Object.is(value, -0) ? "-0" : JSON.stringify(value))

/** Writes JSON as text. */
export const write = (json: Json): string => {
  if (json instanceof Raw) return json.text
  if (json instanceof Members) {
    return `{${json.entries.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(",")}}`
  }
  // Array.isArray does not narrow readonly arrays, so the leaf's type needs a cast.
  return Array.isArray(json) ? `[${json.map(write).join(",")}]` : leaf(json as null | boolean | number | string)
}

/** Returns every string in a value, without the names of members. */
export const texts = (json: Json): ReadonlyArray<string> => {
  if (typeof json === "string") return [json]
  if (json instanceof Members) return json.entries.flatMap(([, value]) => texts(value))
  return Array.isArray(json) ? json.flatMap(texts) : []
}
