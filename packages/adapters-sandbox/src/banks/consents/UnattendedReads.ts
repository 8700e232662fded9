/** Counts reads in the person's absence, by consent, resource and day (NextGenPSD2 1.3.11, frequencyPerDay). */
import { dayAt } from "@sheaf/domain/CalendarDate"
import { timeZones } from "@sheaf/domain/Market"
import { Clock, Context, Effect, Layer } from "effect"
import * as BoundedMap from "../../storage/BoundedMap.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import { failWith } from "../protocol/TppErrors.ts"

/** The maximum number of counters. They are reset when the bank restarts. */
const capacity = 10_000

export const make = () => BoundedMap.make<number>(capacity)

export class UnattendedReads extends Context.Service<UnattendedReads, ReturnType<typeof make>>()(
  "@sheaf/adapters-sandbox/UnattendedReads"
) {}

export const layer = Layer.sync(UnattendedReads, make)

/**
 * Counts a read. Fails with ACCESS_EXCEEDED if the consent allows no more reads today, in the time zone of the bank's
 * market.
 */
export const countRead = Effect.fnUntraced(function* (consentId: string, resource: string, frequencyPerDay: number) {
  const reads = yield* UnattendedReads
  const { bank } = yield* BankRequestContext
  const today = dayAt(yield* Clock.currentTimeMillis, timeZones[bank.market])
  const key = JSON.stringify([consentId, resource, today])
  const before = reads.get(key) ?? 0
  if (before >= frequencyPerDay)
    yield* failWith("ACCESS_EXCEEDED", `The consent allows ${frequencyPerDay} reads a day.`)
  reads.set(key, before + 1)
})
