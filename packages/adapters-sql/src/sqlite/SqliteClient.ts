/**
 * Implements Effect's `SqlClient` on Node's SQLite: one writing connection behind a semaphore, one process per file,
 * units of work that share a commit, and fast reads of single rows.
 */
import { Context, Effect, Layer, Option, Semaphore, Stream, Exit, Result } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, Statement as SqlStatement } from "effect/sql"
import type { SqlConnection, SqlError } from "effect/sql"
import type { StatementSync } from "node:sqlite"
import { statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as DatabaseHealth from "../database/DatabaseHealth.ts"
import { Durability, withFullDurability } from "../database/Durability.ts"
import { WriteAheadLog } from "../database/WriteAheadLog.ts"
import * as SqliteConnection from "./SqliteConnection.ts"
import { UnitInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import type { UnitOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import type { Scope } from "effect"
import { DatabaseSync } from "node:sqlite"
import { Instrument } from "@sheaf/ports"
import { PointReads } from "../database/PointReads.ts"
import type { PointReadKey, PointReadRow } from "../database/PointReads.ts"
import * as SqlErrors from "../database/SqlErrors.ts"

/** How long to wait for the writer, in milliseconds, for example while it recovers the log after a crash. */
const busyTimeoutMillis = 1000

class ReadLock extends Context.Service<
  ReadLock,
  {
    /**
     * Call this before each read. Locking the log takes longer than a read, so reads in the same turn of the event loop
     * share a lock: a separate handle takes it at the second read and holds it until the turn ends. Each read still
     * sees all earlier commits.
     */
    readonly share: () => void
    /** Call this before each transaction; otherwise the checkpoint after the commit cannot reset the log. */
    readonly release: () => void
  }
>()("@sheaf/adapters-sql/ReadLock") {}

const lockOf = (db: DatabaseSync) => {
  const begin = db.prepare("BEGIN")
  const read = db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1")
  const commit = db.prepare("COMMIT")
  return {
    db,
    lock: () => {
      begin.run()
      read.get()
    },
    unlock: () => {
      if (db.isTransaction) commit.run()
    }
  }
}

const openReadLock = (filename: string): Effect.Effect<ReadLock["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    let opened: ReturnType<typeof lockOf> | undefined
    let isOpen = true
    let reads = 0
    const release = () => {
      reads = 0
      opened?.unlock()
    }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isOpen = false
        opened?.db.close()
        opened = undefined
      })
    )
    const share = () => {
      reads++
      if (reads === 1) setImmediate(release)
      if (reads !== 2 || !isOpen) return
      opened ??= lockOf(new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMillis }))
      opened.lock()
    }
    return { share, release }
  })

type Outcome = Exit.Exit<never, SqlError.SqlError>

interface WaitingUnit {
  readonly unit: UnitOfWork<unknown>
  readonly durability: Durability
  readonly resume: (outcome: Outcome) => void
}

const strictest = (members: ReadonlyArray<WaitingUnit>): Durability =>
  members.some(({ durability }) => durability === "FULL") ? "FULL" : "NORMAL"

/** The maximum number of prepared statements in the cache. */
const cachedStatements = 256

const statementCache = (db: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const [oldest] = statements.keys()
    if (statements.size > cachedStatements && oldest !== undefined) statements.delete(oldest)
    return statement
  }
}

interface Writer extends SqliteConnection.SqliteConnection {
  readonly prepared: (sql: string) => StatementSync
  /**
   * Call this before each transaction. SQLite sets durability per connection and cannot change it inside a transaction.
   */
  readonly prepareTransaction: (wanted: Durability) => void
}

const committer = ({ db, prepared, prepareTransaction }: Writer) => {
  const control = (sql: string) => void prepared(sql).run()
  const rowsOf = ({ text, values }: Statement) => prepared(text).all(...values) as never

  const resultOf = (unit: UnitOfWork<unknown>) => {
    const statements = unit()
    let next = statements.next()
    while (next.done !== true) next = statements.next(rowsOf(next.value))
    return next.value
  }

  /** Runs a unit in its own savepoint. Throws if the unit's failure has ended the shared transaction. */
  const inSavepoint = (unit: UnitOfWork<unknown>): Outcome => {
    control("SAVEPOINT unit")
    try {
      const result = resultOf(unit)
      control("RELEASE unit")
      return Exit.succeed(result as never)
    } catch (cause) {
      if (!db.isTransaction) throw cause
      control("ROLLBACK TO unit")
      control("RELEASE unit")
      return Exit.fail(SqlErrors.toSqlError(cause, "execute"))
    }
  }

  const rollBack = () => {
    if (db.isTransaction) control("ROLLBACK")
  }

  return (members: ReadonlyArray<WaitingUnit>): ReadonlyArray<Outcome> => {
    try {
      rollBack()
      prepareTransaction(strictest(members))
      control("BEGIN IMMEDIATE")
      const outcomes = members.map(({ unit }) => inSavepoint(unit))
      control("COMMIT")
      return outcomes
    } catch (cause) {
      const failure = Exit.fail(SqlErrors.toSqlError(cause, "commit"))
      // If this ROLLBACK fails, the next transaction repeats it.
      Result.try(rollBack)
      return members.map(() => failure)
    }
  }
}

/**
 * Runs units on a connection guarded by `semaphore`. A unit inside another transaction of the same fiber is a defect:
 * it would wait for that transaction forever.
 */
const unitsOn = (
  connection: Writer,
  semaphore: Semaphore.Semaphore,
  isInTransaction: Effect.Effect<boolean>
): UnitsOfWork["Service"] => {
  const commit = committer(connection)
  const waiting = new Set<WaitingUnit>()

  const commitWaiting = Effect.sync(() => {
    const members = [...waiting]
    waiting.clear()
    const outcomes = members.length === 0 ? [] : commit(members)
    return () => outcomes.forEach((outcome, index) => members[index]?.resume(outcome))
  })
  const flush = Effect.flatMap(semaphore.withPermit(commitWaiting), Effect.sync)

  const enqueue = <A>(unit: UnitOfWork<A>) =>
    Effect.withFiber<A, SqlError.SqlError>((fiber) =>
      Effect.callback<A, SqlError.SqlError>((resume) => {
        const durability = fiber.getRef(Durability)
        const member: WaitingUnit = { unit: fiber.getRef(UnitInterceptor)(unit), durability, resume }
        if (waiting.size === 0) setImmediate(() => Effect.runFork(flush))
        waiting.add(member)
        return Effect.sync(() => waiting.delete(member))
      })
    )
  const run: UnitsOfWork["Service"]["run"] = (unit) =>
    Effect.flatMap(isInTransaction, (isNested) =>
      isNested ? Effect.die(new Error("a unit of work cannot run inside another transaction")) : enqueue(unit)
    )
  return { run, share: run }
}

export class SqliteWriteHandle extends Context.Service<SqliteWriteHandle, DatabaseSync>()(
  "@sheaf/adapters-sql/SqliteWriteHandle"
) {}

type Transform = Parameters<SqlConnection.Connection["execute"]>[2]

const { toSqliteValue } = SqliteConnection

const connectionOf = (
  { db, prepared }: Writer,
  watch: DatabaseHealth.FileObserver["watch"]
): SqlConnection.Connection => {
  const attempt = <A>(evaluate: () => A) => watch(SqlErrors.attempt(evaluate))
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
  // The lock's handle must close before the writer. It is read-only, and if it closed last, SQLite would not move the
  // log into the database file.
  const readLock = yield* openReadLock(filename)
  const { db } = opened
  let durability: Durability = "NORMAL"
  const connection: Writer = {
    ...opened,
    prepared: statementCache(db),
    prepareTransaction: (wanted) => {
      readLock.release()
      if (wanted === durability) return
      db.exec(`PRAGMA synchronous = ${wanted}`)
      durability = wanted
    }
  }
  const { health, notice, watch } = DatabaseHealth.observe(filename)
  const semaphore = yield* Semaphore.make(1)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(DatabaseHealth.measureConnection("sqlite", connectionOf(connection, watch))),
    semaphore,
    isTransaction: () => db.isTransaction
  })
  const prepare = Effect.flatMap(Durability, (wanted) =>
    watch(SqlErrors.attempt(() => connection.prepareTransaction(wanted)))
  )
  const client = yield* SqlClient.make({
    ...acquirers,
    transactionAcquirer: Effect.tap(acquirers.transactionAcquirer, () => prepare),
    compiler: SqlStatement.makeCompilerSqlite(),
    driver: "sqlite-node",
    spanAttributes: [["db.system.name", "sqlite"]],
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true
  })
  const eraseLog = watch(
    SqlErrors.attempt(() => {
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
  const own = unitsOn(connection, semaphore, isInTransaction)
  const watched: UnitsOfWork["Service"] = {
    run: (unit) => watch(own.run(unit)),
    share: (unit) => watch(own.share(unit))
  }
  const write = own.run(function* () {
    yield* statement`UPDATE schema_release SET oldest = oldest`
  })
  return Context.make(SqlClient.SqlClient, client).pipe(
    Context.add(DatabaseHealth.FileHealth, yield* health(withFullDurability(write))),
    Context.add(DatabaseHealth.FailureReporter, notice),
    Context.add(SqliteWriteHandle, db),
    Context.add(ReadLock, readLock),
    Context.add(WriteAheadLog, { erase }),
    Context.add(UnitsOfWork, DatabaseHealth.measureUnits("sqlite", watched))
  )
})

export const layer = (filename: string) => Layer.effectContext(make(filename)).pipe(Layer.provide(Reactivity.layer))

/** Caches the column names, which `node:sqlite` would otherwise recreate for every row. */
const reader = (db: DatabaseSync, share: () => void, sql: string) => {
  const statement = db.prepare(sql)
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  // Copying this object is faster than adding columns one by one.
  const form: PointReadRow = Object.fromEntries(names.map((name) => [name, undefined]))
  return (keys: ReadonlyArray<PointReadKey>): PointReadRow | undefined => {
    share()
    const values = statement.get(...keys)
    if (!Array.isArray(values)) return undefined
    const row = { ...form }
    let index = 0
    for (const name of names) row[name] = values[index++]
    return row
  }
}

/**
 * Reads through a second, read-only handle. On the writing handle, a read would wait for the semaphore or see another
 * fiber's uncommitted rows.
 */
export const pointReadsLayer = (filename: string) =>
  Layer.effect(
    PointReads,
    Effect.gen(function* () {
      yield* SqliteWriteHandle
      const db = yield* Effect.acquireRelease(
        Effect.sync(() => new DatabaseSync(filename, { readOnly: true, timeout: busyTimeoutMillis })),
        (handle) => Effect.sync(() => handle.close())
      )
      const { share } = yield* ReadLock
      const notice = yield* DatabaseHealth.FailureReporter
      const { now, record } = yield* Instrument.stopwatch
      const durations = {
        OK: DatabaseHealth.durationMetricOf("sqlite", "read", "OK"),
        ERROR: DatabaseHealth.durationMetricOf("sqlite", "read", "ERROR")
      }
      const prepareOption: PointReads["Service"]["prepareOption"] = (operation, sql, view) => {
        const read = reader(db, share, sql)
        return (...keys) =>
          Effect.suspend(() => {
            let row: PointReadRow | undefined
            const start = now()
            try {
              row = read(keys)
            } catch (cause) {
              record(durations.ERROR, start)
              const error = SqlErrors.toStoreError(operation, SqlErrors.toSqlError(cause, "read"))
              return Effect.andThen(notice(cause), Effect.fail(error))
            }
            record(durations.OK, start)
            return row === undefined ? Effect.succeedNone : view(row)
          })
      }
      return PointReads.of({
        prepareOption,
        prepare: (operation, sql, view) => prepareOption(operation, sql, (row) => Effect.asSome(view(row)))
      })
    })
  )
