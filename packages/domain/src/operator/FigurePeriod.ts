/**
 * The periods for which the service keeps the figures that the operator's console charts (spec 14.5): five minutes, an
 * hour, or a day, all in UTC. Figures for short periods are soon erased, so the number of rows stays small.
 */
import { Schema } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"

export const Resolution = Schema.Literals(["FIVE_MINUTES", "HOUR", "DAY"])
export type Resolution = typeof Resolution.Type

const minute = 60_000
const hour = 60 * minute

/** How long each period is, and how long it is kept, in milliseconds. */
export const resolutions: Readonly<Record<Resolution, { readonly length: number; readonly kept: number }>> = {
  FIVE_MINUTES: { length: 5 * minute, kept: 2 * hour },
  HOUR: { length: hour, kept: 26 * hour },
  DAY: { length: dayMillis, kept: 30 * dayMillis }
}

/** `start` is in milliseconds since 1970. */
export interface FigurePeriod {
  readonly resolution: Resolution
  readonly start: number
}

export const periodOf = (resolution: Resolution, at: number): FigurePeriod => ({
  resolution,
  start: at - (at % resolutions[resolution].length)
})

export const periodsOf = (at: number): ReadonlyArray<FigurePeriod> =>
  Resolution.literals.map((resolution) => periodOf(resolution, at))

/** Returns, for each resolution, the newest period that can be erased. */
export const expiredAt = (now: number): ReadonlyArray<FigurePeriod> =>
  Resolution.literals.map((resolution) => periodOf(resolution, now - resolutions[resolution].kept))
