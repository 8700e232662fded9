/**
 * Holds every answer to the document that is published for its version, and to what holds for all answers (spec 4, 9;
 * decisions 12, 13). Whoever sends requests to the service in a test asks it about each answer.
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/Running"
import { Contracts, Problem, ProblemCode } from "@sheaf/http-contract"
import { Record } from "effect"
import { codeOf, PublishedDocument } from "./PublishedDocument.ts"
import type { Document, ObservedAnswer, Operation } from "./PublishedDocument.ts"

/** The document of each version. */
export type PublishedContract = Readonly<Record<ApiVersion.ApiVersion, PublishedDocument>>

/** A request, as it was sent. */
export interface Request {
  readonly method: string
  /** What stands in the request line: the path with its query. */
  readonly target: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array
}

/** As a client would read it: through JSON. */
const read = (document: object): Document => JSON.parse(JSON.stringify(document))

/** The documents as they come out of the contract. */
export const ofContract = (): PublishedContract =>
  Record.map(Contracts.contracts, ({ document }) => new PublishedDocument(read(document(versions))))

/** The documents that the service at an address publishes. */
export const ofService = async (base: string): Promise<PublishedContract> => {
  const documentOf = async (version: ApiVersion.ApiVersion) => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    // Of another shape, it would not be read any further.
    return new PublishedDocument((await response.json()) as Document)
  }
  const entries = ApiVersion.running.map(async (version) => [version, await documentOf(version)] as const)
  // One entry for each running version, which fromEntries cannot tell.
  return Object.fromEntries(await Promise.all(entries)) as PublishedContract
}

/** What is told of certificates before a request is anybody's. */
const ofCertificates = [
  "CERTIFICATE_NOT_ACCEPTED",
  "CERTIFICATE_OUT_OF_DATE",
  "CERTIFICATE_REVOKED",
  "WRONG_ENVIRONMENT"
] as const

/** The codes that need no operation: they are told where none was found. */
const beforeOperations: ReadonlyArray<string> = [
  ...ofCertificates,
  "CERTIFICATE_MISMATCH",
  "MUTUAL_TLS_REQUIRED",
  "MALFORMED_REQUEST",
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED",
  "NOT_IN_THIS_VERSION",
  "UNSUPPORTED_VERSION",
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY",
  "INVALID_TOKEN",
  "CREDENTIALS_MISMATCH",
  "INTERNAL"
]

/** The codes that are told in front of an operation, too. */
const inFrontOfOperations: ReadonlyArray<string | undefined> = [...ofCertificates, "MALFORMED_REQUEST", "UNKNOWN_ROUTE"]

const ownId = /^[A-Za-z0-9._-]{8,64}$/

/** The values of a header, in their order, without the blanks around them (RFC 9110 §5.5). */
const valuesOf = ({ headers }: Request, name: string): ReadonlyArray<string> =>
  Array.from(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value.trim()] : []))

/** The version that a request names, or `undefined` when it names none that runs. */
const versionOf = (request: Request): ApiVersion.ApiVersion | undefined => {
  const [version, ...others] = valuesOf(request, "service-version")
  if (version === undefined) return ApiVersion.lowest
  return others.length === 0 && ApiVersion.isRunning(version) ? version : undefined
}

/**
 * The path of a target: without query and fragment, without the authority of the absolute form, and decoded. The router
 * takes a semicolon for the beginning of a query too, and an asterisk for the root.
 */
const pathOf = ({ target }: Request): string => {
  const [path = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#;]/)
  if (path === "*") return "/"
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The operation that a request reaches; whatever version it names, when the operation is open to everybody. */
const operationOf = (request: Request, contract: PublishedContract): Operation | undefined => {
  const version = versionOf(request)
  const found = contract[version ?? ApiVersion.head].find(request.method, pathOf(request))
  return version === undefined && found?.isOpen !== true ? undefined : found
}

const textOf = (body: string | Uint8Array = ""): string =>
  typeof body === "string" ? body : Buffer.from(body).toString("utf8")

interface ProblemBody {
  readonly type?: unknown
  readonly status?: unknown
  readonly code?: unknown
  readonly requestId?: unknown
}

/** What every failure says of itself (RFC 9457); a sentence for each thing that is wrong with it. */
export const problemViolations = ({ body, headers, status }: ObservedAnswer): ReadonlyArray<string> => {
  if (headers.get("content-type") !== Problem.contentType) return [`${status} is no problem`]
  // Its shape is compared below, a member at a time.
  const { code, requestId, status: said, type }: ProblemBody = JSON.parse(textOf(body))
  const ofCode = ProblemCode.all.find((each) => each === code)
  return [
    ...(said === status ? [] : [`the problem says ${String(said)}, the status line ${status}`]),
    ...(ofCode !== undefined && type === ProblemCode.typeOf(ofCode) ? [] : ["the type is not that of the code"]),
    ...(requestId === headers.get("x-request-id") ? [] : ["the problem has another request id than the header"])
  ]
}

/** A page for a person is no problem; whether it may be one is in the document. */
const isPage = ({ headers }: ObservedAnswer): boolean => headers.get("content-type")?.startsWith("text/html") ?? false

const failureViolations = ({ method }: Request, answer: ObservedAnswer): ReadonlyArray<string> =>
  answer.status < 400 || method === "HEAD" || isPage(answer) ? [] : problemViolations(answer)

const idViolations = (request: Request, { headers }: ObservedAnswer): ReadonlyArray<string> => {
  const id = headers.get("x-request-id") ?? undefined
  if (id === undefined) return ["there is no X-Request-Id"]
  const [given, ...others] = valuesOf(request, "x-request-id")
  const isOurs = given !== undefined && others.length === 0 && ownId.test(given)
  return isOurs && id !== given ? ["the X-Request-Id is not the one that was given"] : []
}

/** What is said before an operation is found, or where there is none. */
const generalViolations = ({ method }: Request, { body, headers, status }: ObservedAnswer): ReadonlyArray<string> => {
  if (method === "HEAD" && status >= 400) return []
  const code = codeOf(body)
  if (code === undefined || !beforeOperations.includes(code)) {
    return [`there is no such operation, and the answer is ${status} ${code ?? ""}`]
  }
  const lacks = (name: string) => ((headers.get(name) ?? undefined) ? [] : [`${code} lacks the header ${name}`])
  return [
    ...(code === "METHOD_NOT_ALLOWED" ? lacks("allow") : []),
    ...(status === 401 ? lacks("www-authenticate") : []),
    ...lacks("cache-control")
  ]
}

/** A request that is accepted has to be what the document says that the operation takes. */
const acceptanceViolations = (
  request: Request,
  operation: Operation,
  document: PublishedDocument,
  { status }: ObservedAnswer
): ReadonlyArray<string> => {
  if (status >= 300) return []
  const refusal = operation.takesBody ? document.refusal(operation, textOf(request.body)) : undefined
  const query = [...new URLSearchParams(request.target.split("?").slice(1).join("?")).keys()]
  return [
    ...(refusal === undefined ? [] : [`a body was accepted that the document refuses: ${refusal}`]),
    ...(operation.takesAnyQuery || query.every((name) => operation.query.includes(name))
      ? []
      : ["a query parameter was accepted that the document does not have"])
  ]
}

/** What is wrong with the answer to a request; a sentence each, none when all is well. */
export const violationsOf = (
  request: Request,
  answer: ObservedAnswer,
  contract: PublishedContract
): ReadonlyArray<string> => {
  const common = [...failureViolations(request, answer), ...idViolations(request, answer)]
  const operation = operationOf(request, contract)
  if (operation === undefined || inFrontOfOperations.includes(codeOf(answer.body))) {
    return [...common, ...generalViolations(request, answer)]
  }
  const version = versionOf(request) ?? ApiVersion.head
  const answering = answer.headers.get("service-version") ?? undefined
  const expected = operation.isOpen ? undefined : version
  return [
    ...common,
    ...(answering === expected ? [] : [`${String(expected)} was asked, and ${String(answering)} answers`]),
    ...contract[version].violations(operation, request.method, answer),
    ...acceptanceViolations(request, operation, contract[version], answer)
  ]
}

/**
 * Passes on when an answer is as documented.
 *
 * @throws when the documents say something else, with all of it.
 */
export const assertDocumented = (request: Request, answer: ObservedAnswer, contract: PublishedContract): void => {
  const violations = violationsOf(request, answer, contract)
  if (violations.length > 0) throw new Error(`${request.method} ${request.target}: ${violations.join("; ")}`)
}
