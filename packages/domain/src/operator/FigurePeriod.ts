/**
 * The periods in which the service counts, for the time axes of the operator's console (spec 14.5): five minutes, an hour, or a
 * day, all in UTC. Short periods are kept for a short time, so that the number of rows does not grow.
 */
import { Schema } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"

export const Resolution = Schema.Literals(["FIVE_MINUTES", "HOUR", "DAY"])
export type Resolution = typeof Resolution.Type

const minute = 60_000
const hour = 60 * minute

/** The length of a period, and for how long it is kept, in milliseconds. */
export const resolutions: Readonly<Record<Resolution, { readonly length: number; readonly kept: number }>> = {
  FIVE_MINUTES: { length: 5 * minute, kept: 2 * hour },
  HOUR: { length: hour, kept: 26 * hour },
  DAY: { length: dayMillis, kept: 30 * dayMillis }
}

/** A period. `start` is its first moment, in milliseconds since 1970. */
export interface FigurePeriod {
  readonly resolution: Resolution
  readonly start: number
}

/** Returns the period that contains a time. */
export const periodOf = (resolution: Resolution, at: number): FigurePeriod => ({
  resolution,
  start: at - (at % resolutions[resolution].length)
})

/** Returns all periods that contain a time. */
export const periodsOf = (at: number): ReadonlyArray<FigurePeriod> =>
  Resolution.literals.map((resolution) => periodOf(resolution, at))

/** Returns the last period of each resolution that is no longer kept. */
export const expiredAt = (now: number): ReadonlyArray<FigurePeriod> =>
  Resolution.literals.map((resolution) => periodOf(resolution, now - resolutions[resolution].kept))
