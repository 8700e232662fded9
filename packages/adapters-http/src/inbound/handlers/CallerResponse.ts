/** The common part of most handlers: runs a use case for the request's caller, and responds with personal data. */
import { CurrentCaller, CurrentUser } from "@sheaf/http-contract"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { mapToProblems } from "../problems/ApiErrors.ts"
import type { ApiError } from "../problems/ApiErrors.ts"
import type { TermTranslator } from "../problems/ProblemRows.ts"

/** The header field that keeps personal data out of all caches (RFC 9111 §5.2.2.5). */
export const noStoreHeaders = { "cache-control": "no-store" } as const
export type NoStoreHeaders = typeof noStoreHeaders

/** Returns a response that no cache can store. */
export const noStoreResponse = <A>(body: A) => HttpApiSchema.withHeaders({ body, headers: noStoreHeaders })

/** Returns a response with the address of a new object. No cache can store the response. */
export const createdResponse = <A>(body: A, location: string) =>
  HttpApiSchema.withHeaders({ body, headers: { ...noStoreHeaders, location } })

/** Runs a use case for the request's client, or for its user if the request has a token. Errors become problems. */
export const runForCaller = <A, E extends ApiError>(
  use: (caller: Caller) => Effect.Effect<A, E>,
  words?: TermTranslator
) => Effect.flatMap(CurrentCaller, (caller) => mapToProblems(use(caller), words))

/** Runs a use case for the user whose token the request contains. Errors become problems. */
export const runForUser = <A, E extends ApiError>(use: (user: UserCaller) => Effect.Effect<A, E>) =>
  Effect.flatMap(CurrentUser, (user) => mapToProblems(use(user)))
