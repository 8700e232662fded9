/** Monitors at a scripted bank, in virtual time. */
import type { CreateMonitor } from "@sheaf/domain/CreateMonitor"
import type { MonitorChange } from "@sheaf/domain/MonitorChange"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { EventStore, Monitors, startPosition } from "@sheaf/ports"
import type { Caller, StoredEvent, UserCaller } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as World from "../collections/World.ts"

const dayMillis = 86_400_000
const stepMillis = 3_600_000
const runMillis = 10_000

/** Lets the service take all steps that are due. */
export const runDueSteps = Effect.gen(function* () {
  yield* World.runPendingWork(5)
  const [sql, now] = [yield* SqlClient.SqlClient, yield* Clock.currentTimeMillis]
  yield* sql`SELECT id FROM monitor WHERE due_at <= ${now}
    UNION SELECT id FROM collection WHERE ended_at IS NULL AND due_at <= ${now}`.pipe(
    Effect.tap(World.runPendingWork(5)),
    Effect.repeat({ while: ({ length }) => length > 0, times: 2_000 })
  )
})

/** Lets a run that is due end. */
export const runOnce = Effect.gen(function* () {
  for (let left = runMillis; left > 0; left -= 2_000) {
    yield* runDueSteps
    yield* TestClock.adjust(2_000)
  }
  yield* runDueSteps
})

/** Lets time pass, with time for each run to end. */
export const passMillis = Effect.fnUntraced(function* (millis: number) {
  const until = (yield* Clock.currentTimeMillis) + millis
  for (let now = until - millis; now < until; now = yield* Clock.currentTimeMillis) {
    yield* TestClock.adjust(Math.min(stepMillis, until - now))
    yield* runDueSteps
    if ((yield* Clock.currentTimeMillis) < until) yield* runOnce
  }
})

export const passDays = (days: number) => passMillis(days * dayMillis)

/** The time of day of the runs in tests, two hours after their start. */
const at = "16:00"

/** Creates a monitor and lets its first run end. */
export const created = Effect.fnUntraced(function* (
  user: UserCaller,
  consentId: string,
  more: Partial<CreateMonitor> = {}
) {
  const { monitorId } = yield* (yield* Monitors).create(user, { source: { consentId }, every: "P1D", at, ...more })
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
