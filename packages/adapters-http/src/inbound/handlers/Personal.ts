/** The common part of most handlers: runs a use case for the request's caller, and responds with personal data. */
import { CurrentCaller, CurrentUser } from "@sheaf/http-contract"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { orRefuse } from "../problems/Refusals.ts"
import type { Refusal } from "../problems/Refusals.ts"
import type { VersionWords } from "../problems/Rows.ts"

/** The header field that keeps personal data out of all caches (RFC 9111 §5.2.2.5). */
export const notKept = { "cache-control": "no-store" } as const
export type NotKept = typeof notKept

/** Returns a response that no cache can store. */
export const personal = <A>(body: A) => HttpApiSchema.withHeaders({ body, headers: notKept })

/** Returns a response with the address of a new object. No cache can store the response. */
export const located = <A>(body: A, location: string) =>
  HttpApiSchema.withHeaders({ body, headers: { ...notKept, location } })

/** Runs a use case for the request's client, or for its user if the request has a token. Errors become problems. */
export const forCaller = <A, E extends Refusal>(use: (caller: Caller) => Effect.Effect<A, E>, words?: VersionWords) =>
  Effect.flatMap(CurrentCaller, (caller) => orRefuse(use(caller), words))

/** Runs a use case for the user whose token the request contains. Errors become problems. */
export const forUser = <A, E extends Refusal>(use: (user: UserCaller) => Effect.Effect<A, E>) =>
  Effect.flatMap(CurrentUser, (user) => orRefuse(use(user)))
