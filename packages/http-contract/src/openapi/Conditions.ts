/**
 * What a request must fulfil before its handler sees it, as middlewares: each names the problems that it answers with,
 * so that they show in every document and client. The server implements them. Applied from the inside out.
 */
import { HttpApiMiddleware } from "effect/http-api"
import type { CurrentCaller, CurrentUser } from "../users/CurrentCaller.ts"
import * as Problem from "../problems/Problem.ts"

/** Query and body have the shape that the endpoint wants, all wrong fields named at once; so has our own answer. */
export class Validated extends HttpApiMiddleware.Service<Validated>()("@sheaf/http-contract/Validated", {
  error: [Problem.BadRequest, Problem.Internal]
}) {}

/** The ids in the path are of the form that ours have. Others are as unknown as any id that was never given out. */
export class Identified extends HttpApiMiddleware.Service<Identified>()("@sheaf/http-contract/Identified", {
  error: Problem.NotFound
}) {}

/** The body is JSON in UTF-8 that is small and shallow enough to be read. */
export class Readable extends HttpApiMiddleware.Service<Readable>()("@sheaf/http-contract/Readable", {
  error: [Problem.BadRequest, Problem.TooLarge, Problem.UnsupportedMediaType]
}) {}

/** The same of a body that may hold a file: one that is large has to wait when many are. */
export class ReadableWithFile extends HttpApiMiddleware.Service<ReadableWithFile>()(
  "@sheaf/http-contract/ReadableWithFile",
  { error: [Problem.BadRequest, Problem.TooLarge, Problem.UnsupportedMediaType, Problem.Unavailable] }
) {}

/** The client takes JSON. */
export class Negotiated extends HttpApiMiddleware.Service<Negotiated>()("@sheaf/http-contract/Negotiated", {
  error: Problem.NotAcceptable
}) {}

/**
 * The header `Authorization-token` holds a live API key; a token in `Authorization`, where there is one, is that of a user
 * of the same client.
 * So is the client's certificate, where there is one; and there is one, where the client has to show it.
 */
export class Authenticated extends HttpApiMiddleware.Service<Authenticated, { provides: CurrentCaller }>()(
  "@sheaf/http-contract/Authenticated",
  { error: [Problem.Unauthorized, Problem.Forbidden] }
) {}

/**
 * The header `Authorization` holds a user's token; an API key, where there is one, is of the same client. The certificate
 * is asked for as `Authenticated` does.
 */
export class UserAuthenticated extends HttpApiMiddleware.Service<UserAuthenticated, { provides: CurrentUser }>()(
  "@sheaf/http-contract/UserAuthenticated",
  { error: [Problem.Unauthorized, Problem.Forbidden] }
) {}
