/**
 * A lock that allows only one service per database, because two engines on one database would take every step twice.
 * PostgreSQL releases the lock when its connection ends.
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Layer, Schedule, Schema } from "effect"
import type { Redacted } from "effect"
import { DatabaseUnusable, placeOf, unreachable } from "./Preconditions.ts"

/** The name of the lock, an arbitrary number that no other product is likely to use. */
const lock = 7_235_419_186

/** The longest wait for a previous service that is shutting down. */
const patience = "6 seconds"

const decode = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ taken: Schema.Boolean })]))

/** Takes the lock for the lifetime of the scope. Fails if another service holds the lock. */
const take = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const session = yield* PgConnection.make({ url, applicationName: "sheaf lock", keepAlive: "10 seconds" })
  const { rows } = yield* session.query(`SELECT pg_try_advisory_lock(${lock}) AS taken`)
  const [{ taken }] = decode(rows)
  if (taken) return session
  return yield* new DatabaseUnusable({
    message: `DATABASE_URL: another process serves ${placeOf(url)}: stop that process, or use another database`
  })
})

/** Holds the lock until the connection is lost. */
const hold = (session: PgConnection.PgConnection) =>
  Effect.repeat(session.query("SELECT 1"), Schedule.spaced("5 seconds"))

const whileOpen = Effect.fnUntraced(function* (url: Redacted.Redacted, first: PgConnection.PgConnection) {
  yield* Effect.ignore(hold(first))
  const again = Effect.scoped(Effect.flatMap(take(url), hold))
  yield* Effect.retry(
    Effect.tapError(again, ({ message }) => Effect.logWarning("lost the lock on the database; will retry", message)),
    Schedule.spaced("1 second")
  )
})

/** Holds the lock for the lifetime of the layer, and takes it again after an outage of the database. */
export const layer = (url: Redacted.Redacted) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const session = yield* take(url).pipe(
        Effect.retry({
          schedule: Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: patience })),
          while: ({ _tag }) => _tag === "DatabaseUnusable"
        }),
        Effect.catchTag("SqlError", unreachable(url))
      )
      yield* Effect.forkScoped(whileOpen(url, session))
    })
  )
