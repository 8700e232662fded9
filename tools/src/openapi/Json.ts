/** Reading of JSON whose shape is known only as far as one looks into it. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The value as an object; an empty one when it is something else. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The value as a list; an empty one when it is something else. */
export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The texts of a list. */
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  listOf(value).filter((item) => typeof item === "string")

/** The object that lies at a path of names; an empty one where nothing lies. */
export const objectAt = (value: unknown, ...path: ReadonlyArray<string>): JsonObject =>
  path.reduce((at, name) => objectOf(at[name]), objectOf(value))

/** JSON text that is the same for values that differ in the order of their members only. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (!isObject(value)) return JSON.stringify(value) ?? "null"
  const members = Object.keys(value).toSorted()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`
}

export const areEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)
