/**
 * What a request must fulfill before its handler sees it, as middlewares: each declares the problems that it answers
 * with, so that they show in every document and client. The server implements them. Applied from the inside out.
 */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller, CurrentUser } from "../users/CurrentCaller.ts"
import * as Problem from "../problems/Problem.ts"

const unfitting = Problem.of("UNKNOWN_QUERY", "INTERNAL")

/** Query and body have the shape that the endpoint wants, all wrong fields named at once; so has our own answer. */
export class Validated extends HttpApiMiddleware.Service<Validated>()("@sheaf/http-contract/Validated", unfitting) {
  static readonly codes = unfitting.codes
}

/** The ids in the path are of the form that ours have. Others are as unknown as any id that was never given out. */
export class Identified extends HttpApiMiddleware.Service<Identified>()(
  "@sheaf/http-contract/Identified",
  Problem.of("NOT_FOUND")
) {}

const unreadable = Problem.of(
  "MALFORMED_JSON",
  "INVALID_TEXT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "UNKNOWN_FIELD",
  "BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE"
)

/** The body is JSON in UTF-8, small and shallow enough to be read, so that its fields can be validated. */
export class Readable extends HttpApiMiddleware.Service<Readable>()("@sheaf/http-contract/Readable", unreadable) {
  static readonly codes = unreadable.codes
}

const unreadableWithFile = Problem.of(...unreadable.codes, "TOO_MANY_LARGE_BODIES")

/** The same of a body that can hold a file: a large one is refused while too many others are being read. */
export class ReadableWithFile extends HttpApiMiddleware.Service<ReadableWithFile>()(
  "@sheaf/http-contract/ReadableWithFile",
  unreadableWithFile
) {
  static readonly codes = unreadableWithFile.codes
}

const unacceptable = Problem.of("NOT_ACCEPTABLE")

/** The client takes JSON. */
export class Negotiated extends HttpApiMiddleware.Service<Negotiated>()(
  "@sheaf/http-contract/Negotiated",
  unacceptable
) {
  static readonly codes = unacceptable.codes
}

const unauthenticated = Problem.of(
  "MISSING_CREDENTIALS",
  "INVALID_API_KEY",
  "INVALID_TOKEN",
  "CREDENTIALS_MISMATCH",
  "CERTIFICATE_NOT_ACCEPTED",
  "CERTIFICATE_OUT_OF_DATE",
  "CERTIFICATE_REVOKED",
  "CERTIFICATE_MISMATCH",
  "WRONG_ENVIRONMENT",
  "MUTUAL_TLS_REQUIRED"
)

/** Operations behind credentials belong to a version, and a request can name one that does not run. */
const codesBehindCredentials = ["UNSUPPORTED_VERSION", ...unauthenticated.codes] as const

/**
 * The header `Authorization-token` holds a live API key; a token in `Authorization`, if there is one, is that of a user
 * of the same client. The same holds for the client's certificate, which clients that use mutual TLS must show.
 */
export class Authenticated extends HttpApiMiddleware.Service<Authenticated, { provides: CurrentCaller }>()(
  "@sheaf/http-contract/Authenticated",
  unauthenticated
) {
  static readonly codes = codesBehindCredentials
}

/**
 * The header `Authorization` holds a user's token; an API key, if there is one, is of the same client. The certificate
 * is asked for as `Authenticated` does.
 */
export class UserAuthenticated extends HttpApiMiddleware.Service<UserAuthenticated, { provides: CurrentUser }>()(
  "@sheaf/http-contract/UserAuthenticated",
  unauthenticated
) {
  static readonly codes = codesBehindCredentials
}

/**
 * The conditions whose codes documents list, in their order. Operations behind `Identified` declare its code themselves: an
 * id of the right form can be unknown as well.
 */
export const listedConditions = [Validated, Authenticated, UserAuthenticated, Negotiated, Readable, ReadableWithFile]
