/** Counts unattended readings of accounts against the bank's limit (spec 2.3). */
import { DateTime } from "effect"
import { dayMillis } from "../shared/CalendarDate.ts"

export interface ReadingRule {
  readonly perDay: number
  /** What the limit applies to: each account (the default) or each consent. */
  readonly per?: "CONSENT" | "ACCOUNT" | undefined
  readonly window?: "ROLLING_24_HOURS" | "CALENDAR_DAY" | undefined
  /** The time zone of the calendar days. UTC by default. */
  readonly timeZone?: string | undefined
}

/** The daily limit at banks that state none (RTS 2018/389, article 36). */
export const defaultPerDay = 4

/**
 * Readings that count toward the limit. Ordinary readings cover all accounts and have an empty `resource`. If Sheaf had
 * to request a single resource again, for example because the bank rejected the requested period, `resource` names that
 * resource. Times are milliseconds since 1970.
 */
export interface ReadingUse {
  readonly resource: string
  readonly at: number
  readonly readings: number
}

const midnight = ({ timeZone = "UTC" }: ReadingRule, now: number, days = 0): number => {
  const start = DateTime.startOf(DateTime.makeZonedUnsafe(now, { timeZone }), "day")
  return DateTime.toEpochMillis(DateTime.add(start, { days }))
}

/** Only readings after the start of the window count. */
export const windowStart = (rule: ReadingRule, now: number): number =>
  rule.window === "CALENDAR_DAY" ? midnight(rule, now) - 1 : now - dayMillis

const sum = (uses: ReadonlyArray<ReadingUse>): number => uses.reduce((total, { readings }) => total + readings, 0)

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

/** How many readings are left, or when the next one is allowed if none are left. */
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
