/** How much history a bank shows, according to its profile. */
import { dayAt } from "@sheaf/domain/CalendarDate"
import { timeZones } from "@sheaf/domain/Market"
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { plusDays } from "../../data/Dates.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import { failWith } from "../protocol/TppErrors.ts"

/**
 * Returns `dateFrom`, or fails if it is earlier than the first day of the bank's history in the time zone of the bank's
 * market. Today counts, so 90 days start 89 days ago.
 */
export const checkStart = Effect.fnUntraced(function* (
  { historyBeyond, historyDays }: BankProfile.ResolvedProfile,
  dateFrom: string | undefined
) {
  if (historyDays === undefined || dateFrom === undefined) return dateFrom
  const { bank } = yield* BankRequestContext
  const today = dayAt(yield* Clock.currentTimeMillis, timeZones[bank.market])
  const first = plusDays(today, 1 - historyDays)
  if (dateFrom >= first) return dateFrom
  const text =
    historyBeyond === "NEEDS_SCA"
      ? "Older transactions need another authentication."
      : `The bank has ${historyDays} days.`
  return yield* failWith("PERIOD_INVALID", text, "dateFrom")
})
