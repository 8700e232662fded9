/**
 * The monitor's changes since a cursor, each reported once and in order (spec 18). Without a cursor, returns everything
 * that the monitor knows, so a client can start over after a long absence.
 */
import { ChangesExpired, MonitorNotFound, MonitorStore, owns, Sealer } from "@sheaf/ports"
import type { Caller, RunFindings, ChangesRequest, StoredMonitor } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import * as ListCursor from "../requests/ListCursor.ts"
import { Retention } from "../settings/Retention.ts"
import * as MonitorRecords from "./MonitorRecords.ts"
import * as Presenter from "./Presenter.ts"

/**
 * Where the next page starts. `from` is the next run to show, and `skip` is the number of that run's changes that were
 * shown. The cursor's age counts from `at`: the time of the oldest remaining run or, if no changes are left, the time
 * at which the page was made.
 */
const Cursor = Schema.Struct({ from: Schema.Int, skip: Schema.Int, at: Schema.Finite })
type Cursor = typeof Cursor.Type

export const findOwnIn = (store: MonitorStore["Service"]) =>
  Effect.fnUntraced(function* (caller: Caller, monitorId: string) {
    const found = yield* Effect.orDie(store.find(caller.clientId, monitorId))
    return Option.isSome(found) && owns(caller, found.value) ? found.value : yield* new MonitorNotFound()
  })

const listOf = ({ clientId, monitorId }: StoredMonitor): ListCursor.ListKey => ({
  tenant: clientId,
  list: ["monitor-changes", monitorId]
})

/**
 * Returns a page of changes from these runs, and a cursor for the next page. If no changes are left, the cursor is
 * `rest`. Otherwise, the cursor contains the time of the oldest remaining run, because it expires together with that
 * run.
 */
const pageOf = (runs: ReadonlyArray<RunFindings>, { from, skip }: Cursor, limit: number, rest: Cursor) => {
  const left = runs
    .flatMap((run) => run.changes.map((change, index) => ({ run, index, change })))
    .filter(({ index, run }) => run.run > from || index >= skip)
  const shown = left.slice(0, limit)
  const next = left[limit]
  return {
    items: shown.map(({ change, run }) => Presenter.presentChange(run, change)),
    next: next === undefined ? rest : { from: next.run.run, skip: next.index, at: next.run.at }
  }
}

export const make = Effect.gen(function* () {
  const store = yield* MonitorStore
  const { events: retention } = yield* Retention
  const cursors = ListCursor.makeCursors(yield* Sealer, Cursor)

  const find = findOwnIn(store)

  /** Reads what a monitor knows about its records. If a run has changed the monitor in the meantime, reads again. */
  const knownOf = Effect.fnUntraced(function* (caller: Caller, monitor: StoredMonitor) {
    for (let before = monitor; ;) {
      const known = yield* Effect.orDie(store.knowledge(before.clientId, before.monitorId))
      const after = yield* find(caller, before.monitorId)
      if (after.progress.runs === before.progress.runs && after.status === before.status)
        return { monitor: after, known }
      before = after
    }
  })

  const first = Effect.fnUntraced(function* (caller: Caller, found: StoredMonitor, now: number) {
    const { known, monitor } = yield* knownOf(caller, found)
    const { lastRun, runs } = monitor.progress
    const run = lastRun?.outcome === "FAILED" ? { at: lastRun.at } : (lastRun ?? { at: now })
    const items = Option.match(known, { onNone: () => [], onSome: MonitorRecords.baselineChangesOf })
    const next = yield* cursors.write(listOf(monitor), { from: runs + 1, skip: 0, at: now })
    return { items: items.map((change) => Presenter.presentChange(run, change)), next }
  })

  return Effect.fnUntraced(function* (caller: Caller, monitorId: string, { cursor: text, limit }: ChangesRequest) {
    const monitor = yield* find(caller, monitorId)
    const now = yield* Clock.currentTimeMillis
    if (text === undefined) return yield* first(caller, monitor, now)
    const cursor = yield* cursors.read(listOf(monitor), text)
    const end = monitor.progress.runs + 1
    if (cursor.at < now - retention && cursor.from < end) return yield* new ChangesExpired()
    // Runs that end after the monitor was read belong on a later page.
    const runs = (yield* Effect.orDie(store.runs(monitor, cursor.from, limit + 1))).filter(({ run }) => run < end)
    const last = runs.length > limit ? runs.at(-1) : undefined
    const rest = last === undefined ? { from: end, skip: 0, at: now } : { from: last.run + 1, skip: 0, at: last.at }
    const { items, next } = pageOf(runs, cursor, limit, rest)
    return { items, next: yield* cursors.write(listOf(monitor), next) }
  })
})
