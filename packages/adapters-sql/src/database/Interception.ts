/** Applies the fiber's interceptor to writes that are not in a unit of work. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { runStatement } from "./Dialect.ts"
import { UnitInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

const none: ReadonlyArray<Statement> = []

/** Runs a write and then the interceptor's statements. The caller must provide the transaction. */
export const withInterceptor = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* <A, E, R>(write: Effect.Effect<A, E, R>) {
    const result = yield* write
    const intercept = yield* UnitInterceptor
    const statements = intercept(function* (): Generator<Statement, A, never> {
      yield* none
      return result
    })()
    let next = statements.next()
    // The compiler cannot check the type of the rows here. Each statement declares it.
    while (next.done !== true) next = statements.next((yield* runStatement(sql, next.value)) as never)
    return next.value
  })
