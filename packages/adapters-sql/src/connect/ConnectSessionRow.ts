/**
 * Converts rows of the table `connect_session` to sessions. If the schema of a sealed column changes, the new schema
 * needs the next number (`nextShape`).
 */
import {
  ConnectHints,
  ConnectPurpose,
  ConnectSessionStatus,
  ConnectStepName,
  pageSettings,
  ConnectLocale
} from "@sheaf/domain/ConnectSession"
import { ConnectMonitor } from "@sheaf/domain/ConnectMonitor"
import { MonitorSource } from "@sheaf/domain/Monitor"
import { MonitorInterval } from "@sheaf/domain/MonitorSchedule"
import type {
  ConnectSessionProgress,
  ConnectSessionState,
  ConnectSessionSettings,
  StoredConnectSession,
  StoreError
} from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { bytes, selectList } from "../database/Columns.ts"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn, ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"

const Row = Schema.Struct({
  connectSessionId: Schema.String,
  clientId: Schema.String,
  userId: Schema.NullOr(Schema.String),
  purpose: ConnectPurpose,
  status: ConnectSessionStatus,
  revision: Schema.Finite,
  createdAt: Schema.Finite,
  expiresAt: Schema.Finite,
  endedAt: Schema.NullOr(Schema.Finite),
  discardAt: Schema.NullOr(Schema.Finite),
  browserHash: Schema.NullOr(bytes),
  terms: bytes,
  progress: bytes
})

const decode = Schema.decodeUnknownSync(Row)

export const columns = selectList(Row, "connectSessionId")

export const terms: SealedColumn<ConnectSessionSettings> = column(
  "terms",
  Schema.Struct({
    ...pageSettings,
    renews: Schema.optionalKey(Schema.String),
    repeats: Schema.optionalKey(Schema.String),
    hints: Schema.optionalKey(ConnectHints),
    codeChallenge: Schema.optionalKey(Schema.String),
    monitor: Schema.optionalKey(Schema.toType(Schema.Struct({ ...ConnectMonitor.fields, every: MonitorInterval }))),
    locale: Schema.optionalKey(ConnectLocale),
    returnTo: Schema.optionalKey(Schema.Struct({ returnUrl: Schema.String, state: Schema.optionalKey(Schema.String) })),
    sessionMetadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    clientReference: Schema.optionalKey(Schema.String)
  })
)

export const progress: SealedColumn<ConnectSessionProgress> = column(
  "progress",
  Schema.Struct({
    steps: Schema.Array(Schema.Struct({ at: Schema.Finite, step: ConnectStepName })),
    embedded: Schema.optionalKey(Schema.Boolean),
    handover: Schema.optionalKey(Schema.Struct({ hash: Schema.String, until: Schema.Finite })),
    permitted: Schema.optionalKey(
      Schema.Struct({ monitorId: Schema.String, given: Schema.optionalKey(Schema.toType(MonitorSource)) })
    ),
    confirmation: Schema.optionalKey(
      Schema.Struct({
        codeHash: Schema.String,
        until: Schema.Finite,
        answer: Schema.optionalKey(Schema.Literals(["CONFIRMED", "REFUSED"]))
      })
    )
  })
)

export const sealedRowIdOf = ({
  clientId,
  connectSessionId
}: Pick<StoredConnectSession, "clientId" | "connectSessionId">): SealedRowId => ({ clientId, id: connectSessionId })

const stateOf = (status: ConnectSessionStatus, endedAt: number | null, discardAt: number | null): ConnectSessionState =>
  status === "OPEN"
    ? { status }
    : // An ended session always has `endedAt`, because the update that ends the session also writes this time.
      { status, endedAt: endedAt ?? 0, ...(discardAt !== null && { discardAt }) }

export const toSession = (sealed: ColumnSealer, row: unknown): Effect.Effect<StoredConnectSession, StoreError> => {
  const {
    browserHash,
    discardAt,
    endedAt,
    progress: sealedProgress,
    status,
    terms: sealedTerms,
    userId,
    ...rest
  } = decode(row)
  const at = sealedRowIdOf(rest)
  return Effect.map(
    Effect.all([sealed.open(terms, at, sealedTerms), sealed.open(progress, at, sealedProgress)]),
    ([openedTerms, openedProgress]) => ({
      ...rest,
      ...stateOf(status, endedAt, discardAt),
      ...(userId !== null && { userId }),
      isBound: browserHash !== null,
      terms: openedTerms,
      progress: openedProgress
    })
  )
}
