/** Measures how many of a pool's connections are in use and how long callers wait for one (spec 14.5). */
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Instrument } from "@sheaf/ports"
import { Effect, Metric } from "effect"
import type { Scope } from "effect"
import type { SqlError } from "effect/sql"

const pool = "db.client.connection.pool.name"

const used = Instrument.gauge({
  name: "db.client.connection.used",
  unit: "{connection}",
  description: "Checkouts of database connections that are in use. Several reads can share a connection.",
  labels: [pool]
})
const max = Instrument.gauge({
  name: "db.client.connection.max",
  unit: "{connection}",
  description: "The largest number of database connections.",
  labels: [pool]
})
const waits = Instrument.durationHistogram({
  name: "db.client.connection.wait_time",
  description: "Duration of waits for a database connection.",
  labels: [pool]
})

type PoolLease = Effect.Effect<PgConnection.PgConnection, SqlError.SqlError, Scope.Scope>

export const measurePool = Effect.fnUntraced(function* (name: string, own: PgPool.PgPool) {
  const labels = { [pool]: name } as const
  let inUse = 0
  yield* Instrument.observeGauge(used(labels), () => inUse)
  yield* Metric.update(max(labels), own.config.maxConnections ?? 0)
  const counted = (checkout: PoolLease): PoolLease =>
    Effect.tap(
      Instrument.measureDuration(checkout, () => waits(labels)),
      Effect.acquireRelease(
        Effect.sync(() => inUse++),
        () => Effect.sync(() => inUse--)
      )
    )
  return {
    ...own,
    get: counted(own.get),
    reserve: counted(own.reserve),
    use: (run) =>
      own.use((connection) =>
        Effect.ensuring(
          Effect.suspend(() => {
            inUse++
            return run(connection)
          }),
          Effect.sync(() => inUse--)
        )
      )
  } satisfies PgPool.PgPool
})
