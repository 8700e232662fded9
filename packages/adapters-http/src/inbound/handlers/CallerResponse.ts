/** Helpers for handlers that run a use case for the caller and respond with personal data. */
import { CurrentCaller, CurrentUser } from "@sheaf/http-contract"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { failWith } from "../problems/ApiErrors.ts"
import type { ApiError, ProblemOf } from "../problems/ApiErrors.ts"
import type { ApiVersionTranslator } from "../problems/ProblemRows.ts"

/** Keeps personal data out of caches (RFC 9111 §5.2.2.5). */
export const noStoreHeaders = { "cache-control": "no-store" } as const
export type NoStoreHeaders = typeof noStoreHeaders

export const noStoreResponse = <A>(body: A) => HttpApiSchema.withHeaders({ body, headers: noStoreHeaders })

export const createdResponse = <A>(body: A, location: string) =>
  HttpApiSchema.withHeaders({ body, headers: { ...noStoreHeaders, location } })

/**
 * Turns a port's errors into the problems that the endpoint declares. In the problems, statuses and request members
 * have the names from the client's API version.
 */
export const mapToProblems = <A, E extends ApiError, R>(
  self: Effect.Effect<A, E, R>,
  words?: ApiVersionTranslator
): Effect.Effect<A, ProblemOf<E>, R> => Effect.catch(self, (error) => failWith(error, words))

/** Runs a use case for the token's user or, if there is no token, for the request's client. Errors become problems. */
export const runForCaller = <A, E extends ApiError>(
  use: (caller: Caller) => Effect.Effect<A, E>,
  words?: ApiVersionTranslator
) => Effect.flatMap(CurrentCaller, (caller) => mapToProblems(use(caller), words))

export const runForUser = <A, E extends ApiError>(use: (user: UserCaller) => Effect.Effect<A, E>) =>
  Effect.flatMap(CurrentUser, (user) => mapToProblems(use(user)))
