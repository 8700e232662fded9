/** Counts readings in the person's absence against the bank's limit (spec 2.3). */
import { DateTime } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"

/** A bank's limit: how many readings in which period, per account or consent. */
export interface ReadingRule {
  readonly perDay: number
  /** Whether the limit is per consent or per account. Default: per account. */
  readonly per?: "CONSENT" | "ACCOUNT" | undefined
  readonly window?: "ROLLING_24_HOURS" | "CALENDAR_DAY" | undefined
  /** The time zone of the calendar days. UTC by default. */
  readonly timeZone?: string | undefined
}

/** The daily limit at banks that state none (RTS 2018/389, article 36). */
export const defaultPerDay = 4

/**
 * Readings that count toward the limit. `resource` is empty for an ordinary reading, which covers all accounts. If a
 * reading had to request one resource again, for example because the bank rejected the first period, `resource` names
 * it. Times are milliseconds since 1970.
 */
export interface ReadingUse {
  readonly resource: string
  readonly at: number
  readonly readings: number
}

/** Returns the last midnight before `now`, or the one `days` later. */
const midnight = ({ timeZone = "UTC" }: ReadingRule, now: number, days = 0): number => {
  const start = DateTime.startOf(DateTime.makeZonedUnsafe(now, { timeZone }), "day")
  return DateTime.toEpochMillis(DateTime.add(start, { days }))
}

/** Returns the beginning of the window: only later readings count. */
export const windowStart = (rule: ReadingRule, now: number): number =>
  rule.window === "CALENDAR_DAY" ? midnight(rule, now) - 1 : now - dayMillis

const sum = (uses: ReadonlyArray<ReadingUse>): number => uses.reduce((total, { readings }) => total + readings, 0)

/** Returns how many readings count in the window that ends at `now`. */
const usedAt = (rule: ReadingRule, uses: ReadonlyArray<ReadingUse>, now: number): number => {
  const counted = uses.filter(({ at }) => at > windowStart(rule, now))
  const whole = sum(counted.filter(({ resource }) => resource === ""))
  if (rule.per === "CONSENT") return whole
  const byResource = Map.groupBy(
    counted.filter(({ resource }) => resource !== ""),
    ({ resource }) => resource
  )
  return whole + Math.max(0, ...[...byResource.values()].map(sum))
}

/** How many readings are left or, if there are none, when the next one is allowed. */
export interface ReadingQuota {
  readonly left: number
  readonly nextAt?: number
}

/**
 * Returns the quota at `now`.
 *
 * @example
 * quotaOf({ perDay: 1 }, [{ resource: "", at: 0, readings: 1 }], 1000)
 * // { left: 0, nextAt: 86400000 }
 */
export const quotaOf = (rule: ReadingRule, uses: ReadonlyArray<ReadingUse>, now: number): ReadingQuota => {
  const left = Math.max(0, rule.perDay - usedAt(rule, uses, now))
  if (left > 0) return { left }
  const ends =
    rule.window === "CALENDAR_DAY"
      ? [midnight(rule, now, 1)]
      : uses.map(({ at }) => at + dayMillis).sort((a, b) => a - b)
  const nextAt = ends.find((end) => end > now && usedAt(rule, uses, end) < rule.perDay)
  return { left, ...(nextAt !== undefined && { nextAt }) }
}
