/** What a monitor's run found, both as Sheaf stores it and as clients see it in `GET /monitors/{monitorId}/changes`. */
import { Schema } from "effect"
import { CollectionId } from "../collections/Collection.ts"
import * as Annotations from "../shared/Annotations.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import { ChangeGroup } from "./ChangeGroups.ts"
import { annotateMonitorSchema } from "./Monitor.ts"

export const kind = Schema.NonEmptyString.pipe(
  Annotations.describe("The product and the type of the record, such as `INSURANCE/vehicleInsurance`.")
)

export const recordId = Schema.NonEmptyString.pipe(Annotations.describe("The record's stable identifier."))

export const counted = {
  kind,
  recordId: Annotations.optional(
    Schema.NonEmptyString,
    "The record's stable identifier. Absent if the company does not identify the records, so that only their number is known."
  ),
  count: Schema.Int.pipe(Annotations.describe("The number of records."))
}

export const changed = {
  kind,
  recordId,
  groups: Schema.Array(ChangeGroup).pipe(Annotations.describe("The groups with changes."))
}

export const transactions = {
  kind,
  recordId,
  booked: Schema.Int.pipe(Annotations.describe("The number of new booked transactions.")),
  pending: Schema.Int.pipe(Annotations.describe("The number of new pending transactions."))
}

const added = { change: Annotations.literal("ADDED"), ...counted }
const altered = { change: Annotations.literal("CHANGED"), ...changed }
const removed = { change: Annotations.literal("REMOVED"), ...counted }
const arrived = { change: Annotations.literal("TRANSACTIONS"), ...transactions }

export const StoredMonitorChange = Schema.toType(
  Schema.Union([Schema.Struct(added), Schema.Struct(altered), Schema.Struct(removed), Schema.Struct(arrived)])
)
export type StoredMonitorChange = typeof StoredMonitorChange.Type

const run = {
  at: Timestamp.pipe(Annotations.describe("The time of the run.")),
  collectionId: Annotations.optional(CollectionId, "The collection with the values, until they expire.")
}

export const MonitorChange = Schema.Union([
  Schema.Struct({ ...run, ...added }).pipe(annotateMonitorSchema("AddedRecords", "New records.")),
  Schema.Struct({ ...run, ...altered }).pipe(annotateMonitorSchema("ChangedRecord", "A record with changes.")),
  Schema.Struct({ ...run, ...removed }).pipe(
    annotateMonitorSchema("RemovedRecords", "Records that two complete runs in a row lacked.")
  ),
  Schema.Struct({ ...run, ...arrived }).pipe(
    annotateMonitorSchema("NewTransactions", "New transactions of an account.")
  )
]).annotate({ identifier: "MonitorChange", description: "A change that a run of a monitor found." })
export type MonitorChange = typeof MonitorChange.Type
