/** How one operation of an OpenAPI document differs from another: what it takes, and what it answers with. */
import type { Difference, Direction, Verdict } from "./Difference.ts"
import { areEqual, canonical, listOf, objectOf, textsOf } from "./Json.ts"
import type { JsonObject } from "./Json.ts"
import { compareSchemas } from "./SchemaDifferences.ts"
import type { Context } from "./SchemaDifferences.ts"
import { resolve } from "./Usage.ts"

/** Two documents, without their words, and the new names of schemas. */
export interface Documents {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly renames: Context["renames"]
}

const context = ({ renames }: Documents, direction: Direction): Context => ({
  renames,
  directions: new Set([direction])
})

/** What both refer to by the same name is compared once, among the components. */
const isSameReference = (before: unknown, after: unknown): boolean =>
  objectOf(before)["$ref"] !== undefined && objectOf(before)["$ref"] === objectOf(after)["$ref"]

/** The members of a part other than the named ones, which nothing is known of but whether they are the same. */
const compareOthers = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  known: ReadonlyArray<string>
): ReadonlyArray<Difference> =>
  Object.keys({ ...before, ...after })
    .filter((name) => !known.includes(name) && !areEqual(before[name], after[name]))
    .map((name) => ({ at, sentence: `has another \`${name}\``, verdict: "BREAKING" as const }))

/** Two parameters, as they stand among the components or in an operation. */
export const compareParameter = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [was, is] = [before["required"] === true, after["required"] === true]
  return [
    ...(is && !was ? [{ at, sentence: "is required", verdict: "BREAKING" as const }] : []),
    ...(was && !is ? [{ at, sentence: "may be left out", verdict: "ADDITIVE" as const }] : []),
    ...compareSchemas(at, before["schema"], after["schema"], context(documents, "request")),
    ...compareOthers(at, before, after, ["required", "schema"])
  ]
}

const parametersOf = (document: JsonObject, operation: JsonObject): ReadonlyMap<string, unknown> =>
  new Map(
    listOf(operation["parameters"]).map((parameter) => {
      const { in: place, name } = resolve(document, parameter)
      return [`${String(place)} ${String(name)}`, parameter]
    })
  )

const compareParameters = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [old, now] = [parametersOf(documents.before, before), parametersOf(documents.after, after)]
  return Array.from(new Set([...old.keys(), ...now.keys()])).flatMap((name): ReadonlyArray<Difference> => {
    const [from, to] = [old.get(name), now.get(name)]
    const inside = `${at} ${name}`
    if (to === undefined) return [{ at: inside, sentence: "is gone", verdict: "BREAKING" }]
    const newer = resolve(documents.after, to)
    if (from === undefined) {
      const isRequired = newer["required"] === true
      const sentence = isRequired ? "is new and required" : "is new"
      return [{ at: inside, sentence, verdict: isRequired ? "BREAKING" : "ADDITIVE" }]
    }
    return isSameReference(from, to) ? [] : compareParameter(inside, resolve(documents.before, from), newer, documents)
  })
}

const compareContent = (
  at: string,
  before: unknown,
  after: unknown,
  documents: Documents,
  direction: Direction
): ReadonlyArray<Difference> => {
  const [old, now] = [objectOf(before), objectOf(after)]
  const [from, to] = [Object.keys(old), Object.keys(now)]
  if (from.length === 0 && to.length > 0) return [{ at, sentence: "has a body", verdict: "ADDITIVE" }]
  if (to.length === 0 && from.length > 0) return [{ at, sentence: "has no body any more", verdict: "BREAKING" }]
  return [
    ...from
      .filter((type) => !(type in now))
      .map((type) => ({ at, sentence: `is no \`${type}\` any more`, verdict: "BREAKING" as const })),
    ...to
      .filter((type) => !(type in old))
      .map((type) => ({ at, sentence: `may be \`${type}\``, verdict: "ADDITIVE" as const })),
    ...from
      .filter((type) => type in now)
      .flatMap((type) => {
        const [one, other] = [objectOf(old[type]), objectOf(now[type])]
        return [
          ...compareSchemas(at, one["schema"], other["schema"], context(documents, direction)),
          ...compareOthers(at, one, other, ["schema"])
        ]
      })
  ]
}

const compareBody = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [old, now] = [before["requestBody"], after["requestBody"]]
  const inside = `${at} body`
  if (old === undefined && now === undefined) return []
  const [from, to] = [resolve(documents.before, old), resolve(documents.after, now)]
  if (now === undefined) return [{ at: inside, sentence: "is gone", verdict: "BREAKING" }]
  const isRequired = to["required"] === true
  if (old === undefined) {
    const sentence = isRequired ? "is new and required" : "is new"
    return [{ at: inside, sentence, verdict: isRequired ? "BREAKING" : "ADDITIVE" }]
  }
  const was = from["required"] === true
  return [
    ...(isRequired && !was ? [{ at: inside, sentence: "is required", verdict: "BREAKING" as const }] : []),
    ...(was && !isRequired ? [{ at: inside, sentence: "may be left out", verdict: "ADDITIVE" as const }] : []),
    ...compareContent(inside, from["content"], to["content"], documents, "request")
  ]
}

/** Two headers of an answer, as they stand among the components or in a response. */
export const compareHeader = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [was, is] = [before["required"] === true, after["required"] === true]
  return [
    ...(is && !was ? [{ at, sentence: "is always there", verdict: "ADDITIVE" as const }] : []),
    ...(was && !is ? [{ at, sentence: "may be left out", verdict: "BREAKING" as const }] : []),
    ...compareSchemas(at, before["schema"], after["schema"], context(documents, "response")),
    ...compareOthers(at, before, after, ["required", "schema"])
  ]
}

const compareHeaders = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [old, now] = [objectOf(before["headers"]), objectOf(after["headers"])]
  return Object.keys({ ...old, ...now }).flatMap((name): ReadonlyArray<Difference> => {
    const inside = `${at} header ${name}`
    if (!(name in old)) return [{ at: inside, sentence: "is new", verdict: "ADDITIVE" }]
    if (!(name in now)) return [{ at: inside, sentence: "is gone", verdict: "BREAKING" }]
    if (isSameReference(old[name], now[name])) return []
    return compareHeader(inside, resolve(documents.before, old[name]), resolve(documents.after, now[name]), documents)
  })
}

const isSuccess = (status: string): boolean => status.startsWith("2")

const compareCodes = (at: string, before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const [old, now] = [textsOf(before["codes"]), textsOf(after["codes"])]
  // Clients treat a code that they do not know by its status, so neither breaks them.
  return [
    ...old.filter((code) => !now.includes(code)).map((code) => ({ code, sentence: "is a code no more" })),
    ...now.filter((code) => !old.includes(code)).map((code) => ({ code, sentence: "is a new code" }))
  ].map(({ code, sentence }) => ({ at: `${at} ${code}`, sentence, verdict: "ADDITIVE" as const }))
}

const compareResponse = (at: string, before: unknown, after: unknown, documents: Documents) => {
  const [old, now] = [resolve(documents.before, before), resolve(documents.after, after)]
  return [
    ...compareContent(at, old["content"], now["content"], documents, "response"),
    ...compareHeaders(at, old, now, documents),
    ...compareCodes(at, old, now),
    ...compareOthers(at, old, now, ["content", "headers", "codes"])
  ]
}

/** A failure that is new is handled by its class, and nobody waits for one that is gone. */
const verdictOf = (status: string): Verdict => (isSuccess(status) ? "BREAKING" : "ADDITIVE")

const compareResponses = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => {
  const [old, now] = [objectOf(before["responses"]), objectOf(after["responses"])]
  const gone = Object.keys(old).filter((status) => !(status in now))
  const added = Object.keys(now).filter((status) => !(status in old))
  const [from, ...otherGone] = gone.filter(isSuccess)
  const [to, ...otherAdded] = added.filter(isSuccess)
  const isMoved = from !== undefined && to !== undefined && otherGone.length === 0 && otherAdded.length === 0
  const isElsewhere = (status: string) => isMoved && isSuccess(status)
  const said = (statuses: ReadonlyArray<string>, sentence: string) =>
    statuses
      .filter((status) => !isElsewhere(status))
      .map((status) => ({ at: `${at} ${status}`, sentence, verdict: verdictOf(status) }))
  const moved: ReadonlyArray<Difference> = isMoved
    ? [
        { at: `${at} ${to}`, sentence: `is the answer instead of ${from}`, verdict: "BREAKING" },
        ...compareResponse(`${at} ${to}`, old[from], now[to], documents)
      ]
    : []
  return [
    ...said(gone, "is answered no more"),
    ...said(added, "is a new answer"),
    ...moved,
    ...Object.keys(old)
      .filter((status) => status in now)
      .flatMap((status) => compareResponse(`${at} ${status}`, old[status], now[status], documents))
  ]
}

const compareSecurity = (at: string, before: JsonObject, after: JsonObject): ReadonlyArray<Difference> => {
  const [old, now] = [listOf(before["security"]).map(canonical), listOf(after["security"]).map(canonical)]
  if (areEqual(old.toSorted(), now.toSorted())) return []
  const isOpen = now.length === 0 || now.includes("{}")
  const isWider = isOpen || (old.length > 0 && old.every((way) => now.includes(way)))
  const sentence = isOpen ? "needs no credential" : `wants the credential ${now.join(" or ")}`
  return [{ at: `${at} security`, sentence, verdict: isWider ? "ADDITIVE" : "BREAKING" }]
}

/** How an operation differs, at the name of the newer one. */
export const compareOperations = (
  at: string,
  before: JsonObject,
  after: JsonObject,
  documents: Documents
): ReadonlyArray<Difference> => [
  ...(before["operationId"] === after["operationId"]
    ? []
    : [
        {
          at,
          sentence: `is called \`${String(after["operationId"])}\` in generated code`,
          verdict: "BREAKING" as const
        }
      ]),
  ...compareParameters(at, before, after, documents),
  ...compareBody(at, before, after, documents),
  ...compareResponses(at, before, after, documents),
  ...compareSecurity(at, before, after),
  ...compareOthers(at, before, after, ["operationId", "parameters", "requestBody", "responses", "security"])
]
