/**
 * Rows of the tables `monitor` and `monitor_run`. To change the schema of a sealed column, add a new version with the
 * next number (`nextShape`).
 */
import { ChangeGroup } from "@sheaf/domain/ChangeGroups"
import { CompanyId } from "@sheaf/domain/Company"
import { MonitorEndReason, MonitorFilter, MonitorRunOutcome, MonitorStatus } from "@sheaf/domain/Monitor"
import { StoredMonitorChange } from "@sheaf/domain/MonitorChange"
import { MonitorInterval } from "@sheaf/domain/MonitorSchedule"
import { KnownTransactions } from "@sheaf/domain/NewTransactions"
import { Product } from "@sheaf/domain/Product"
import { KnownRecords } from "@sheaf/domain/RecordChanges"
import type { Renewal } from "@sheaf/domain/StartCollection"
import { PolicyEnd } from "@sheaf/domain/RenewalNotices"
import type { RunFindings, MonitorKnowledge, MonitorProgress, StoredMonitor } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { bytes, selectList } from "../database/Columns.ts"
import { renewal } from "./StoredRenewal.ts"
import { column } from "../sealing/ColumnSealer.ts"
import type { ColumnSealer, SealedColumn, SealedRowId } from "../sealing/ColumnSealer.ts"

const Row = Schema.Struct({
  monitorId: Schema.String,
  clientId: Schema.String,
  userId: Schema.String,
  company: CompanyId,
  consentId: Schema.NullOr(Schema.String),
  collectionId: Schema.NullOr(Schema.String),
  status: MonitorStatus,
  revision: Schema.Finite,
  createdAt: Schema.Finite,
  dueAt: Schema.NullOr(Schema.Finite),
  endedAt: Schema.NullOr(Schema.Finite),
  shard: Schema.Finite,
  terms: bytes,
  progress: bytes,
  renewal: Schema.NullOr(bytes)
})

const decode = Schema.decodeUnknownSync(Row)

export const columns = selectList(Row, "monitorId")

export const terms: SealedColumn<StoredMonitor["terms"]> = column(
  "terms",
  Schema.Struct({
    every: MonitorInterval,
    at: Schema.optionalKey(Schema.String),
    timeZone: Schema.String,
    products: Schema.optionalKey(Schema.Array(Product)),
    filter: Schema.optionalKey(Schema.toType(MonitorFilter)),
    offered: Schema.Array(Product),
    changes: Schema.Array(ChangeGroup),
    until: Schema.Finite
  })
)

export const progress: SealedColumn<MonitorProgress> = column(
  "progress",
  Schema.Struct({
    runs: Schema.Int,
    runAt: Schema.Finite,
    failures: Schema.Int,
    running: Schema.optionalKey(Schema.Struct({ collectionId: Schema.String, startedAt: Schema.Finite })),
    lastRun: Schema.optionalKey(
      Schema.Struct({
        at: Schema.Finite,
        collectionId: Schema.optionalKey(Schema.String),
        outcome: MonitorRunOutcome
      })
    ),
    ends: Schema.Record(Schema.String, PolicyEnd),
    pausedByPerson: Schema.optionalKey(Schema.Boolean),
    pausedByClient: Schema.optionalKey(Schema.Boolean),
    permittedAt: Schema.optionalKey(Schema.Finite),
    askedAt: Schema.optionalKey(Schema.Array(Schema.Finite)),
    permittedIn: Schema.optionalKey(Schema.Array(Schema.String)),
    endReason: Schema.optionalKey(MonitorEndReason)
  })
)

export const knowledge: SealedColumn<MonitorKnowledge> = column(
  "knowledge",
  Schema.Struct({
    records: KnownRecords,
    transactions: Schema.Record(Schema.String, KnownTransactions),
    hashedSince: Schema.Finite,
    completeAt: Schema.Finite
  })
)

export const found: SealedColumn<Omit<RunFindings, "run" | "at">> = column(
  "found",
  Schema.Struct({ collectionId: Schema.optionalKey(Schema.String), changes: Schema.Array(StoredMonitorChange) })
)

export const sealedRowIdOf = ({ clientId, monitorId }: Pick<StoredMonitor, "clientId" | "monitorId">): SealedRowId => ({
  clientId,
  id: monitorId
})

/**
 * Returns a separate encryption context for each run, so the findings of one run cannot be decrypted in another run's
 * row.
 */
export const runRowIdOf = (monitor: Pick<StoredMonitor, "clientId" | "monitorId">, run: number): SealedRowId => ({
  clientId: monitor.clientId,
  id: `${monitor.monitorId}/${run}`
})

export const sourceColumns = ({ collectionId, consentId }: StoredMonitor["source"]) => ({
  consent_id: consentId ?? null,
  collection_id: collectionId ?? null
})

export const credentialsColumn = (kept: Renewal | undefined) => ({
  keeps_credentials: kept?._tag === "Credentials" ? 1 : 0
})

export const toMonitor = Effect.fnUntraced(function* (sealed: ColumnSealer, row: unknown) {
  const decoded = decode(row)
  const { collectionId, consentId, dueAt, endedAt, progress: _, renewal: __, terms: ___, ...rest } = decoded
  const at = sealedRowIdOf(rest)
  const opened = yield* sealed.openOptional(renewal, at, decoded.renewal)
  const monitor: StoredMonitor = {
    ...rest,
    // Every row has either a consent or a collection as its source.
    source: consentId === null ? { collectionId: collectionId ?? "" } : { consentId },
    dueAt: dueAt ?? endedAt ?? 0,
    ...(endedAt !== null && { endedAt }),
    ...(opened !== undefined && { renewal: opened }),
    terms: yield* sealed.open(terms, at, decoded.terms),
    progress: yield* sealed.open(progress, at, decoded.progress)
  }
  return monitor
})
