/** Converts rows of the table `consent` to views. */
import { CompanyId } from "@sheaf/domain/Company"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { ConsentError } from "@sheaf/domain/ConsentStatusObject"
import { Market } from "@sheaf/domain/Market"
import type { ConsentInstructions, ConsentView, ConsentState, StoreError } from "@sheaf/ports"
import { Effect, Schema, Struct } from "effect"
import type { ColumnSealer, SealedRowId } from "../sealing/ColumnSealer.ts"
import { bytes, selectList } from "../database/Columns.ts"
import * as Shapes from "./ConsentColumns.ts"

export const ViewRow = Schema.Struct({
  consentId: Schema.String,
  clientId: Schema.String,
  userId: Schema.String,
  connectSessionId: Schema.NullOr(Schema.String),
  renews: Schema.NullOr(Schema.String),
  company: CompanyId,
  market: Market,
  status: ConsentStatus,
  revision: Schema.Finite,
  createdAt: Schema.Finite,
  statusChangedAt: Schema.Finite,
  expiresAt: Schema.Finite,
  scope: bytes,
  reference: Schema.NullOr(bytes),
  shown: Schema.NullOr(bytes),
  revokedAt: Schema.NullOr(Schema.Finite),
  failure: Schema.NullOr(ConsentError.fields.code)
})

const StateRow = Schema.Struct({
  ...ViewRow.fields,
  progress: bytes,
  shard: Schema.Finite,
  step: Schema.Finite,
  dueAt: Schema.Finite
})

const decodeView = Schema.decodeUnknownSync(ViewRow)
const decodeState = Schema.decodeUnknownSync(StateRow)

/** The unencrypted columns of a consent that has not been closed. */
export const OutlineColumns = Schema.Struct(
  Struct.omit(StateRow.fields, [
    "company",
    "connectSessionId",
    "renews",
    "market",
    "createdAt",
    "scope",
    "reference",
    "shown",
    "progress",
    "shard",
    "revokedAt",
    "failure"
  ])
)

export const columns = { view: selectList(ViewRow, "consentId"), state: selectList(StateRow, "consentId") }

export const sealedRowIdOf = (row: Pick<ConsentView, "clientId" | "consentId">): SealedRowId => ({
  clientId: row.clientId,
  id: row.consentId
})

const nothingShown: ConsentInstructions = {}

const viewOf = Effect.fnUntraced(function* (
  sealed: ColumnSealer,
  { connectSessionId, failure, reference, renews, revokedAt, scope, shown, ...rest }: typeof ViewRow.Type
) {
  const at = sealedRowIdOf(rest)
  const clientReference = yield* sealed.openOptional(Shapes.reference, at, reference)
  const view: ConsentView = {
    ...rest,
    scope: yield* sealed.open(Shapes.scope, at, scope),
    shown: (yield* sealed.openOptional(Shapes.shownInstructions, at, shown)) ?? nothingShown,
    ...(connectSessionId !== null && { connectSessionId }),
    ...(clientReference !== undefined && { clientReference }),
    ...(renews !== null && { renews }),
    ...(revokedAt !== null && { revokedAt }),
    ...(failure !== null && { failure })
  }
  return view
})

export const toView = (sealed: ColumnSealer, row: unknown): Effect.Effect<ConsentView, StoreError> =>
  viewOf(sealed, decodeView(row))

const ReturnRow = Schema.Struct({
  ...Struct.pick(ViewRow.fields, ["consentId", "clientId", "status"]),
  returnTo: Schema.NullOr(bytes)
})

const decodeReturn = Schema.decodeUnknownSync(ReturnRow)

export const toReturnTarget = (sealed: ColumnSealer, row: unknown) => {
  const { returnTo, ...rest } = decodeReturn(row)
  return Effect.map(sealed.openOptional(Shapes.returnTo, sealedRowIdOf(rest), returnTo), (opened) => ({
    ...rest,
    ...(opened !== undefined && { returnTo: opened })
  }))
}

const decodePositions = Schema.decodeUnknownSync(
  Schema.Struct({ ...Struct.pick(ViewRow.fields, ["consentId", "clientId"]), positions: bytes })
)

export const toPositions = (sealed: ColumnSealer, row: unknown) => {
  const { positions, ...rest } = decodePositions(row)
  return sealed.open(Shapes.positions, sealedRowIdOf(rest), positions)
}

export const toConsentState = Effect.fnUntraced(function* (sealed: ColumnSealer, row: unknown) {
  const { dueAt, progress, shard, step, ...rest } = decodeState(row)
  const consent: ConsentState = {
    ...(yield* viewOf(sealed, rest)),
    progress: yield* sealed.open(Shapes.progress, sealedRowIdOf(rest), progress),
    shard,
    step,
    dueAt
  }
  return consent
})
