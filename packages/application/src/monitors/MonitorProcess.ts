/**
 * Runs monitors as processes, each when it is due (spec 18). A monitor ends at its `until` time, or when its consent
 * ends. If the consent has only expired, the monitor waits for the person.
 */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { ConsentStore, MonitorStore } from "@sheaf/ports"
import type { ConsentView, MonitorUpdate, StoredMonitor } from "@sheaf/ports"
import { Clock, Effect, Equal, Layer, Option } from "effect"
import { isolateFailure } from "../process/BackgroundTask.ts"
import type { Wait } from "../process/Process.ts"
import * as Runner from "../process/Runner.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import { Retention } from "../settings/Retention.ts"
import * as MonitorMetrics from "./MonitorMetrics.ts"
import * as MonitorRuns from "./MonitorRuns.ts"
import * as MonitorUpdates from "./MonitorUpdates.ts"
import { MonitorRunner } from "../process/MonitorRunner.ts"

const afterConsent = (monitor: StoredMonitor, consent: Option.Option<ConsentView>, now: number) => {
  const status = Option.map(consent, (view) => ConsentStatus.statusAt(view, now))
  if (Option.exists(status, ConsentStatus.isUsable)) return undefined
  if (!Option.contains(status, "EXPIRED")) return MonitorUpdates.endUpdate(monitor, now, "CONSENT_ENDED")
  return monitor.status === "PERSON_REQUIRED"
    ? MonitorUpdates.silentUpdate(monitor, {}, now)
    : MonitorUpdates.personRequiredUpdate(monitor, now)
}

const afterPermission = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const { clientId, renewal, source, terms } = monitor
  if (now >= terms.until) return MonitorUpdates.endUpdate(monitor, now, "UNTIL")
  if (source.consentId !== undefined) {
    return afterConsent(monitor, yield* (yield* ConsentStore).find(clientId, source.consentId), now)
  }
  const isForbidden =
    renewal?._tag === "Credentials" && (yield* StartCheck.credentialRetentionFor(clientId)) === undefined
  return isForbidden ? MonitorUpdates.personRequiredUpdate(monitor, now) : undefined
})

const nextUpdate = Effect.fnUntraced(function* (monitor: StoredMonitor, now: number) {
  const { progress, status } = monitor
  const stopped = yield* afterPermission(monitor, now)
  if (stopped !== undefined) {
    yield* MonitorRuns.abandonRun(monitor, stopped)
    return stopped
  }
  if (progress.running !== undefined) return yield* MonitorRuns.follow(monitor, now, progress.running)
  if (status !== "ACTIVE") return MonitorUpdates.silentUpdate(monitor, {}, now)
  const noticed = MonitorUpdates.renewalNoticesUpdate(monitor, now)
  if (noticed !== undefined) return noticed
  return progress.runAt <= now ? yield* MonitorRuns.start(monitor, now) : MonitorUpdates.silentUpdate(monitor, {}, now)
})

/**
 * Ends a run that has just started but could not be recorded, because somebody has ended or paused the monitor or
 * changed its source. After any other change, leaves the run alone: the monitor's next step starts the same run again
 * and can then record it.
 */
const abandonUnwantedRun = Effect.fnUntraced(function* (monitor: StoredMonitor, { progress }: MonitorUpdate) {
  if (progress.running === undefined || monitor.progress.running !== undefined) return
  const found = Option.getOrUndefined(yield* (yield* MonitorStore).due(monitor.monitorId))
  if (found?.status === "ACTIVE" && Equal.equals(found.source, monitor.source)) return
  yield* MonitorRuns.abandonRun({ ...monitor, progress }, { ...monitor, ...found })
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
    if (!(yield* store.update(monitor, update))) {
      yield* abandonUnwantedRun(monitor, update)
      return { _tag: "Overtaken" } satisfies Wait
    }
    if (update.ended !== undefined) yield* MonitorMetrics.countFinishedRun(monitor, update.ended)
    if (update.endedAt === undefined && update.dueAt > now) {
      return { _tag: "Idle", millis: update.dueAt - now } satisfies Wait
    }
  }
})

/**
 * If the operator no longer allows Sheaf to store usernames and passwords, schedules each monitor that still has stored
 * credentials, so that its next step erases them.
 */
const eraseForbiddenCredentials = Effect.gen(function* () {
  const { credentials } = yield* Retention
  if (credentials === undefined) yield* (yield* MonitorStore).makeCredentialsDue(yield* Clock.currentTimeMillis)
})

export const layer = Layer.effect(
  MonitorRunner,
  Effect.andThen(
    isolateFailure({ task: "erase stored credentials" })(eraseForbiddenCredentials),
    Effect.suspend(() =>
      Runner.make({ kind: "monitor", idName: "monitorId", takeSteps, giveUp: () => Effect.succeed(false) })
    )
  )
)
