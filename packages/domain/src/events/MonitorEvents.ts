/**
 * The content of events about monitors (spec 6, 18). Events contain no values, only record ids, groups of members, and
 * counts.
 */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { MonitorEndReason } from "../monitors/Monitor.ts"
import { changed, counted, kind, recordId, transactions } from "../monitors/MonitorChange.ts"
import { NoticeDays } from "../monitors/RenewalNotices.ts"

const monitor = { monitorId: Schema.String, company: CompanyId }

const run = { ...monitor, collectionId: Schema.String }

export const RecordsEventPayload = Schema.toType(Schema.Struct({ ...run, ...counted }))
export type RecordsEventPayload = typeof RecordsEventPayload.Type

export const RecordChangedPayload = Schema.toType(Schema.Struct({ ...run, ...changed }))
export type RecordChangedPayload = typeof RecordChangedPayload.Type

export const TransactionsPayload = Schema.toType(Schema.Struct({ ...run, ...transactions }))
export type TransactionsPayload = typeof TransactionsPayload.Type

export const RenewalDuePayload = Schema.toType(Schema.Struct({ ...monitor, kind, recordId, days: NoticeDays }))
export type RenewalDuePayload = typeof RenewalDuePayload.Type

export const MonitorBaselinePayload = Schema.Struct({ ...run, records: Schema.Record(Schema.String, Schema.Int) })
export type MonitorBaselinePayload = typeof MonitorBaselinePayload.Type

export const MonitorFailedPayload = Schema.Struct({ ...monitor, collectionId: Schema.optionalKey(Schema.String) })
export type MonitorFailedPayload = typeof MonitorFailedPayload.Type

export const MonitorPersonRequiredPayload = Schema.Struct(monitor)
export type MonitorPersonRequiredPayload = typeof MonitorPersonRequiredPayload.Type

export const MonitorEndedPayload = Schema.Struct({ ...monitor, reason: MonitorEndReason })
export type MonitorEndedPayload = typeof MonitorEndedPayload.Type
