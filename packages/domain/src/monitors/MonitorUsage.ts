/** A client's monitors and runs, with the operator's limits for them (spec 18). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { CalendarDate } from "../shared/CalendarDate.ts"
import { annotateMonitorSchema } from "./Monitor.ts"

export const usageDays = 30

const count = (description: string) => Schema.Int.pipe(Annotations.describe(description))

export const MonitorDay = Schema.Struct({
  day: CalendarDate.pipe(Annotations.describe("The day, in UTC.")),
  started: count("The collections that monitors started. A run that fails has two."),
  unchanged: count("The runs that ended and found nothing new."),
  changed: count("The runs that ended and found changes, first runs included."),
  failed: count("The runs that ended without a result."),
  changes: count("The changes that the runs found.")
}).pipe(annotateMonitorSchema("MonitorDay", "The runs of the client's monitors on a day."))
export type MonitorDay = typeof MonitorDay.Type

export const MonitorUsage = Schema.Struct({
  monitors: count("The monitors that have not ended."),
  monitorLimit: count("The largest number of monitors that have not ended."),
  startsLeft: count("The collections that monitors can still start today, in UTC. Further runs wait for the next day."),
  dailyStartLimit: count("The maximum number of collections that monitors can start on a day."),
  days: Schema.Array(MonitorDay).pipe(
    Annotations.describe(`The days of the last ${usageDays} on which monitors ran, oldest first.`)
  )
}).pipe(annotateMonitorSchema("MonitorUsage", "The client's monitors and their runs, against its limits."))
export type MonitorUsage = typeof MonitorUsage.Type
