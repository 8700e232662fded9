/** Decides which days to request transactions for, and what to do if the bank refuses (spec 10, 16). */
import { dayAt, dayMillis } from "@sheaf/domain/CalendarDate"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { BankProfile } from "@sheaf/ports"
import { isAboutAccount } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"

/** Every bank shows at least 90 days of history, including today. */
const certainDays = 89

/** How many days to request from a bank whose limit is unknown. */
const maxDays = 365

type OlderTransactions = NonNullable<BankAccount["olderTransactions"]>

export interface Period {
  readonly from: string
  readonly older?: OlderTransactions
}

const daysBefore = (day: string, days: number): string => dayAt(Date.parse(day) - days * dayMillis, "UTC")

const isFresh = (
  { historyMinutes }: BankProfile.ResolvedProfile,
  authenticatedAt: number | undefined,
  now: number
): boolean => authenticatedAt !== undefined && now - authenticatedAt < historyMinutes * 60_000

/**
 * Returns the periods to try, longest first. Some banks show older data only right after an authentication. At any
 * other time, omits the longest period for such a bank, because refused requests may count toward the bank's limits.
 */
export const historyPeriodsOf = (
  profile: BankProfile.ResolvedProfile,
  authenticatedAt: number | undefined,
  now: number,
  timeZone: string
): readonly [Period, ...Array<Period>] => {
  const today = dayAt(now, timeZone)
  const before = (days: number, older?: OlderTransactions): Period => ({
    from: daysBefore(today, days),
    ...(older && { older })
  })
  const { historyBeyond, historyDays } = profile
  const certain = before(certainDays)
  const known = historyDays === undefined ? maxDays : historyDays - 1
  if (historyBeyond !== "NEEDS_SCA") return known > certainDays ? [before(known), certain] : [before(known)]
  const always = before(historyDays === undefined ? certainDays : known, "AUTHENTICATION_REQUIRED")
  return isFresh(profile, authenticatedAt, now) ? [before(maxDays), always, certain] : [always, certain]
}

/**
 * Readings of new transactions overlap by this many days, because banks sometimes book entries late, correct them or
 * change their order.
 */
const overlapDays = 14

/**
 * Returns the day from which to read new transactions, or `undefined` if the last booked transaction is older than what
 * the bank shows.
 */
export const firstNewDay = (bookedOn: string, [{ from }]: ReturnType<typeof historyPeriodsOf>): string | undefined => {
  const day = daysBefore(bookedOn, overlapDays)
  return day > from ? day : undefined
}

/** 4xx statuses that say nothing about the requested period. */
const otherStatuses = [404, 405, 408, 409, 425, 429]

const otherCodes: ReadonlyArray<string | undefined> = [
  "ACCESS_EXCEEDED",
  "PARAMETER_NOT_CONSISTENT",
  "PARAMETER_NOT_SUPPORTED",
  "PSU_CREDENTIALS_INVALID",
  "RESOURCE_UNKNOWN",
  "TOKEN_EXPIRED",
  "TOKEN_INVALID",
  "TOKEN_UNKNOWN"
]

/**
 * Returns what a refusal says about older transactions, or `undefined` if it is not about the period. Banks refuse
 * periods with any 4xx status, even 401 ("Statement requires SCA").
 */
export const olderTransactionsAfter = (fault: AttemptedBankCallError): OlderTransactions | undefined => {
  if (fault._tag !== "BankStatusError" || fault.status < 400 || fault.status >= 500) return undefined
  const { code, meaning, status } = fault
  if (meaning === "NEEDS_SCA") return "AUTHENTICATION_REQUIRED"
  if (meaning === "PERIOD") return "NOT_OFFERED"
  if (meaning !== undefined || otherStatuses.includes(status) || otherCodes.includes(code)) return undefined
  // A 401 whose code concerns neither the consent nor the operator means that the person must authenticate.
  if (status === 401) return isAboutAccount({ code, status: 403 }) ? "AUTHENTICATION_REQUIRED" : undefined
  return isAboutAccount(fault) ? "NOT_OFFERED" : undefined
}
