/** The events for changes to a consent. The previous row determines which event a change causes (ADR 25). */
import { eventTypeFor, eventScopeOf } from "@sheaf/domain/ConsentEvents"
import type { ConsentEventPayload } from "@sheaf/domain/ConsentEvents"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { ConsentEventType } from "@sheaf/domain/EventType"
import type { ConsentEnd, ConsentView, NewEvent } from "@sheaf/ports"
import { Effect, Option, Schema, Struct } from "effect"
import { bytes, selectList } from "../database/Columns.ts"
import type { PointReads } from "../database/PointReads.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { sealedRowIdOf, ViewRow } from "./ConsentRow.ts"
import * as Shapes from "./ConsentColumns.ts"

const BeforeRow = Schema.Struct({
  ...Struct.pick(ViewRow.fields, [
    "consentId",
    "clientId",
    "userId",
    "connectSessionId",
    "company",
    "status",
    "createdAt",
    "reference"
  ]),
  scope: Schema.NullOr(bytes)
})
type Before = typeof BeforeRow.Type

const decode = Schema.decodeUnknownSync(BeforeRow)

/**
 * Returns a function that reads a consent's state before a change. The caller must make its write fail if the consent
 * has changed since.
 */
export const previousStateReader = (points: PointReads["Service"]) =>
  points.prepare("find consent", `SELECT ${selectList(BeforeRow, "consentId")} FROM consent WHERE id = ?`, (row) =>
    Effect.succeed(decode(row))
  )

type Change = Pick<ConsentView, "expiresAt" | "failure" | "revokedAt" | "scope" | "status" | "statusChangedAt"> &
  Pick<ConsentEnd, "at">

/** Omits the client's reference if it cannot be decrypted. */
const ofType = Effect.fnUntraced(function* (
  type: ConsentEventType,
  sealed: ColumnSealer,
  before: Omit<Before, "scope" | "status">,
  { at, expiresAt, failure, revokedAt, scope, status, statusChangedAt }: Change
) {
  const { clientId, company, connectSessionId, consentId, createdAt, reference, userId } = before
  const opened = sealed.openOptional(Shapes.reference, sealedRowIdOf(before), reference)
  const clientReference = Option.getOrUndefined(yield* Effect.option(opened))
  const facts: ConsentEventPayload = {
    consentId,
    company,
    status,
    createdAt,
    statusChangedAt,
    expiresAt,
    scope: eventScopeOf(scope),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(failure !== undefined && { failure }),
    ...(connectSessionId !== null && { connectSessionId }),
    ...(clientReference !== undefined && { clientReference })
  }
  const event: NewEvent = { type, clientId, userId, at, facts }
  return event
})

export const eventOf = (
  sealed: ColumnSealer,
  before: Before,
  change: Change
): Effect.Effect<ReadonlyArray<NewEvent>> => {
  const type = eventTypeFor(before.status, change.status)
  return type === undefined ? Effect.succeed([]) : Effect.map(ofType(type, sealed, before, change), (event) => [event])
}

/** Used if the scope cannot be decrypted. */
const noScope: Psd2AisConsentScope = { type: "PSD2_AIS", balances: false, transactions: false }

const scopeIn = (sealed: ColumnSealer, before: Before) =>
  Effect.map(
    Effect.option(sealed.openOptional(Shapes.scope, sealedRowIdOf(before), before.scope)),
    (opened) => Option.getOrUndefined(opened) ?? noScope
  )

const ExpiringRow = Schema.Struct({
  ...BeforeRow.fields,
  ...Struct.pick(ViewRow.fields, ["statusChangedAt", "expiresAt"])
})

const decodeExpiring = Schema.decodeUnknownSync(ExpiringRow)

export const expiringColumns = selectList(ExpiringRow, "consentId")

export const expiringEvent = (sealed: ColumnSealer, row: unknown, at: number) => {
  const found = decodeExpiring(row)
  return Effect.flatMap(scopeIn(sealed, found), (scope) =>
    ofType("consent.expiring", sealed, found, { ...found, at, scope })
  )
}

/** Returns an event unless the consent had already ended. */
export const abandonmentEventOf = (sealed: ColumnSealer, before: Before, end: ConsentEnd) =>
  Effect.flatMap(scopeIn(sealed, before), (scope) => eventOf(sealed, before, { ...end, scope }))
