/** Additions to the units of other modules, so that they share a transaction. */
import { Context, identity } from "effect"
import type { Unit } from "./Units.ts"

/** Returns a unit that contains another unit, and has its result. */
export type Around = <A>(unit: Unit<A>) => Unit<A>

/** Returns true if a unit with this result has accepted a request. Other units return the reason, or false. */
export const hasAccepted = (result: unknown): boolean => result === true || result === "ACCEPTED"

/** The fiber's addition to its units. Every implementation of `Units` applies it. */
export const Around = Context.Reference<Around>("@sheaf/adapters-sql/Around", { defaultValue: () => identity })
