/** Reads JSON of unknown shape. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const stringsOf = (value: unknown): ReadonlyArray<string> =>
  listOf(value).filter((item) => typeof item === "string")

/** Returns the object at a path, or an empty object if it does not exist. */
export const objectAt = (value: unknown, ...path: ReadonlyArray<string>): JsonObject =>
  path.reduce((at, name) => objectOf(at[name]), objectOf(value))

/** Returns JSON with sorted members, so that the order in the input does not matter. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (!isObject(value)) return JSON.stringify(value) ?? "null"
  const members = Object.keys(value).toSorted()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")}}`
}

export const areEqual = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)
