/**
 * The conditions that a request must meet before its handler runs, as middlewares. Each declares its problems, so that
 * every document and client lists them. The server implements the conditions. The condition that is applied last runs
 * first.
 */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller, CurrentUser, CurrentVisitor } from "./CurrentCaller.ts"
import * as Problem from "../problems/Problem.ts"

const validation = Problem.of("UNKNOWN_QUERY", "INTERNAL")

/** The query, the body and the response match the endpoint's schemas. All invalid fields are reported at once. */
export class Validated extends HttpApiMiddleware.Service<Validated>()("@sheaf/http-contract/Validated", validation) {
  static readonly codes = validation.codes
}

/** The ids in the path have the format of the service's ids. Ids in another format are reported as not found. */
export class Identified extends HttpApiMiddleware.Service<Identified>()(
  "@sheaf/http-contract/Identified",
  Problem.of("NOT_FOUND")
) {}

const reading = Problem.of(
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
export class Readable extends HttpApiMiddleware.Service<Readable>()("@sheaf/http-contract/Readable", reading) {
  static readonly codes = reading.codes
}

const readingWithFile = Problem.of(...reading.codes, "TOO_MANY_LARGE_BODIES")

/** The same as `Readable`, for a body with a file. A large body is rejected while too many others are being read. */
export class ReadableWithFile extends HttpApiMiddleware.Service<ReadableWithFile>()(
  "@sheaf/http-contract/ReadableWithFile",
  readingWithFile
) {
  static readonly codes = readingWithFile.codes
}

const downloading = Problem.of("TOO_MANY_DOWNLOADS")

/** The client has room for another response with data or a document: see spec 8. */
export class Downloadable extends HttpApiMiddleware.Service<Downloadable, { requires: CurrentCaller }>()(
  "@sheaf/http-contract/Downloadable",
  downloading
) {
  static readonly codes = downloading.codes
}

const repeating = Problem.of("INVALID_IDEMPOTENCY_KEY", "IDEMPOTENCY_KEY_IN_USE")

/** The `Idempotency-Key` header, if present, has one valid key that no running request is using (spec 8). */
export class Repeatable extends HttpApiMiddleware.Service<Repeatable>()("@sheaf/http-contract/Repeatable", repeating) {
  static readonly codes = [...repeating.codes, "IDEMPOTENCY_KEY_REUSED"] as const
}

const notRepeating = Problem.of("IDEMPOTENCY_KEY_NOT_SUPPORTED")

/**
 * The request has no `Idempotency-Key` header. For operations whose response has a secret, because Sheaf could not
 * repeat it.
 */
export class Unrepeatable extends HttpApiMiddleware.Service<Unrepeatable>()(
  "@sheaf/http-contract/Unrepeatable",
  notRepeating
) {
  static readonly codes = notRepeating.codes
}

const negotiation = Problem.of("NOT_ACCEPTABLE")

/** The client accepts JSON. */
export class Negotiated extends HttpApiMiddleware.Service<Negotiated>()(
  "@sheaf/http-contract/Negotiated",
  negotiation
) {
  static readonly codes = negotiation.codes
}

const authentication = Problem.of(
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
 * The codes of operations that need credentials. Requests to these operations name a version, which can be unsupported.
 */
const codesWithCredentials = ["UNSUPPORTED_VERSION", ...authentication.codes] as const

/**
 * The `Authorization-token` header has a valid API key. A token in `Authorization` is optional, but its user must
 * belong to the same client. The client certificate must belong to that client, too, and is required if the client must
 * use mutual TLS.
 */
export class Authenticated extends HttpApiMiddleware.Service<Authenticated, { provides: CurrentCaller }>()(
  "@sheaf/http-contract/Authenticated",
  authentication
) {
  static readonly codes = codesWithCredentials
}

/**
 * The `Authorization` header has a user's token. An API key is optional and must belong to the same client. The
 * certificate rule of `Authenticated` applies here, too.
 */
export class UserAuthenticated extends HttpApiMiddleware.Service<UserAuthenticated, { provides: CurrentUser }>()(
  "@sheaf/http-contract/UserAuthenticated",
  authentication
) {
  static readonly codes = codesWithCredentials
}

const sameOrigin = Problem.of("CROSS_SITE_REQUEST")

/** The request comes from a page of this service, or from a program, but not from another site's page. */
export class SameOrigin extends HttpApiMiddleware.Service<SameOrigin>()("@sheaf/http-contract/SameOrigin", sameOrigin) {
  static readonly codes = sameOrigin.codes
}

const pageAuthentication = Problem.of(
  "MISSING_CREDENTIALS",
  "INVALID_TOKEN",
  "RATE_LIMITED",
  "CONNECT_SESSION_EXPIRED",
  "NOT_READY"
)

/** The `Authorization` header has the token of a Connect session, and the cookie belongs to the browser that opened the session. */
export class PageAuthenticated extends HttpApiMiddleware.Service<
  PageAuthenticated,
  { provides: CurrentCaller | CurrentVisitor }
>()("@sheaf/http-contract/PageAuthenticated", pageAuthentication) {
  static readonly codes = pageAuthentication.codes
}

const limiting = Problem.of("RATE_LIMITED")

/** The caller stays within the operation's rate (spec 8): see {@link Operation.rateOf}. */
export class RateLimited extends HttpApiMiddleware.Service<RateLimited>()(
  "@sheaf/http-contract/RateLimited",
  limiting
) {
  static readonly codes = limiting.codes
}

/** Problems are written by the server's one writer, and not by each operation's error schemas. The outermost condition. */
export class ProblemDocuments extends HttpApiMiddleware.Service<ProblemDocuments>()(
  "@sheaf/http-contract/ProblemDocuments"
) {}

/**
 * The conditions whose codes the documents list, in this order. Operations behind `Identified` declare NOT_FOUND themselves,
 * because a well-formed id can be unknown, too.
 */
export const listedConditions = [
  Validated,
  Authenticated,
  UserAuthenticated,
  SameOrigin,
  PageAuthenticated,
  RateLimited,
  Negotiated,
  Repeatable,
  Unrepeatable,
  Readable,
  ReadableWithFile,
  Downloadable
]
