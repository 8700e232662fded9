/** Adds statements to other modules' units of work, in the same transaction. */
import { Context, Effect, identity } from "effect"
import type { UnitOfWork } from "./UnitsOfWork.ts"

export type UnitInterceptor = <A>(unit: UnitOfWork<A>) => UnitOfWork<A>

/**
 * Returns true for `true` and `"ACCEPTED"`, and false for `false` and any other string. Throws for other results,
 * because the request's idempotency key would otherwise be lost silently.
 */
export const isAcceptedResult = (result: unknown): boolean => {
  if (typeof result === "boolean") return result
  if (typeof result === "string") return result === "ACCEPTED"
  throw new TypeError("a write that stores a request's key must return a boolean, ACCEPTED or a reason")
}

export const UnitInterceptor = Context.Reference<UnitInterceptor>("@sheaf/adapters-sql/UnitInterceptor", {
  defaultValue: () => identity
})

/**
 * Runs `work` without the fiber's interceptor. Use this for a unit that runs before or after the unit that the
 * interceptor is meant for.
 */
export const withoutInterceptor = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(work, UnitInterceptor, identity)
