/** The monitors that run under a consent (spec 18). */
import { MonitorStore } from "@sheaf/ports"
import type { ConsentView } from "@sheaf/ports"
import { Effect } from "effect"
import { MonitorRunner } from "../process/MonitorRunner.ts"

/** The maximum number of a user's monitors that are searched. Users have far fewer. */
const maxMonitors = 1_000

/**
 * Wakes the monitors of a consent that has just ended, and waits until they have taken their last step. Without this
 * call, the monitors would look active until the next search for due processes.
 */
export const endWithConsent = Effect.fnUntraced(function* ({
  clientId,
  consentId,
  userId
}: Pick<ConsentView, "clientId" | "consentId" | "userId">) {
  const runner = yield* MonitorRunner
  const statusIn = ["ACTIVE", "PAUSED", "PERSON_REQUIRED"] as const
  const monitors = yield* (yield* MonitorStore).list({ clientId, userId, statusIn, limit: maxMonitors })
  const own = monitors.filter(({ source }) => source.consentId === consentId)
  for (const { monitorId } of own) runner.wake(monitorId)
  yield* Effect.forEach(own, ({ monitorId }) => runner.settled(monitorId))
})
