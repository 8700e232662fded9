/** Duration and outcome of database operations (spec 14.5). Neither statements nor their values are recorded. */
import { Instrument } from "@sheaf/ports"
import { Cause, Exit } from "effect"
import type { Effect, Metric } from "effect"
import type { SqlConnection } from "effect/sql"
import type { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

export type DatabaseSystem = "postgresql" | "sqlite"

/** `read`: reads a row by key. `transaction`: runs a unit of writes. `statement`: runs any other statement. */
type DatabaseOperation = "read" | "statement" | "transaction"

type Outcome = "ERROR" | "INTERRUPTED" | "OK"

const durations = Instrument.durationHistogram({
  name: "db.client.operation.duration",
  description: "Duration of database operations, by kind and outcome.",
  labels: ["db.system.name", "db.operation.name", "outcome"]
})

/** Returns the metric for operations with this outcome. */
export const durationMetricOf = (
  system: DatabaseSystem,
  operation: DatabaseOperation,
  outcome: Outcome
): Metric.Histogram<number> => durations({ "db.system.name": system, "db.operation.name": operation, outcome })

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): Outcome => {
  if (Exit.isSuccess(exit)) return "OK"
  return Cause.hasInterruptsOnly(exit.cause) ? "INTERRUPTED" : "ERROR"
}

/** Returns a function that measures operations. */
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
