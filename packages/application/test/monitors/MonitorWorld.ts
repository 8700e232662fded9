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

/**
 * If this many checks in a row see no progress, the due steps are waiting for virtual time to pass, for example before
 * they retry a failed call.
 */
const maxIdleLooks = 40

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
  // Also waits for calls that use up a company's session. During such a call, the collection holds a lease and is not
  // due. The call needs real time, but no virtual time.
  yield* sql`SELECT id FROM collection WHERE ended_at IS NULL`.pipe(
    Effect.tap(World.runPendingWork(5)),
    Effect.repeat({ while: ({ length }) => length > 0, times: 20 })
  )
})

const DueRow = Schema.Tuple([Schema.Struct({ dueAt: Schema.NullOr(Schema.Finite) })])
const decodeDue = Schema.decodeUnknownSync(DueRow)

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

export const runOnce = passMillis(runMillis)

export const passDays = (days: number) => passMillis(days * dayMillis)

const at = "16:00"

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

export const eventsOf = Effect.fnUntraced(function* ({ clientId }: Caller) {
  const found: Array<StoredEvent> = []
  for (let position = startPosition; ;) {
    const { events, next } = yield* (yield* EventStore).after(clientId, position, { limit: 100 })
    if (events.length === 0) return found
    found.push(...events.filter(({ type }) => /^(?:record|monitor|policy|transactions)\./u.test(type)))
    position = next
  }
})

export const withTransactions = (account: BankAccount, ...ids: ReadonlyArray<string>): BankAccount => ({
  ...account,
  transactions: ids.map((transactionId) => ({
    transactionId,
    bookingDate: "2026-04-01",
    amount: { amount: -100, currency: "SEK" },
    status: transactionId.startsWith("pending") ? "PENDING" : "BOOKED"
  }))
})
