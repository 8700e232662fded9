/**
 * Units on PostgreSQL. Each unit is a transaction of its own, because PostgreSQL combines the flushes of concurrent
 * commits itself. Statements whose rows the unit ignores, BEGIN and COMMIT share a round trip with their neighbors.
 */
import type { PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, Exit } from "effect"
import type { SqlError } from "effect/sql"
import { Isolation } from "../database/Isolation.ts"
import { Around } from "../units/Around.ts"
import { numbered } from "../units/Placeholders.ts"
import { literal } from "../units/Statement.ts"
import type { Statement } from "../units/Statement.ts"
import type { Unit, Units } from "../units/Units.ts"
import { bind, committed } from "./PostgresClient.ts"
import * as Transacting from "./Transacting.ts"

/** Runs the next part of a unit. If the unit throws, it fails, so that its transaction is rolled back. */
const proceed = <A>(next: () => IteratorResult<Statement, A>) =>
  Effect.try({ try: next, catch: (cause) => Transacting.failed(cause, "execute") })

const commit = literal("COMMIT")

/**
 * Sends statements together, and returns the result of the last one. Fails with the error of the first statement that
 * fails.
 */
const sendAll = (session: PgConnection.PgConnection, statements: ReadonlyArray<Statement>) =>
  Effect.forEach(statements, ({ text, values }) => session.query(numbered(text), values.map(bind)), {
    concurrency: "unbounded"
  }).pipe(Effect.map((results) => results.at(-1)))

/**
 * Runs a unit's statements after `opening`. Sends statements whose rows are ignored together with the next one. Returns
 * the result, and the statements that have not been sent yet.
 */
const inTransaction = Effect.fnUntraced(function* <A>(
  session: PgConnection.PgConnection,
  unit: Unit<A>,
  opening: Statement
) {
  const statements = unit()
  let unsent = [opening]
  let next = yield* proceed(() => statements.next())
  while (next.done !== true) {
    unsent.push(next.value)
    let rows: ReadonlyArray<unknown> = []
    if (next.value.isRead) {
      rows = (yield* sendAll(session, unsent))?.rows ?? []
      unsent = []
    }
    // The type of the rows depends on the statement.
    next = yield* proceed(() => statements.next(rows as never))
  }
  return { result: next.value, unsent }
})

/**
 * Runs units on sessions of `pool`, which must send concurrent statements of a session together, and must lend each
 * session to one unit at a time. It is a defect to run a unit inside a transaction of the same fiber.
 */
export const make = (pool: PgPool.PgPool, isInTransaction: Effect.Effect<boolean>): Units["Service"] => {
  const once = <A>(unit: Unit<A>, isolation: Isolation) =>
    Effect.scoped(
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const session = yield* restore(pool.get)
          const exit = yield* Effect.exit(restore(inTransaction(session, unit, literal(Transacting.begin(isolation)))))
          if (Exit.isSuccess(exit)) {
            const { result, unsent } = exit.value
            const last = yield* sendAll(session, [...unsent, commit])
            if (last !== undefined) yield* committed(last)
            return result
          }
          // If the connection is lost, the server rolls back.
          yield* Effect.ignore(session.query("ROLLBACK"))
          return yield* Effect.failCause(exit.cause)
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
