/** Monitors as processes: each runs when it is due, and ends with its consent (spec 18). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { ConsentStore, MonitorStore } from "@sheaf/ports"
import type { ConsentView, StoredMonitor } from "@sheaf/ports"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Wait } from "../process/Process.ts"
import * as Runner from "../process/Runner.ts"
import * as MonitorMetrics from "./MonitorMetrics.ts"
import * as MonitorRuns from "./MonitorRuns.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"

export class MonitorRunner extends Context.Service<MonitorRunner, Runner.ProcessRunner>()(
  "@sheaf/application/MonitorRunner"
) {}

/** Returns how a monitor changes once its consent can no longer be used. */
const afterConsent = (monitor: StoredMonitor, consent: Option.Option<ConsentView>, now: number) => {
  const status = Option.map(consent, (view) => ConsentStatus.statusAt(view, now))
  if (Option.exists(status, ConsentStatus.isUsable)) return undefined
  if (!Option.contains(status, "EXPIRED")) return MonitorUpdates.endUpdate(monitor, now, "CONSENT_ENDED")
  return monitor.status === "PERSON_REQUIRED"
    ? MonitorUpdates.silentUpdate(monitor, {}, now)
    : MonitorUpdates.personRequiredUpdate(monitor, now)
}

/** Returns what a due monitor does. */
const nextUpdate = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const { clientId, progress, source, status, terms } = monitor
  if (now >= terms.until) return MonitorUpdates.endUpdate(monitor, now, "UNTIL")
  if (source.consentId !== undefined) {
    const consent = yield* (yield* ConsentStore).find(clientId, source.consentId)
    const ended = afterConsent(monitor, consent, now)
    if (ended !== undefined) return ended
  }
  if (status !== "ACTIVE") return MonitorUpdates.silentUpdate(monitor, {}, now)
  if (progress.running !== undefined) return yield* MonitorRuns.follow(monitor, now, progress.running)
  const noticed = MonitorUpdates.renewalNoticesUpdate(monitor, now)
  if (noticed !== undefined) return noticed
  return progress.runAt <= now ? yield* MonitorRuns.start(monitor, now) : MonitorUpdates.silentUpdate(monitor, {}, now)
})

const takeSteps = Effect.fnUntraced(function* (monitorId: string) {
  const store = yield* MonitorStore
  for (;;) {
    const monitor = Option.getOrUndefined(yield* store.due(monitorId))
    if (monitor === undefined) return { _tag: "End" } satisfies Wait
    const now = yield* Clock.currentTimeMillis
    const millis = monitor.dueAt - now
    if (millis > 0) return { _tag: "Idle", millis } satisfies Wait
    const update = yield* nextUpdate(monitor, now)
    if (!(yield* store.update(monitor, update))) return { _tag: "Overtaken" } satisfies Wait
    if (update.ended !== undefined) yield* MonitorMetrics.countFinishedRun(monitor, update.ended)
  }
})

export const layer = Layer.effect(
  MonitorRunner,
  Effect.suspend(() =>
    Runner.make({ kind: "monitor", idName: "monitorId", takeSteps, giveUp: () => Effect.succeed(false) })
  )
)
