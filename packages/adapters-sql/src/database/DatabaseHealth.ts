/**
 * The state of the database: how long its operations take and how they end (spec 14.5), and whether its file and disk
 * are usable. Neither statements nor their values are recorded. File faults are detected only when operations fail.
 * Checking in advance would find little, because only the operating system knows how much can still be written.
 */
import { Instrument } from "@sheaf/ports"
import { Context, Effect, Metric, Cause, Exit } from "effect"
import type { SqlError, SqlConnection } from "effect/sql"
import { open, rm } from "node:fs/promises"
import { fileErrorOf } from "./SqlErrors.ts"
import type { SqliteFileError } from "./SqlErrors.ts"
import type { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

export type DatabaseSystem = "postgresql" | "sqlite"

/** `read` reads a row by key, `transaction` runs a unit of writes, and `statement` runs any other statement. */
type DatabaseOperation = "read" | "statement" | "transaction"

type Outcome = "ERROR" | "INTERRUPTED" | "OK"

const durations = Instrument.durationHistogram({
  name: "db.client.operation.duration",
  description: "Duration of database operations, by kind and outcome.",
  labels: ["db.system.name", "db.operation.name", "outcome"]
})

export const durationMetricOf = (
  system: DatabaseSystem,
  operation: DatabaseOperation,
  outcome: Outcome
): Metric.Histogram<number> => durations({ "db.system.name": system, "db.operation.name": operation, outcome })

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Outcome => {
  if (Exit.isSuccess(exit)) return "OK"
  return Cause.hasInterruptsOnly(exit.cause) ? "INTERRUPTED" : "ERROR"
}

export const measureOperation =
  (system: DatabaseSystem, operation: DatabaseOperation) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Instrument.measureDuration(effect, (exit) => durationMetricOf(system, operation, outcomeOf(exit)))

export const measureUnits = (
  system: DatabaseSystem,
  { run, share }: UnitsOfWork["Service"]
): UnitsOfWork["Service"] => {
  const measured = measureOperation(system, "transaction")
  return { run: (unit) => measured(run(unit)), share: (unit) => measured(share(unit)) }
}

/** Measures all statements on a connection except streams. */
export const measureConnection = (system: DatabaseSystem, own: SqlConnection.Connection): SqlConnection.Connection => {
  const measured = measureOperation(system, "statement")
  return {
    execute: (...statement) => measured(own.execute(...statement)),
    executeRaw: (...statement) => measured(own.executeRaw(...statement)),
    executeValues: (...statement) => measured(own.executeValues(...statement)),
    executeUnprepared: (...statement) => measured(own.executeUnprepared(...statement)),
    executeValuesUnprepared: (...statement) => measured(own.executeValuesUnprepared(...statement)),
    executeStream: (...statement) => own.executeStream(...statement)
  }
}

const failures = Instrument.counter({
  name: "sheaf.database.file.failures",
  unit: "{operation}",
  description: "Database operations that failed because of the file or its disk, by fault.",
  labels: ["fault"]
})

const lines: Readonly<Record<SqliteFileError, string>> = {
  FULL: "the disk of the database is full: requests that write get 503 until there is space",
  DISK: "the database's file cannot be read or written: check its disk and its permissions",
  DAMAGED: "the database is damaged: stop the service and restore a backup"
}

/** After a failure, the service accepts requests again only if this many bytes can be written to the disk. */
const room = new Uint8Array(1024 * 1024)

export class FileHealth extends Context.Service<
  FileHealth,
  {
    /** False after a file or disk failure, until a write succeeds. Always true on PostgreSQL. */
    readonly isUsable: Effect.Effect<boolean>
    /**
     * From now on, failures of the file or its disk are logged. The administrative commands do not call this, because
     * they report their first failure and exit.
     */
    readonly announce: Effect.Effect<void>
  }
>()("@sheaf/adapters-sql/FileHealth") {}

/** Call this with every failure, so that file and disk failures are detected. */
export class FailureReporter extends Context.Service<FailureReporter, (error: unknown) => Effect.Effect<void>>()(
  "@sheaf/adapters-sql/FileHealth/FailureReporter"
) {}

export interface FileObserver {
  readonly watch: <A, E, R>(operation: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  readonly notice: FailureReporter["Service"]
  /**
   * Returns the file's health. Calls `write` to check whether the file works again, so `write` must commit something.
   */
  readonly health: (write: Effect.Effect<unknown, SqlError.SqlError>) => Effect.Effect<FileHealth["Service"]>
}

export const observe = (filename: string): FileObserver => {
  let fault: SqliteFileError | undefined
  let isAnnounced = false
  const notice = (error: unknown) =>
    Effect.suspend(() => {
      const found = fileErrorOf(error)
      if (found === undefined) return Effect.void
      const isNews = isAnnounced && fault !== found
      fault = found
      const counted = Metric.update(failures({ fault: found }), 1)
      return isNews ? Effect.andThen(Effect.logError(lines[found]), counted) : counted
    })
  const probe = `${filename}-probe`
  const hasRoom = Effect.tryPromise(async () => {
    const file = await open(probe, "w", 0o600)
    try {
      await file.writeFile(room)
      await file.sync()
    } finally {
      await file.close()
      await rm(probe, { force: true })
    }
  })
  return {
    notice,
    watch: (operation) => Effect.tapError(operation, notice),
    health: (write) =>
      Effect.map(
        Effect.cachedWithTTL(
          Effect.andThen(hasRoom, write).pipe(
            Effect.tap(() => Effect.logInfo("the database can be used again")),
            Effect.tap(() => Effect.sync(() => (fault = undefined))),
            Effect.isSuccess
          ),
          "1 second"
        ),
        (recovers) => ({
          announce: Effect.sync(() => (isAnnounced = true)),
          isUsable: Effect.suspend(() =>
            fault === undefined || fault === "DAMAGED" ? Effect.succeed(fault === undefined) : recovers
          )
        })
      )
  }
}
