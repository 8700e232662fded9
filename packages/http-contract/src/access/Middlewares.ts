/**
 * Declares the conditions that a request must meet before its handler runs, as middlewares. Each comment below states
 * one condition. The server implements the middlewares. Here, each one only declares the problems that it can return,
 * so that the OpenAPI documents and the clients know them. The middleware that is applied last runs first.
 */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller, CurrentUser, CurrentVisitor } from "./CurrentCaller.ts"
import * as Problem from "../problems/Problem.ts"

const validation = Problem.declareCodes("UNKNOWN_QUERY", "INTERNAL")

/** The query, the body and the response match the endpoint's schemas. All invalid fields are reported together. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@sheaf/http-contract/RequestValidation",
  validation
) {
  static readonly codes = validation.codes
}

/** The ids in the path have the format of Sheaf's ids; otherwise, the response is NOT_FOUND. */
export class PathIdValidation extends HttpApiMiddleware.Service<PathIdValidation>()(
  "@sheaf/http-contract/PathIdValidation",
  Problem.declareCodes("NOT_FOUND")
) {}

const reading = Problem.declareCodes(
  "MALFORMED_JSON",
  "DUPLICATE_MEMBER",
  "INVALID_TEXT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "UNKNOWN_FIELD",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE"
)

/** The body is JSON in UTF-8 without repeated members, within the limits for size and depth. */
export class JsonRequestBody extends HttpApiMiddleware.Service<JsonRequestBody>()(
  "@sheaf/http-contract/JsonRequestBody",
  reading
) {
  static readonly codes = reading.codes
}

const readingWithFile = Problem.declareCodes(...reading.codes, "TOO_MANY_LARGE_BODIES")

/**
 * Like `JsonRequestBody`, for a body with a file. A large body is rejected while too many other bodies are being read.
 */
export class JsonRequestBodyWithFile extends HttpApiMiddleware.Service<JsonRequestBodyWithFile>()(
  "@sheaf/http-contract/JsonRequestBodyWithFile",
  readingWithFile
) {
  static readonly codes = readingWithFile.codes
}

const downloading = Problem.declareCodes("TOO_MANY_DOWNLOADS")

/** Rejects requests over the client's limit on simultaneous responses with data or documents (spec 8). */
export class DownloadLimit extends HttpApiMiddleware.Service<DownloadLimit, { requires: CurrentCaller }>()(
  "@sheaf/http-contract/DownloadLimit",
  downloading
) {
  static readonly codes = downloading.codes
}

const repeating = Problem.declareCodes("INVALID_IDEMPOTENCY_KEY", "IDEMPOTENCY_KEY_IN_USE")

/**
 * The `Idempotency-Key` header is optional. Its key must be valid, and no other running request may be using it (spec
 * 8).
 */
export class IdempotencyKeySupport extends HttpApiMiddleware.Service<IdempotencyKeySupport>()(
  "@sheaf/http-contract/IdempotencyKeySupport",
  repeating
) {
  static readonly codes = [...repeating.codes, "IDEMPOTENCY_KEY_REUSED"] as const
}

const notRepeating = Problem.declareCodes("IDEMPOTENCY_KEY_NOT_SUPPORTED")

/**
 * Rejects requests that have an `Idempotency-Key` header. Operations that return a secret use this middleware, because
 * Sheaf could not return the secret a second time.
 */
export class IdempotencyKeyRejection extends HttpApiMiddleware.Service<IdempotencyKeyRejection>()(
  "@sheaf/http-contract/IdempotencyKeyRejection",
  notRepeating
) {
  static readonly codes = notRepeating.codes
}

const negotiation = Problem.declareCodes("NOT_ACCEPTABLE")

/** Requires that the client accepts JSON. */
export class ContentNegotiation extends HttpApiMiddleware.Service<ContentNegotiation>()(
  "@sheaf/http-contract/ContentNegotiation",
  negotiation
) {
  static readonly codes = negotiation.codes
}

/** The client accepts JSON or a CSV table. */
export class TableNegotiation extends HttpApiMiddleware.Service<TableNegotiation>()(
  "@sheaf/http-contract/TableNegotiation",
  negotiation
) {
  static readonly codes = negotiation.codes
}

const authentication = Problem.declareCodes(
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY",
  "INVALID_TOKEN",
  "CREDENTIALS_MISMATCH",
  "INSUFFICIENT_SCOPE",
  "NETWORK_NOT_ALLOWED",
  "CERTIFICATE_NOT_ACCEPTED",
  "CERTIFICATE_OUT_OF_DATE",
  "CERTIFICATE_REVOKED",
  "CERTIFICATE_MISMATCH",
  "WRONG_ENVIRONMENT",
  "MUTUAL_TLS_REQUIRED",
  "RATE_LIMITED",
  "NOT_READY"
)

/**
 * The problem codes that all operations with credentials share. UNSUPPORTED_VERSION is one of them, because requests to
 * these operations name an API version.
 */
const codesWithCredentials = ["UNSUPPORTED_VERSION", ...authentication.codes] as const

/**
 * The `Authorization-token` header has a valid API key. A token in `Authorization` is optional, and must belong to a
 * user of the same client. A client certificate must belong to the same client, too. It is optional unless the client
 * must use mutual TLS.
 */
export class ApiKeyAuthentication extends HttpApiMiddleware.Service<
  ApiKeyAuthentication,
  { provides: CurrentCaller }
>()("@sheaf/http-contract/ApiKeyAuthentication", authentication) {
  static readonly codes = codesWithCredentials
}

/**
 * The `Authorization` header has a user's token. An API key is optional and must belong to the same client.
 * `ApiKeyAuthentication` describes the rules for the certificate.
 */
export class UserAuthentication extends HttpApiMiddleware.Service<UserAuthentication, { provides: CurrentUser }>()(
  "@sheaf/http-contract/UserAuthentication",
  authentication
) {
  static readonly codes = codesWithCredentials
}

/**
 * Either the `Authorization-token` header has a valid API key, or the `Authorization` header has a user's token. If
 * both are sent, both must be valid and belong to the same client.
 */
export class ClientOrUserAuthentication extends HttpApiMiddleware.Service<
  ClientOrUserAuthentication,
  { provides: CurrentCaller }
>()("@sheaf/http-contract/ClientOrUserAuthentication", authentication) {
  static readonly codes = codesWithCredentials
}

const sameOrigin = Problem.declareCodes("CROSS_SITE_REQUEST")

/** Rejects requests from pages on other sites. Accepts requests from programs and from the service's own pages. */
export class SameOriginCheck extends HttpApiMiddleware.Service<SameOriginCheck>()(
  "@sheaf/http-contract/SameOriginCheck",
  sameOrigin
) {
  static readonly codes = sameOrigin.codes
}

const pageAuthentication = Problem.declareCodes(
  "MISSING_CREDENTIALS",
  "INVALID_TOKEN",
  "RATE_LIMITED",
  "CONNECT_SESSION_EXPIRED",
  "NOT_READY"
)

/** The `Authorization` header has the token of a Connect session, and the cookie belongs to the browser that opened the session. */
export class PageAuthentication extends HttpApiMiddleware.Service<
  PageAuthentication,
  { provides: CurrentCaller | CurrentVisitor }
>()("@sheaf/http-contract/PageAuthentication", pageAuthentication) {
  static readonly codes = pageAuthentication.codes
}

const limiting = Problem.declareCodes("RATE_LIMITED")

/** Requires that the caller is within the operation's rate limit (spec 8; `rateLimitOf` of `Operation`). */
export class RateLimiting extends HttpApiMiddleware.Service<RateLimiting>()(
  "@sheaf/http-contract/RateLimiting",
  limiting
) {
  static readonly codes = limiting.codes
}

/**
 * Lets the server write all problems in one place, instead of encoding them with each operation's error schemas. This
 * is the outermost middleware.
 */
export class ProblemResponses extends HttpApiMiddleware.Service<ProblemResponses>()(
  "@sheaf/http-contract/ProblemResponses"
) {}

/**
 * The middlewares whose problem codes appear in the documents, in this order. `PathIdValidation` is not listed: the
 * operations that use it declare NOT_FOUND themselves, because they also return it for well-formed ids that are
 * unknown.
 */
export const documentedMiddlewares = [
  RequestValidation,
  ApiKeyAuthentication,
  UserAuthentication,
  ClientOrUserAuthentication,
  SameOriginCheck,
  PageAuthentication,
  RateLimiting,
  ContentNegotiation,
  TableNegotiation,
  IdempotencyKeySupport,
  IdempotencyKeyRejection,
  JsonRequestBody,
  JsonRequestBodyWithFile,
  DownloadLimit
]
