/** Additions to other modules' units that run in the same transaction. */
import { Context, identity } from "effect"
import type { Unit } from "./Units.ts"

/** Returns a unit that contains another unit and returns its result. */
export type Around = <A>(unit: Unit<A>) => Unit<A>

/**
 * Returns true if this result means that the unit has accepted a request. Otherwise, units return a reason or false.
 * Throws for any other result, because Sheaf would silently lose the request's key.
 */
export const hasAccepted = (result: unknown): boolean => {
  if (typeof result === "boolean") return result
  if (typeof result === "string") return result === "ACCEPTED"
  throw new TypeError("a write that stores a request's key must return a boolean, ACCEPTED or a reason")
}

/** The addition to a fiber's units. Every implementation of `Units` applies it. */
export const Around = Context.Reference<Around>("@sheaf/adapters-sql/Around", { defaultValue: () => identity })
