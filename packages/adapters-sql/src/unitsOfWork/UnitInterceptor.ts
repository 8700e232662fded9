/** Adds statements to other modules' units, in the same transaction. */
import { Context, Effect, identity } from "effect"
import type { UnitOfWork } from "./UnitsOfWork.ts"

/** Wraps a unit: runs additional statements with it, and returns its result. */
export type UnitInterceptor = <A>(unit: UnitOfWork<A>) => UnitOfWork<A>

/**
 * Returns true if a unit's result is true or ACCEPTED, and false if it is false or a reason. Throws at any other
 * result, because otherwise the request's idempotency key would silently be lost.
 */
export const isAcceptedResult = (result: unknown): boolean => {
  if (typeof result === "boolean") return result
  if (typeof result === "string") return result === "ACCEPTED"
  throw new TypeError("a write that stores a request's key must return a boolean, ACCEPTED or a reason")
}

/** The interceptor for a fiber's units, which all implementations of `UnitsOfWork` apply. */
export const UnitInterceptor = Context.Reference<UnitInterceptor>("@sheaf/adapters-sql/UnitInterceptor", {
  defaultValue: () => identity
})

/** Runs units without the fiber's interceptor, because it is meant for a unit before or after them. */
export const withoutInterceptor = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(work, UnitInterceptor, identity)
