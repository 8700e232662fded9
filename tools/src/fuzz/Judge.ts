/**
 * What is amiss with an answer: by the document of its version, and by what holds for every answer (decisions 12, 13).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { codeOf } from "./Published.ts"
import type { Operation, Published } from "./Published.ts"
import { valuesOf } from "./Request.ts"
import type { Request } from "./Request.ts"
import type { Garbage } from "./Garbage.ts"
import type { Answer, Reply } from "./Wire.ts"

export type Documents = Readonly<Record<ApiVersion.ApiVersion, Published>>

/** How long an answer may take, in milliseconds, on a machine that does other things too. */
export const patience = 5_000

/** The codes that need no operation: they are told before one is found. */
const beforeOperations = [
  "MALFORMED_REQUEST",
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED",
  "NOT_IN_THIS_VERSION",
  "UNSUPPORTED_VERSION",
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY"
]

/**
 * What Node says by itself, in a status line alone: that an expectation cannot be met (RFC 9110 §10.1.1), and that a
 * request does not name its host (RFC 9112 §3.2). No application sees such a request.
 */
const isOfNode = (request: Request, { body, status }: Answer): boolean => {
  if (body.length > 0) return false
  if (status === 417) return valuesOf(request, "expect").length > 0
  return status === 400 && valuesOf(request, "host").length !== 1
}

const ownId = /^[A-Za-z0-9._-]{8,64}$/

/** The version that a request names, or `undefined` when it names none that runs. */
const versionOf = (request: Request): ApiVersion.ApiVersion | undefined => {
  const [version, ...others] = valuesOf(request, "service-version")
  if (version === undefined) return ApiVersion.lowest
  return others.length === 0 && ApiVersion.isRunning(version) ? version : undefined
}

/**
 * The path of a target: without query and fragment, without the authority of the absolute form, and decoded. The router
 * takes a semicolon for the beginning of a query too.
 */
const pathOf = ({ target }: Request): string => {
  const [path = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#;]/)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The operation that a request reaches; whatever version it names, when the operation is open to everybody. */
const operationOf = (request: Request, documents: Documents): Operation | undefined => {
  const version = versionOf(request)
  const found = documents[version ?? ApiVersion.head].find(request.method, pathOf(request))
  return version === undefined && found?.isOpen !== true ? undefined : found
}

/** Texts in a failure. Names of members may be repeated, since pointers are made of them. */
const stringsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** A text that is as short may be in an answer by chance. */
const shortest = 8

const repeated = ({ secrets }: Request, { body, headers }: Answer, documents: Documents): ReadonlyArray<string> => {
  const telling = secrets.filter(
    (secret) => secret.trim().length >= shortest && !Object.values(documents).some((each) => each.mentions(secret))
  )
  if (telling.length === 0) return []
  const problem: unknown = JSON.parse(body.toString() || "{}")
  const said = [...stringsOf(problem), ...headers.values()]
  return telling.some((secret) => said.some((text) => text.includes(secret)))
    ? ["the failure repeats a text of the request"]
    : []
}

interface Problem {
  readonly type?: unknown
  readonly status?: unknown
  readonly code?: unknown
  readonly requestId?: unknown
}

/** What every failure says of itself (RFC 9457). */
const problemViolations = (answer: Answer): ReadonlyArray<string> => {
  const { body, headers, status } = answer
  if (headers.get("content-type") !== "application/problem+json") return [`${status} is no problem`]
  // Its shape is compared below, a member at a time.
  const { code, requestId, status: said, type }: Problem = JSON.parse(body.toString())
  return [
    ...(said === status ? [] : [`the problem says ${String(said)}, the status line ${status}`]),
    ...(type === `/problems/${String(code).toLowerCase().replaceAll("_", "-")}`
      ? []
      : ["the type is not that of the code"]),
    ...(requestId === headers.get("x-request-id") ? [] : ["the problem has another request id than the header"])
  ]
}

const failureViolations = (request: Request, answer: Answer, documents: Documents): ReadonlyArray<string> => {
  if (answer.status < 400) return []
  if (answer.status >= 500) return [`the service failed with ${answer.status}`]
  if (request.method === "HEAD") return []
  return [...problemViolations(answer), ...repeated(request, answer, documents)]
}

const idViolations = (request: Request, { headers }: Answer): ReadonlyArray<string> => {
  const id = headers.get("x-request-id")
  if (id === undefined) return ["there is no X-Request-Id"]
  const [given, ...others] = valuesOf(request, "x-request-id")
  const isOurs = given !== undefined && others.length === 0 && ownId.test(given)
  return isOurs && id !== given ? ["the X-Request-Id is not the one that was given"] : []
}

/** A request that is accepted has to be what the document says that the operation takes. */
const acceptanceViolations = (
  request: Request,
  operation: Operation,
  published: Published,
  { status }: Answer
): ReadonlyArray<string> => {
  if (status >= 300) return []
  const refusal = operation.body && published.refusal(operation, (request.body ?? Buffer.alloc(0)).toString())
  const query = [...new URLSearchParams(request.target.split("?").slice(1).join("?")).keys()]
  const taken = operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)
  const strange = query.filter((name) => !taken.includes(name))
  return [
    ...(refusal === undefined ? [] : [`a body was accepted that the document refuses: ${refusal}`]),
    ...(strange.length === 0 ? [] : [`a query parameter was accepted that the document does not have`])
  ]
}

/** What is said before an operation is found, or where there is none. */
const generalViolations = (request: Request, answer: Answer): ReadonlyArray<string> => {
  const { headers, status } = answer
  if (request.method === "HEAD" && status >= 400) return []
  const code = codeOf(answer.body)
  if (code === undefined || !beforeOperations.includes(code)) {
    return [`there is no such operation, and the answer is ${status} ${code ?? ""}`]
  }
  const lacks = (name: string) => (headers.get(name) === undefined ? [`${code} lacks the header ${name}`] : [])
  return [
    ...(code === "METHOD_NOT_ALLOWED" ? lacks("allow") : []),
    ...(status === 401 ? lacks("www-authenticate") : []),
    ...(code === "MALFORMED_REQUEST" ? [] : lacks("cache-control"))
  ]
}

const answerViolations = (request: Request, answer: Answer, documents: Documents): ReadonlyArray<string> => {
  if (isOfNode(request, answer)) return []
  const common = [...failureViolations(request, answer, documents), ...idViolations(request, answer)]
  const code = codeOf(answer.body)
  const operation = operationOf(request, documents)
  if (operation === undefined || code === "UNKNOWN_ROUTE" || code === "MALFORMED_REQUEST") {
    return [...common, ...generalViolations(request, answer)]
  }
  const version = versionOf(request) ?? ApiVersion.head
  const answering = answer.headers.get("service-version")
  const expected = operation.isOpen ? undefined : version
  return [
    ...common,
    ...(answering === expected ? [] : [`${String(expected)} was asked, and ${String(answering)} answers`]),
    ...documents[version].violations(operation, request.method, answer),
    ...acceptanceViolations(request, operation, documents[version], answer)
  ]
}

/** What is wrong with what came back for a request; a sentence each, none when all is well. */
export const violationsOf = (request: Request, reply: Reply, documents: Documents): ReadonlyArray<string> => {
  const [answer, ...others] = reply.answers
  if (reply.broken !== undefined) return [`what came back is no HTTP: ${reply.broken}`]
  if (answer === undefined) {
    return [reply.closed ? "the connection was cut without an answer" : `no answer in ${patience / 1000} seconds`]
  }
  return [
    ...(others.length > 0 || reply.rest.length > 0 ? ["there is more than one answer"] : []),
    ...answerViolations(request, answer, documents)
  ]
}

/** Statuses by which what is no request is refused. */
const refusals = [400, 408, 431, 501, 505]

const garbageAnswerViolations = ({ bytes }: Garbage, answer: Answer): ReadonlyArray<string> => {
  const { body, headers, status } = answer
  if (status === 400 && body.length === 0 && !/^host:/im.test(bytes.toString("latin1"))) return []
  if (status >= 500 && !refusals.includes(status)) return [`the service failed with ${status}`]
  return [
    ...(headers.has("x-request-id") ? [] : [`there is no X-Request-Id in ${status}`]),
    ...(status >= 400 ? problemViolations(answer) : [])
  ]
}

/** What is wrong with what came back for something that is no request, or not one. */
export const garbageViolationsOf = (garbage: Garbage, reply: Reply): ReadonlyArray<string> => {
  const { due, refused } = garbage
  const { answers, broken, closed, rest } = reply
  if (broken !== undefined) return [`what came back is no HTTP: ${broken}`]
  const [first] = answers
  const isRefused = closed && answers.length === 1 && first !== undefined && refusals.includes(first.status)
  return [
    ...answers.flatMap((answer) => garbageAnswerViolations(garbage, answer)),
    ...(rest.length > 0 ? ["there is more than whole answers"] : []),
    ...(answers.length < due ? [`${answers.length} answers came where ${due} were due`] : []),
    ...(refused && !isRefused ? ["it is not refused with one answer and the end of the connection"] : [])
  ]
}
