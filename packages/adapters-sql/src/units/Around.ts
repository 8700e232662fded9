/** Additions to the units of other modules, so that they share a transaction. */
import { Context, identity } from "effect"
import type { Unit } from "./Units.ts"

/** Returns a unit that contains another unit, and has its result. */
export type Around = <A>(unit: Unit<A>) => Unit<A>

/**
 * Returns true if a unit with this result has accepted a request. Other units return the reason, or false. Throws for
 * any other result, because Sheaf would silently lose the request's key.
 */
export const hasAccepted = (result: unknown): boolean => {
  if (typeof result === "boolean") return result
  if (typeof result === "string") return result === "ACCEPTED"
  throw new TypeError(
    "a write that keeps a request's key must return a boolean, or a text that is ACCEPTED or a reason"
  )
}

/** The fiber's addition to its units. Every implementation of `Units` applies it. */
export const Around = Context.Reference<Around>("@sheaf/adapters-sql/Around", { defaultValue: () => identity })
