/** Compares operations of OpenAPI documents: their inputs and their responses. */
import { added, additive, breaking, byName, comparePresence } from "./Difference.ts"
import type { Compare, Context, Difference, Direction } from "./Difference.ts"
import { areEqual, canonical, listOf, objectOf, textsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { compareOthers, compareSchemas } from "./SchemaDifferences.ts"

/** Restricts a comparison to requests or responses. */
const inA = (direction: Direction, compare: Compare): Compare => {
  const directions = new Set([direction])
  return (at, before, after, context) => compare(at, before, after, { ...context, directions })
}

const isRequired = (part: JsonObject): boolean => part["required"] === true

/** Compares two versions of a parameter or header. */
const compareValue: Compare = (at, before, after, context) => [
  ...comparePresence(at, isRequired(before), isRequired(after), context),
  ...compareSchemas(at, before["schema"], after["schema"], context),
  ...compareOthers("required", "schema")(at, before, after, context)
]

const compareContent: Compare = (at, before, after, context) => {
  const [from, to] = [Object.keys(before), Object.keys(after)]
  if (from.length === 0 && to.length > 0) return [additive(at, "has a body")]
  if (to.length === 0 && from.length > 0) return [breaking(at, "no longer has a body")]
  return byName(before, after, (type, old, now) => {
    if (now === undefined) return [breaking(at, `can no longer be \`${type}\``)]
    if (old === undefined) return [additive(at, `can be \`${type}\``)]
    const [one, other] = [objectOf(old), objectOf(now)]
    return [
      ...compareSchemas(at, one["schema"], other["schema"], context),
      ...compareOthers("schema")(at, one, other, context)
    ]
  })
}

const compareBody: Compare = (at, before, after, context) => [
  ...comparePresence(at, isRequired(before), isRequired(after), context),
  ...compareContent(at, objectOf(before["content"]), objectOf(after["content"]), context)
]

/** Compares an optional part of two operations. */
const comparePart = (at: string, before: unknown, after: unknown, compare: Compare, context: Context) => {
  if (after === undefined) return before === undefined ? [] : [breaking(at, "is removed")]
  if (before === undefined) return [added(at, isRequired(objectOf(after)), context)]
  return compare(at, objectOf(before), objectOf(after), context)
}

const parametersOf = (operation: JsonObject): JsonObject =>
  Object.fromEntries(
    listOf(operation["parameters"]).map((parameter) => {
      const { in: place, name } = objectOf(parameter)
      return [`${String(place)} ${String(name)}`, parameter]
    })
  )

const compareRequests = inA("request", (at, before, after, context) => [
  ...byName(parametersOf(before), parametersOf(after), (name, old, now) =>
    comparePart(`${at} ${name}`, old, now, compareValue, context)
  ),
  ...comparePart(`${at} body`, before["requestBody"], after["requestBody"], compareBody, context)
])

/** Compares problem codes. Clients handle unknown codes by status, so no difference breaks them. */
const compareCodes: Compare = (at, before, after) => {
  const [old, now] = [textsOf(before["codes"]), textsOf(after["codes"])]
  return [
    ...old.filter((code) => !now.includes(code)).map((code) => additive(`${at} ${code}`, "no longer occurs")),
    ...now.filter((code) => !old.includes(code)).map((code) => additive(`${at} ${code}`, "can now occur"))
  ]
}

const compareResponse = inA("response", (at, before, after, context) => [
  ...compareContent(at, objectOf(before["content"]), objectOf(after["content"]), context),
  ...byName(objectOf(before["headers"]), objectOf(after["headers"]), (name, one, other) => {
    const inside = `${at} header ${name}`
    return one === undefined ? [additive(inside, "is new")] : comparePart(inside, one, other, compareValue, context)
  }),
  ...compareCodes(at, before, after, context),
  ...compareOthers("content", "headers", "codes")(at, before, after, context)
])

const isSuccess = (status: string): boolean => status.startsWith("2")

/**
 * Only changes to successes are breaking. Clients handle a new failure by its class, and do not depend on a removed
 * one.
 */
const toldOf = (at: string, status: string, sentence: string): Difference =>
  (isSuccess(status) ? breaking : additive)(`${at} ${status}`, sentence)

/** Returns the success status that `responses` have and `others` lack, if there is exactly one. */
const ownSuccess = (responses: JsonObject, others: JsonObject): string | undefined => {
  const own = Object.keys(responses).filter((status) => isSuccess(status) && !(status in others))
  return own.length === 1 ? own[0] : undefined
}

const compareResponses: Compare = (at, before, after, context) => {
  const [from, to] = [ownSuccess(before, after), ownSuccess(after, before)]
  if (from !== undefined && to !== undefined) {
    const { [from]: moved, ...others } = before
    return [
      breaking(`${at} ${to}`, `is the success status instead of ${from}`),
      ...compareResponses(at, { ...others, [to]: moved }, after, context)
    ]
  }
  return byName(before, after, (status, old, now) => {
    if (now === undefined) return [toldOf(at, status, "is no longer returned")]
    if (old === undefined) return [toldOf(at, status, "is a new response")]
    return compareResponse(`${at} ${status}`, objectOf(old), objectOf(now), context)
  })
}

const compareSecurity: Compare = (at, before, after) => {
  const [old, now] = [listOf(before["security"]).map(canonical), listOf(after["security"]).map(canonical)]
  if (areEqual(old.toSorted(), now.toSorted())) return []
  const isOpen = now.length === 0 || now.includes("{}")
  const isWider = isOpen || (old.length > 0 && old.every((way) => now.includes(way)))
  const sentence = isOpen ? "needs no credential" : `requires the credential ${now.join(" or ")}`
  return [(isWider ? additive : breaking)(`${at} security`, sentence)]
}

/** Compares two operations and reports the differences under the newer operation's name. */
export const compareOperations: Compare = (at, before, after, context) => [
  ...(before["operationId"] === after["operationId"]
    ? []
    : [breaking(at, `is called \`${String(after["operationId"])}\` in generated code`)]),
  ...compareRequests(at, before, after, context),
  ...compareResponses(at, objectOf(before["responses"]), objectOf(after["responses"]), context),
  ...compareSecurity(at, before, after, context),
  ...compareOthers("operationId", "parameters", "requestBody", "responses", "security")(at, before, after, context)
]
