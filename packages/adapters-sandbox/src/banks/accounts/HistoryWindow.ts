/** How much history a bank shows, according to its profile. */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { dayOf } from "../ConsentRecord.ts"
import { failWith } from "../protocol/TppErrors.ts"

/**
 * Returns the first day of the history. Fails if the request begins earlier. Today counts as a day, so a history of 90
 * days begins 89 days ago.
 */
export const checkStart = Effect.fnUntraced(function* (
  { historyBeyond, historyDays }: BankProfile.ResolvedProfile,
  dateFrom: string | undefined
) {
  if (historyDays === undefined || dateFrom === undefined) return dateFrom
  const first = dayOf((yield* Clock.currentTimeMillis) - (historyDays - 1) * dayMillis)
  if (dateFrom >= first) return dateFrom
  const text =
    historyBeyond === "NEEDS_SCA"
      ? "Older transactions need another authentication."
      : `The bank has ${historyDays} days.`
  return yield* failWith("PERIOD_INVALID", text, "dateFrom")
})
