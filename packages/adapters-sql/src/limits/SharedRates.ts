/**
 * Rates that all nodes count together in the database, such as the rate of starts (spec 8). Requests that arrive while
 * a statement runs are counted by the next statement. Row locks are held only for one statement, so a node with a busy
 * event loop does not delay requests on other nodes.
 */
import * as RateLimit from "@sheaf/domain/RateLimit"
import type { Counters, StoreError } from "@sheaf/ports"
import { Clock, Deferred, Effect, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { runStatement } from "../database/Dialect.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { statement } from "../unitsOfWork/Statement.ts"

/** The `taken` column contains the number of requests that the last statement allowed. */
export const tableStatements = [
  "CREATE UNLOGGED TABLE IF NOT EXISTS rate_state (name TEXT, key TEXT, full_at double precision, PRIMARY KEY (name, key))",
  "ALTER TABLE rate_state ADD COLUMN IF NOT EXISTS taken integer NOT NULL DEFAULT 0"
]

interface State {
  readonly key: string
  readonly full_at: number
  readonly taken: number
}

interface Waiting {
  readonly rate: RateLimit.RateLimit
  readonly keys: Map<string, Array<Deferred.Deferred<RateLimit.RateLimitResult, StoreError>>>
}

/**
 * Counts requests by the rules of {@link RateLimit.take}. Processes the keys in sorted order, so that all nodes lock
 * the rows in the same order.
 */
const exchange = ({ keys, rate: { name, quota, windowMillis } }: Waiting, now: number) => {
  const requested = JSON.stringify([...keys].map(([key, { length }]) => ({ key, requests: Math.min(length, quota) })))
  const pause = windowMillis / quota
  const since = statement`least(greatest(rate_state.full_at, ${now}), ${now + windowMillis})`
  const free = statement`floor((${now + windowMillis + RateLimit.roundingToleranceMillis} - ${since}) / ${pause})`
  const allowed = statement`CAST(least(excluded.taken, ${free}) AS integer)`
  return statement<State>`INSERT INTO rate_state (name, key, full_at, taken)
    SELECT ${name}, key, ${now} + requests * ${pause}, requests
      FROM json_to_recordset(CAST(CAST(${requested} AS text) AS json)) AS requested (key text, requests integer) ORDER BY key
    ON CONFLICT (name, key) DO UPDATE SET full_at = ${since} + ${allowed} * ${pause}, taken = ${allowed}
    RETURNING key, full_at, taken`
}

export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const waiting = new Map<string, Waiting>()
  const hasWaiting = Latch.makeUnsafe(false)

  const count = Effect.fnUntraced(function* (requests: Waiting) {
    const now = yield* Clock.currentTimeMillis
    const states = yield* runStatement(sql, exchange(requests, now)).pipe(mapToStoreError("count"))
    const { keys, rate } = requests
    const pause = rate.windowMillis / rate.quota
    for (const { full_at, key, taken } of states) {
      keys.get(key)?.forEach((result, index) => {
        const isAllowed = index < taken
        const fullAt = isAllowed ? full_at - (taken - 1 - index) * pause : full_at
        Deferred.doneUnsafe(result, Effect.succeed(RateLimit.rateLimitResultOf(rate, isAllowed, fullAt, now)))
      })
    }
  })

  const fail = ({ keys }: Waiting, error: StoreError) =>
    Effect.sync(() => {
      for (const result of [...keys.values()].flat()) Deferred.doneUnsafe(result, Effect.fail(error))
    })

  const countWaiting = Effect.gen(function* () {
    yield* hasWaiting.await
    hasWaiting.closeUnsafe()
    const all = [...waiting.values()]
    waiting.clear()
    for (const requests of all) yield* Effect.catch(count(requests), (error) => fail(requests, error))
  })
  yield* Effect.forkScoped(Effect.forever(countWaiting))

  const take: Counters["Service"]["take"] = (rate, key) =>
    Effect.suspend(() => {
      const result = Deferred.makeUnsafe<RateLimit.RateLimitResult, StoreError>()
      const { keys } = waiting.get(rate.name) ?? { keys: new Map<string, Array<typeof result>>() }
      waiting.set(rate.name, { rate, keys })
      const results = keys.get(key) ?? []
      keys.set(key, results)
      results.push(result)
      hasWaiting.openUnsafe()
      return Effect.orDie(Deferred.await(result))
    })

  const refund: Counters["Service"]["refund"] = ({ name, quota, windowMillis }, key) =>
    runStatement(
      sql,
      statement`UPDATE rate_state SET full_at = full_at - ${windowMillis / quota} WHERE name = ${name} AND key = ${key}`
    ).pipe(mapToStoreError("count"), Effect.orDie, Effect.asVoid)

  return { take, refund }
})
