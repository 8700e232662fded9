/**
 * Units on PostgreSQL. Each unit is a transaction of its own, because PostgreSQL combines the flushes of concurrent
 * commits itself.
 */
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import { Isolation } from "../database/Isolation.ts"
import { Around } from "../units/Around.ts"
import { numbered } from "../units/Placeholders.ts"
import type { Statement } from "../units/Statement.ts"
import type { Unit, Units } from "../units/Units.ts"
import { bind, committed } from "./PostgresClient.ts"
import * as Transacting from "./Transacting.ts"

/** Runs a unit's next part. A unit that throws fails, so that its transaction is rolled back. */
const proceed = <A>(next: () => IteratorResult<Statement, A>) =>
  Effect.try({ try: next, catch: (cause) => Transacting.failed(cause, "execute") })

const inTransaction = Effect.fnUntraced(function* <A>(session: PgConnection.PgConnection, unit: Unit<A>) {
  const statements = unit()
  let next = yield* proceed(() => statements.next())
  while (next.done !== true) {
    const { text, values } = next.value
    const { rows } = yield* session.query(numbered(text), values.map(bind))
    // The type of the rows depends on the statement.
    next = yield* proceed(() => statements.next(rows as never))
  }
  return next.value
})

/** Runs units on sessions of `pool`. Running a unit inside a transaction of the same fiber is a defect. */
export const make = (pool: PgPool.PgPool, isInTransaction: Effect.Effect<boolean>): Units["Service"] => {
  const acquire = Transacting.orExhausted(pool.reserve)

  const once = <A>(unit: Unit<A>, isolation: Isolation) =>
    Effect.scoped(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const session = yield* restore(acquire)
          yield* session.query(Transacting.begin(isolation))
          const exit = yield* Effect.exit(restore(inTransaction(session, unit)))
          if (Exit.isSuccess(exit)) yield* Effect.flatMap(session.query("COMMIT"), committed)
          // If the connection is lost, the server rolls back.
          else yield* Effect.ignore(session.query("ROLLBACK"))
          return yield* exit
        })
      )
    )

  return {
    run: <A>(unit: Unit<A>) =>
      Effect.flatMap(isInTransaction, (isNested) =>
        isNested
          ? Effect.die(new Error("a unit of work cannot run inside another transaction"))
          : Effect.withFiber<A, SqlError.SqlError>((fiber) =>
              Transacting.repeated(once(fiber.getRef(Around)(unit), fiber.getRef(Isolation)))
            )
      )
  }
}
