/** Counts how many more readings a bank allows in the person's absence (spec 2.3). */
import type { CompanyId } from "@sheaf/domain/Company"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import { AccountHoldingBanks, ConsentStore, UnattendedLimitExceeded } from "@sheaf/ports"
import type { UnattendedReading } from "@sheaf/ports"
import { Effect, Option } from "effect"

export const ruleOf = Effect.fnUntraced(function* (company: CompanyId) {
  const bank = yield* (yield* AccountHoldingBanks).find(company)
  // If a bank is no longer configured, the default does no harm, because nobody reads from that bank.
  return Option.getOrUndefined(bank)?.frequency ?? { perDay: UnattendedReadings.defaultPerDay }
})

export const quotaOf = Effect.fnUntraced(function* (
  consentId: string,
  rule: UnattendedReadings.ReadingRule,
  now: number
) {
  const since = UnattendedReadings.windowStart(rule, now)
  const uses = yield* Effect.orDie((yield* ConsentStore).unattendedUses(consentId, since))
  return UnattendedReadings.quotaOf(rule, uses, now)
})

export const limitError = Effect.fnUntraced(function* (reading: UnattendedReading | undefined, now: number) {
  const quota = reading && (yield* quotaOf(reading.consentId, reading.rule, now))
  const waitMillis = (quota?.nextAt ?? now + dayMillis) - now
  return yield* new UnattendedLimitExceeded({ retryAfterSeconds: Math.ceil(waitMillis / 1000) })
})
