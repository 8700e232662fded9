/** The monitors that a visitor of the Connect page can see (spec 13, 18). */
import type { ConnectMonitorChanges, ConnectPermittedMonitor } from "@sheaf/domain/ConnectMonitor"
import { isSessionConfirmed, MonitorNotFound, MonitorStore } from "@sheaf/ports"
import type { ConnectVisitor, RunFindings, StoredMonitor } from "@sheaf/ports"
import { Effect, Option, Struct } from "effect"
import * as MonitorPresenter from "../monitors/Presenter.ts"
import { timestampOf } from "../views/Display.ts"

/** The maximum number of monitors on the page. Users have far fewer, and ended ones are erased after 30 days. */
const maxMonitors = 1_000

/** How many past runs the page searches for changes. Runs are kept for 30 days, and there is about one run a day. */
const runsBack = 60

/**
 * Returns the monitors that the visitor can see, newest first. A session for PERMISSIONS shows all of the user's
 * monitors. Any other session shows only its own monitor, and only after the client has confirmed the session, because
 * until then the visitor may be a stranger.
 */
export const monitorsOf = Effect.fnUntraced(function* ({ caller, session }: ConnectVisitor) {
  const { clientId, userId } = caller
  const store = yield* MonitorStore
  if (userId === undefined) return []
  if (session.purpose === "PERMISSIONS")
    return yield* Effect.orDie(store.list({ clientId, userId, limit: maxMonitors }))
  const { permitted } = session.progress
  if (permitted === undefined || !isSessionConfirmed(session)) return []
  return Option.toArray(yield* Effect.orDie(store.find(clientId, permitted.monitorId)))
})

export const requireSeen = Effect.fnUntraced(function* (visitor: ConnectVisitor, monitorId: string) {
  const found = yield* monitorsOf(visitor)
  if (found.some((monitor) => monitor.monitorId === monitorId)) return Struct.omit(visitor.caller, ["connectSessionId"])
  return yield* new MonitorNotFound()
})

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

const inNumbers = ({ at, changes }: RunFindings): ConnectMonitorChanges => {
  const counted = (change: "ADDED" | "REMOVED") =>
    sum(changes.flatMap((each) => (each.change === change ? [each.count] : [])))
  const changed = changes.filter((each) => each.change === "CHANGED")
  return {
    at: timestampOf(at),
    added: counted("ADDED"),
    changed: changed.length,
    removed: counted("REMOVED"),
    transactions: sum(changes.flatMap((each) => (each.change === "TRANSACTIONS" ? [each.booked + each.pending] : []))),
    groups: [...new Set(changed.flatMap(({ groups }) => groups))]
  }
}

const lastChangesOf = Effect.fnUntraced(function* (monitor: StoredMonitor) {
  const from = Math.max(1, monitor.progress.runs - runsBack)
  const runs = yield* Effect.orDie((yield* MonitorStore).runs(monitor, from, runsBack + 1))
  const last = runs.at(-1)
  return last && inNumbers(last)
})

export const keptCredentialsOf = ({ renewal }: StoredMonitor) =>
  renewal?._tag === "Credentials" ? { credentialsKeptUntil: timestampOf(renewal.keptUntil) } : {}

/** Returns what the person sees about a monitor: numbers, group names, and the end dates that the monitor stores. */
export const presentToPerson = Effect.fnUntraced(function* (
  monitor: StoredMonitor,
  nameOf: (company: string) => string,
  now: number
) {
  const lastChanges = yield* lastChangesOf(monitor)
  const { products, pausedByPerson = false, ...shown } = MonitorPresenter.presentMonitor(monitor, now)
  const permitted: ConnectPermittedMonitor = {
    ...Struct.pick(shown, ["monitorId", "company", "status", "createdAt", "every", "timeZone", "until"]),
    ...Struct.pick(shown, ["at", "nextRunAt", "lastRun", "endedAt"]),
    companyDisplayName: nameOf(monitor.company),
    products: products ?? monitor.terms.offered,
    ...(lastChanges && { lastChanges }),
    ...keptCredentialsOf(monitor),
    policyEnds: [...new Set(Object.values(monitor.progress.ends).map(({ endDate }) => endDate))].toSorted(),
    pausedByPerson
  }
  return permitted
})
