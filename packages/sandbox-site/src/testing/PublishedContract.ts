/**
 * Checks each response against the OpenAPI document of its version, and against the rules for all responses (spec 4, 7,
 * 9).
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { versions } from "@sheaf/domain/versions/SupportedVersions"
import { StrictJson } from "@sheaf/adapters-http/additional"
import { Problem, ProblemCode, Sharing } from "@sheaf/http-contract"
import { Record } from "effect"
import * as Contracts from "../Contracts.ts"
import { problemCodeOf, PublishedDocument } from "./PublishedDocument.ts"
import type { OpenApiDocument, ObservedResponse, Operation } from "./PublishedDocument.ts"

export type PublishedContract = Readonly<Record<ApiVersion.ApiVersion, PublishedDocument>>

export interface ObservedRequest {
  readonly method: string
  /** The request target: path and query. */
  readonly target: string
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array
}

/** Reads a document as clients see it. The cast is harmless, because any other shape fails the first check. */
const read = (text: string): OpenApiDocument => Sharing.expandParts(JSON.parse(text)) as unknown as OpenApiDocument

export const fromSource = (): PublishedContract =>
  Record.map(Contracts.contracts, ({ document }) => new PublishedDocument(read(JSON.stringify(document(versions)))))

export const fromService = async (base: string): Promise<PublishedContract> => {
  const documentOf = async (version: ApiVersion.ApiVersion) => {
    const response = await fetch(`${base}/openapi/${version}.json`)
    return new PublishedDocument(read(await response.text()))
  }
  const entries = ApiVersion.supportedVersions.map(async (version) => [version, await documentOf(version)] as const)
  // There is an entry for each supported version, but the type of `fromEntries` cannot say so.
  return Object.fromEntries(await Promise.all(entries)) as PublishedContract
}

/** The problem codes of certificate checks, which run before all other checks. */
const ofCertificates = [
  "CERTIFICATE_NOT_ACCEPTED",
  "CERTIFICATE_OUT_OF_DATE",
  "CERTIFICATE_REVOKED",
  "WRONG_ENVIRONMENT"
] as const

const ofListeners = [
  "MALFORMED_REQUEST",
  "URI_TOO_LONG",
  "HEADER_FIELDS_TOO_LARGE",
  "REQUEST_TOO_SLOW",
  "MISDIRECTED_REQUEST",
  "TRANSFER_CODING_NOT_SUPPORTED",
  "HTTP_VERSION_NOT_SUPPORTED"
] as const

const beforeOperations: ReadonlyArray<string> = [
  ...ofCertificates,
  ...ofListeners,
  "CERTIFICATE_MISMATCH",
  "MUTUAL_TLS_REQUIRED",
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

/** The codes for requests that match an operation but are rejected before they reach it. */
const inFrontOfOperations: ReadonlyArray<string | undefined> = [...ofCertificates, ...ofListeners, "UNKNOWN_ROUTE"]

const ownId = /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!0{32})[0-9a-f]{32})$/

/** Returns a header's values, in order and trimmed (RFC 9110 §5.5). */
const valuesOf = ({ headers }: ObservedRequest, name: string): ReadonlyArray<string> =>
  Array.from(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value.trim()] : []))

const versionOf = (request: ObservedRequest): ApiVersion.ApiVersion | undefined => {
  const [version, ...others] = valuesOf(request, "service-version")
  if (version === undefined) return ApiVersion.oldestVersion
  return others.length === 0 && ApiVersion.isApiVersion(version) ? version : undefined
}

/**
 * Returns a target's decoded path, without origin, query and fragment. As in the router, a semicolon starts the query,
 * and an asterisk means the root.
 */
const pathOf = ({ target }: ObservedRequest): string => {
  const [path = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#;]/)
  if (path === "*") return "/"
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** For operations that need no credentials, the version does not matter. */
const operationOf = (request: ObservedRequest, contract: PublishedContract): Operation | undefined => {
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

export const problemViolations = ({ body, headers, status }: ObservedResponse): ReadonlyArray<string> => {
  if (headers.get("content-type") !== Problem.contentType) return [`${status} is not a problem`]
  // The type is only an assumption: each member is checked below.
  const { code, requestId, status: said, type }: ProblemBody = JSON.parse(textOf(body))
  const ofCode = ProblemCode.all.find((each) => each === code)
  return [
    ...(said === status ? [] : [`the problem says ${String(said)}, the status line ${status}`]),
    ...(ofCode !== undefined && type === ProblemCode.typeOf(ofCode) ? [] : ["the type does not belong to the code"]),
    ...(requestId === headers.get("x-request-id") ? [] : ["the problem's request id differs from the header's"])
  ]
}

/** Returns true if the response to a failed request is an HTML page. The document says whether that is allowed. */
const isPage = ({ headers }: ObservedResponse): boolean => headers.get("content-type")?.startsWith("text/html") ?? false

const failureViolations = ({ method }: ObservedRequest, answer: ObservedResponse): ReadonlyArray<string> =>
  answer.status < 400 || method === "HEAD" || isPage(answer) ? [] : problemViolations(answer)

const idViolations = (request: ObservedRequest, { body, headers }: ObservedResponse): ReadonlyArray<string> => {
  const id = headers.get("x-request-id") ?? undefined
  if (id === undefined) return ["there is no X-Request-Id"]
  const [given, ...others] = valuesOf(request, "x-request-id")
  // The service cannot read the header fields of a malformed request, so it cannot repeat the request's id.
  const isRead = problemCodeOf(body) !== "MALFORMED_REQUEST"
  const isOurs = isRead && given !== undefined && others.length === 0 && ownId.test(given)
  return isOurs && id !== given ? ["the X-Request-Id differs from the request's"] : []
}

const generalViolations = (
  { method }: ObservedRequest,
  { body, headers, status }: ObservedResponse
): ReadonlyArray<string> => {
  if (method === "HEAD" && status >= 400) return []
  const code = problemCodeOf(body)
  if (code === undefined || !beforeOperations.includes(code)) {
    return [`there is no such operation, and the response is ${status} ${code ?? ""}`]
  }
  const lacks = (name: string) => ((headers.get(name) ?? undefined) ? [] : [`${code} lacks the header ${name}`])
  return [
    ...(code === "METHOD_NOT_ALLOWED" ? lacks("allow") : []),
    ...(status === 401 ? lacks("www-authenticate") : []),
    ...lacks("cache-control")
  ]
}

const acceptanceViolations = (
  request: ObservedRequest,
  operation: Operation,
  document: PublishedDocument,
  { status }: ObservedResponse
): ReadonlyArray<string> => {
  if (status >= 300) return []
  const { fault } = operation.takesBody ? StrictJson.parseBytes(Buffer.from(textOf(request.body)), Infinity) : {}
  const refusal = operation.takesBody ? document.refusal(operation, textOf(request.body)) : undefined
  const query = [...new URLSearchParams(request.target.split("?").slice(1).join("?")).keys()]
  return [
    ...(fault === undefined ? [] : [`the service accepted a body with the fault ${fault._tag}`]),
    ...(refusal === undefined ? [] : [`the service accepted a body that the document refuses: ${refusal}`]),
    ...(operation.takesAnyQuery || query.every((name) => operation.query.includes(name))
      ? []
      : ["the service accepted a query parameter that the document does not list"])
  ]
}

export const violationsOf = (
  request: ObservedRequest,
  answer: ObservedResponse,
  contract: PublishedContract
): ReadonlyArray<string> => {
  const common = [...failureViolations(request, answer), ...idViolations(request, answer)]
  const operation = operationOf(request, contract)
  if (operation === undefined || inFrontOfOperations.includes(problemCodeOf(answer.body))) {
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

export const assertDocumented = (
  request: ObservedRequest,
  answer: ObservedResponse,
  contract: PublishedContract
): void => {
  const violations = violationsOf(request, answer, contract)
  if (violations.length > 0) throw new Error(`${request.method} ${request.target}: ${violations.join("; ")}`)
}
