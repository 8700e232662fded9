/** Monitors at a scripted bank, in virtual time. */
import type { CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { EventStore, Monitors, startPosition } from "@sheaf/ports"
import type { Caller, StoredEvent, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as World from "../collections/World.ts"

const dayMillis = 86_400_000
const runMillis = 10_000

/** The number of looks without progress after which due steps wait for time to pass, as the repetition of a failed call does. */
const maxIdleLooks = 40

/** Lets the service take all steps that are due. */
export const runDueSteps = Effect.gen(function* () {
  yield* World.runPendingWork(5)
  const [sql, now] = [yield* SqlClient.SqlClient, yield* Clock.currentTimeMillis]
  const due = sql`SELECT COUNT(*) AS due, TOTAL(revision) AS revisions, TOTAL(step) AS steps FROM
    (SELECT revision, 0 AS step FROM monitor WHERE due_at <= ${now}
      UNION ALL SELECT revision, step FROM collection WHERE ended_at IS NULL AND due_at <= ${now}) AS due`
  let before = ""
  for (let idle = 0; idle < maxIdleLooks; idle++) {
    const [found] = yield* due
    if (found?.["due"] === 0) break
    const seen = JSON.stringify(found)
    if (seen !== before) idle = 0
    before = seen
    yield* World.runPendingWork(5)
  }
  // A call that uses up a session is under a lease, and not due. It needs real work, but no virtual time.
  yield* sql`SELECT id FROM collection WHERE ended_at IS NULL`.pipe(
    Effect.tap(World.runPendingWork(5)),
    Effect.repeat({ while: ({ length }) => length > 0, times: 20 })
  )
})

const DueRow = Schema.Tuple([Schema.Struct({ dueAt: Schema.NullOr(Schema.Finite) })])
const decodeDue = Schema.decodeUnknownSync(DueRow)

/** Lets time pass from one due time to the next, with time for the service to work at each. */
const passMillis = Effect.fnUntraced(function* (millis: number) {
  const sql = yield* SqlClient.SqlClient
  const until = (yield* Clock.currentTimeMillis) + millis
  yield* runDueSteps
  for (let now = until - millis; now < until; now = yield* Clock.currentTimeMillis) {
    const [{ dueAt }] = decodeDue(yield* sql`SELECT MIN(due_at) AS "dueAt" FROM monitor WHERE due_at IS NOT NULL`)
    yield* TestClock.adjust(Math.min(Math.max((dueAt ?? until) - now, 1), until - now))
    yield* runDueSteps
  }
})

/** Lets a run that is due end. */
export const runOnce = passMillis(runMillis)

export const passDays = (days: number) => passMillis(days * dayMillis)

/** The time of day of the runs in tests, two hours after their start. */
const at = "16:00"

/** Creates a monitor under a consent, or another source, and lets its first run end. */
export const created = Effect.fnUntraced(function* (
  user: UserCaller,
  consentId: string | undefined,
  more: Partial<CreateMonitor> = {}
) {
  const source = consentId === undefined ? {} : { consentId }
  const { monitorId } = yield* (yield* Monitors).create(user, { source, every: "P1D", at, ...more })
  yield* runOnce
  return monitorId
})

export const monitorOf = (caller: Caller, monitorId: string) =>
  Effect.flatMap(Monitors, (monitors) => monitors.read(caller, monitorId))

/** A reader of a monitor's changes, which remembers its place. */
export const readerOf = (caller: Caller, monitorId: string, limit = 100) => {
  let cursor: string | undefined
  return Effect.gen(function* () {
    const monitors = yield* Monitors
    const all: Array<MonitorChange> = []
    for (;;) {
      const page = yield* monitors.changes(caller, monitorId, { limit, ...(cursor !== undefined && { cursor }) })
      const isFirst = cursor === undefined
      cursor = page.next
      all.push(...page.items)
      if (page.items.length === 0 || isFirst) return all
    }
  })
}

/** Returns a client's events about monitors and records. */
export const eventsOf = Effect.fnUntraced(function* ({ clientId }: Caller) {
  const found: Array<StoredEvent> = []
  for (let position = startPosition; ;) {
    const { events, next } = yield* (yield* EventStore).after(clientId, position, { limit: 100 })
    if (events.length === 0) return found
    found.push(...events.filter(({ type }) => /^(?:record|monitor|policy|transactions)\./u.test(type)))
    position = next
  }
})

/** Returns an account with these transactions. */
export const withTransactions = (account: BankAccount, ...ids: ReadonlyArray<string>): BankAccount => ({
  ...account,
  transactions: ids.map((transactionId) => ({
    transactionId,
    bookingDate: "2026-04-01",
    amount: { amount: -100, currency: "SEK" },
    status: transactionId.startsWith("pending") ? "PENDING" : "BOOKED"
  }))
})
