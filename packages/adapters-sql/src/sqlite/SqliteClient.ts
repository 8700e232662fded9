/**
 * Effect's `SqlClient` over Node's SQLite, with one writing connection behind a semaphore and one process per file. A
 * published driver for this Effect version could replace it.
 */
import { Context, Effect, Layer, Option, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, Statement } from "effect/sql"
import type { SqlConnection } from "effect/sql"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as DatabaseMetrics from "../database/DatabaseMetrics.ts"
import { Durability, withFullDurability } from "../database/Durability.ts"
import { WriteAheadLog } from "../database/WriteAheadLog.ts"
import * as FileHealth from "../database/FileHealth.ts"
import * as ReadLock from "./ReadLock.ts"
import * as SqliteConnection from "./SqliteConnection.ts"
import * as SqliteUnitsOfWork from "./SqliteUnitsOfWork.ts"

/** The writing handle, for operations that `SqlClient` does not offer. */
export class SqliteWriteHandle extends Context.Service<SqliteWriteHandle, DatabaseSync>()(
  "@sheaf/adapters-sql/SqliteWriteHandle"
) {}

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

const { toSqliteValue } = SqliteConnection

const connectionOf = (
  { db, prepared }: SqliteConnection.SqliteConnection,
  watch: FileHealth.FileObserver["watch"]
): SqlConnection.Connection => {
  const attempt = <A>(evaluate: () => A) => watch(SqliteConnection.attempt(evaluate))
  const rows = (statement: StatementSync, params: ReadonlyArray<unknown>, transform?: Transform) => {
    const found = statement.all(...params.map(toSqliteValue))
    return transform === undefined ? found : transform(found)
  }
  const values = (statement: StatementSync, params: ReadonlyArray<unknown>) =>
    rows(statement, params).map((row) => Object.values(row))
  return {
    execute: (sql, params, transform) => attempt(() => rows(prepared(sql), params, transform)),
    executeRaw: (sql, params) =>
      attempt(() => {
        const statement = prepared(sql)
        return statement.columns().length > 0 ? rows(statement, params) : statement.run(...params.map(toSqliteValue))
      }),
    executeValues: (sql, params) => attempt(() => values(prepared(sql), params)),
    executeUnprepared: (sql, params, transform) => attempt(() => rows(db.prepare(sql), params, transform)),
    executeValuesUnprepared: (sql, params) => attempt(() => values(db.prepare(sql), params)),
    executeStream: (sql, params, transform) =>
      Stream.unwrap(attempt(() => Stream.fromIterable(rows(prepared(sql), params, transform))))
  }
}

const make = Effect.fnUntraced(function* (filename: string) {
  const opened = yield* SqliteConnection.open(filename)
  // The read-only handle of the lock closes first. If it closed last, it could not move the log into the file.
  const readLock = yield* ReadLock.make(filename)
  const connection: SqliteConnection.SqliteConnection = {
    ...opened,
    prepareTransaction: (wanted) => {
      readLock.release()
      opened.prepareTransaction(wanted)
    }
  }
  const { db } = connection
  const { health, notice, watch } = FileHealth.observe(filename)
  const semaphore = yield* Semaphore.make(1)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(DatabaseMetrics.measureConnection("sqlite", connectionOf(connection, watch))),
    semaphore,
    isTransaction: () => db.isTransaction
  })
  const prepare = Effect.flatMap(Durability, (wanted) =>
    watch(SqliteConnection.attempt(() => connection.prepareTransaction(wanted)))
  )
  const client = yield* SqlClient.make({
    ...acquirers,
    transactionAcquirer: Effect.tap(acquirers.transactionAcquirer, () => prepare),
    compiler: Statement.makeCompilerSqlite(),
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]],
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true
  })
  const eraseLog = watch(
    SqliteConnection.attempt(() => {
      readLock.release()
      return connection.eraseLog()
    })
  )
  const erase = Effect.flatMap(semaphore.withPermit(eraseLog), (isErased) =>
    isErased
      ? Effect.void
      : Effect.logWarning("another process reads the database, so its log still has erased data; will retry")
  )
  const isInTransaction = Effect.map(Effect.serviceOption(client.transactionService), Option.isSome)
  const own = SqliteUnitsOfWork.make(connection, semaphore, isInTransaction)
  const watched: UnitsOfWork["Service"] = {
    run: (unit) => watch(own.run(unit)),
    share: (unit) => watch(own.share(unit))
  }
  const write = own.run(function* () {
    yield* statement`UPDATE schema_release SET oldest = oldest`
  })
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(FileHealth.FileHealth, yield* health(withFullDurability(write))),
    Context.add(FileHealth.FailureReporter, notice),
    Context.add(SqliteWriteHandle, db),
    Context.add(ReadLock.ReadLock, readLock),
    Context.add(WriteAheadLog, { erase }),
    Context.add(UnitsOfWork, DatabaseMetrics.measureUnits("sqlite", watched))
  )
})

/** Opens the database in this file, or creates it. */
export const layer = (filename: string) => Layer.effectContext(make(filename)).pipe(Layer.provide(Reactivity.layer))
