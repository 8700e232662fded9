/** Abandons processes that cannot be read, so that none waits forever. */
import { Instrument, StoreError } from "@sheaf/ports"
import type { ProcessKind, ProcessOutline, ProcessStore } from "@sheaf/ports"
import { Cause, Clock, Effect, Metric, Option } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"

/** Returns true if a retry would fail too. Only an unavailable store or a shutdown is a reason to retry. */
export const isUnreadable = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Cause.squash(cause)
  return !(failure instanceof StoreError && failure.reason === "UNAVAILABLE") && !Cause.hasInterrupts(cause)
}

const abandoned = Instrument.counter({
  name: "sheaf.processes.abandoned",
  unit: "{process}",
  description: "Collections and consents that Sheaf abandoned, because no key can open them.",
  labels: ["process"]
})

export interface AbandonableProcess<Outline extends ProcessOutline, End, R> {
  readonly kind: ProcessKind
  readonly idName: string
  readonly store: Effect.Effect<ProcessStore<Outline, End>, never, R>
  /** Returns true if an unreadable process should be kept, in case an operator restores its key. */
  readonly isKept: (outline: Outline, now: number) => Effect.Effect<boolean, StoreError, R>
  readonly abandoned: (outline: Outline, at: number) => End
}

export const abandon = Effect.fnUntraced(function* <Outline extends ProcessOutline, End, R>(
  { abandoned: endOf, idName, kind, store: storeOf }: AbandonableProcess<Outline, End, R>,
  id: string,
  cause: Cause.Cause<unknown>
) {
  const store = yield* storeOf
  const outline = yield* store.outline(id)
  if (Option.isNone(outline)) return
  if (!(yield* store.abandon(outline.value, endOf(outline.value, yield* Clock.currentTimeMillis)))) return
  yield* Metric.update(abandoned({ process: kind }), 1)
  yield* Effect.logError(`${kind} abandoned because it cannot be read; its company or bank was not notified`).pipe(
    withFailureAnnotations(cause, { [idName]: id })
  )
})

export const make = Effect.fnUntraced(function* <Outline extends ProcessOutline, End, R>(
  process: AbandonableProcess<Outline, End, R>
) {
  // Counters start at 0, so that Prometheus sees an increase at the first abandoned process.
  yield* Metric.update(abandoned({ process: process.kind }), 0)
  return Effect.fnUntraced(function* (id: string, cause: Cause.Cause<unknown>) {
    const outline = yield* (yield* process.store).outline(id)
    if (Option.isNone(outline)) return true
    if (yield* process.isKept(outline.value, yield* Clock.currentTimeMillis)) return false
    yield* abandon(process, id, cause)
    return true
  })
})
