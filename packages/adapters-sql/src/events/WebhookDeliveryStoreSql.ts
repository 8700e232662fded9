/** Stores webhook deliveries in SQL (spec 6). */
import { DeliveryErrorCode, WebhookAttempt } from "@sheaf/domain/WebhookAttempt"
import { ChangeSignals, endpointChangeTopic, WebhookDeliveryStore } from "@sheaf/ports"
import type { EventRange, NewAttempt, DeliveryRound, StoredAttempt } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { concurrencyOf, lockClause, runStatement } from "../database/Dialect.ts"
import type { Concurrency } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { wherePage } from "../processes/ListPages.ts"
import { inList, literal, Statement, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as Outbox from "./Outbox.ts"
import * as WebhookAttempts from "./WebhookAttempts.ts"
import * as Row from "./WebhookEndpointRow.ts"

type DeliveryStore = WebhookDeliveryStore["Service"]

const decodeDue = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ eventId: Schema.String, attempts: Schema.Finite, dueAt: Schema.Finite }))
)

const decodeEvents = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ eventId: Schema.String })))

const decodeAttempts = Schema.decodeUnknownSync(
  Schema.Array(
    Schema.Struct({
      attemptId: Schema.String,
      eventId: Schema.String,
      type: WebhookAttempt.fields.type,
      attempt: Schema.Finite,
      at: Schema.Finite,
      durationMillis: Schema.Finite,
      status: Schema.NullOr(Schema.Finite),
      fault: Schema.NullOr(DeliveryErrorCode),
      code: Schema.NullOr(Schema.String)
    })
  )
)

export const attemptColumns = `id AS "attemptId", event_id AS "eventId", type, attempt, at, duration AS "durationMillis", status,
  fault, code`

const toAttempt = ({ code, fault, status, ...rest }: ReturnType<typeof decodeAttempts>[number]): StoredAttempt => ({
  ...rest,
  ...(status !== null && { status }),
  ...(fault !== null && { fault }),
  ...(code !== null && { code })
})

export const readAttempts = (rows: unknown): ReadonlyArray<StoredAttempt> => decodeAttempts(rows).map(toAttempt)

/**
 * The number of rows in a full INSERT statement. All full statements have the same text, so the database prepares it
 * only once.
 */
const rowsAtOnce = 32

/** Yields INSERT statements for these rows, each with as many rows as possible. */
const insertedRows = function* <Row>(
  into: string,
  rows: ReadonlyArray<Row>,
  valuesOf: (row: Row) => Statement["values"],
  end: Statement = literal("")
): Generator<Statement, void> {
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at >= rowsAtOnce ? rowsAtOnce : 1
    const values = rows.slice(at, at + count).map(valuesOf)
    const places = values.map((each) => `(${each.map(() => "?").join(", ")})`).join(", ")
    yield* new Statement(`INSERT INTO ${into} VALUES ${places} ${end.text}`, [...values.flat(), ...end.values]).unread
    at += count
  }
}

const intoAttempts =
  "webhook_attempt (endpoint_id, at, id, event_id, type, attempt, duration, status, fault, code, user_id)" as const

const unlessRecorded = literal("ON CONFLICT DO NOTHING")

const attemptValues =
  (endpointId: string) =>
  ({ at, attempt, attemptId, code, durationMillis, eventId, fault, status, type, userId }: NewAttempt) => [
    endpointId,
    at,
    attemptId,
    eventId,
    type,
    attempt,
    durationMillis,
    status ?? null,
    fault ?? null,
    code ?? null,
    userId ?? null
  ]

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))

const erasedUsers = function* (clientId: string, userIds: ReadonlyArray<string>) {
  const found = yield* statement`SELECT id FROM app_user
    WHERE id IN ${inList(userIds)} AND client_id = ${clientId} AND erased_at IS NOT NULL`
  return new Set(decodeIds(found).map(({ id }) => id))
}

/** Stores the remaining range of a replay, unless the client has started another replay. */
const continueReplay = (endpointId: string, from: EventRange, rest: EventRange | undefined) =>
  statement`UPDATE webhook_endpoint SET replay_batch = ${rest?.after.batch ?? null}, replay_seq = ${rest?.after.seq ?? null},
      replay_until_batch = ${rest?.until.batch ?? null}, replay_until_seq = ${rest?.until.seq ?? null}
    WHERE id = ${endpointId} AND replay_batch = ${from.after.batch} AND replay_seq = ${from.after.seq}
    AND replay_until_batch = ${from.until.batch} AND replay_until_seq = ${from.until.seq}`.unread

interface RecordLocks {
  readonly share: Concurrency["share"]
  /** SQL to append to a SELECT, so that it locks its rows against changes. */
  readonly shared: string
}

/**
 * Advances the endpoint's position. If the position has changed since the round began, changes nothing and returns
 * `isMoved: false`.
 */
const moveEndpoint = function* (round: DeliveryRound, shared: string) {
  const { disable, endpointId, firstFailedAt, from, to } = round
  const [row] = yield* statement`UPDATE webhook_endpoint SET batch = ${to.batch}, seq = ${to.seq},
      first_failed_at = ${firstFailedAt ?? null}, disabled_at = coalesce(disabled_at, ${disable?.at ?? null}),
      disabled_reason = coalesce(disabled_reason, ${disable?.reason ?? null})
    WHERE id = ${endpointId} AND batch = ${from.batch} AND seq = ${from.seq}
    RETURNING disabled_at AS "disabledAt"`
  if (row !== undefined)
    return { isMoved: true, isKnown: true, isDisabled: "disabledAt" in row && row.disabledAt !== null }
  const known = yield* statement`SELECT id FROM webhook_endpoint WHERE id = ${endpointId} ${literal(shared)}`
  return { isMoved: false, isKnown: known.length > 0, isDisabled: false }
}

/**
 * Deletes completed deliveries and writes retries, unless a client has requested the delivery again in the meantime.
 */
const writeDeliveries = function* ({ done, endpointId, startedAt }: DeliveryRound, retries: DeliveryRound["retries"]) {
  const isOld = statement`(webhook_delivery.attempts > 0 OR webhook_delivery.due_at <= ${startedAt})`
  for (let at = 0; at < done.length; at += batchSize) {
    const some = inList(done.slice(at, at + batchSize))
    yield* statement`DELETE FROM webhook_delivery WHERE endpoint_id = ${endpointId} AND event_id IN ${some}
      AND ${isOld}`.unread
  }
  yield* insertedRows(
    "webhook_delivery (endpoint_id, event_id, attempts, due_at)",
    retries,
    ({ attempts, dueAt, eventId }) => [endpointId, eventId, attempts, dueAt],
    statement`ON CONFLICT (endpoint_id, event_id) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at
      WHERE ${isOld}`
  )
}

/**
 * Records a round of deliveries. If the endpoint's position has changed since the round began, records only the
 * attempts and returns false.
 */
const recordRound = function* (round: DeliveryRound, { share, shared }: RecordLocks) {
  const { attempts, clientId, endpointId, replay, retries } = round
  const userIds = new Set(attempts.flatMap(({ userId }) => userId ?? []))
  if (userIds.size > 0) yield* share(Outbox.userLockName(clientId))
  const { isDisabled, isKnown, isMoved } = yield* moveEndpoint(round, shared)
  if (!isKnown) return false
  const erased = userIds.size === 0 ? new Set<string>() : yield* erasedUsers(clientId, [...userIds])
  const isErased = ({ userId }: NewAttempt) => userId !== undefined && erased.has(userId)
  const gone = new Set(attempts.filter(isErased).map(({ eventId }) => eventId))
  const kept = attempts.filter((attempt) => !isErased(attempt))
  yield* insertedRows(intoAttempts, kept, attemptValues(endpointId), unlessRecorded)
  if (!isMoved) return false
  if (replay !== undefined) yield* continueReplay(endpointId, replay.from, replay.rest)
  if (isDisabled) yield* statement`DELETE FROM webhook_delivery WHERE endpoint_id = ${endpointId}`.unread
  else {
    const remaining = retries.filter(({ eventId }) => !gone.has(eventId))
    yield* writeDeliveries(round, remaining)
  }
  return true
}

const makeWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const { publish } = yield* ChangeSignals
  const locks: RecordLocks = { share: concurrencyOf(sql).share, shared: lockClause(sql, "shared") }

  // Losing this record would only repeat some deliveries. Full durability is therefore needed only when the record
  // disables an endpoint.
  const record: DeliveryStore["record"] = (round) => {
    const recorded = units.run(() => recordRound(round, locks))
    return (round.disable === undefined ? recorded : withFullDurability(recorded)).pipe(
      mapToStoreError("record deliveries")
    )
  }

  const recordTest: DeliveryStore["recordTest"] = (endpointId, attempt) =>
    units
      .run(function* () {
        const known = yield* statement`SELECT id FROM webhook_endpoint WHERE id = ${endpointId}`
        if (known.length === 0) return false
        yield* insertedRows(intoAttempts, [attempt], attemptValues(endpointId))
        return true
      })
      .pipe(mapToStoreError("record test"))

  const redeliver: DeliveryStore["redeliver"] = (endpointIds, eventId, at) =>
    units
      .run(function* () {
        for (const endpointId of endpointIds) {
          yield* statement`INSERT INTO webhook_delivery (endpoint_id, event_id, attempts, due_at)
            SELECT id, ${eventId}, 0, ${at} FROM webhook_endpoint WHERE id = ${endpointId} AND disabled_at IS NULL
            ON CONFLICT (endpoint_id, event_id) DO UPDATE SET attempts = 0, due_at = excluded.due_at`.unread
        }
        return true
      })
      .pipe(
        withFullDurability,
        mapToStoreError("redeliver event"),
        Effect.ensuring(Effect.forEach(endpointIds, (id) => publish(endpointChangeTopic(id)), { discard: true }))
      )

  const eraseBefore: DeliveryStore["eraseBefore"] = (before) =>
    Effect.gen(function* () {
      const endpoints = decodeIds(yield* sql`SELECT id FROM webhook_endpoint`)
      for (const { id } of endpoints) yield* WebhookAttempts.erase(units, id, before)
      yield* sql`DELETE FROM webhook_delivery WHERE due_at < ${before}`
    }).pipe(mapToStoreError("erase attempts"))

  return { record, recordTest, redeliver, eraseBefore }
})

export const layer = Layer.effect(
  WebhookDeliveryStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Row.make

    return WebhookDeliveryStore.of({
      ...(yield* makeWrites),
      state: (endpointId) =>
        sql`SELECT ${sql.literal(Row.columns)} FROM webhook_endpoint
          WHERE id = ${endpointId} AND disabled_at IS NULL`.pipe(
          Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : rows.toState(row))),
          mapToStoreError("read webhook endpoint")
        ),
      waiting: (endpointId, limit) =>
        sql`SELECT event_id AS "eventId", attempts, due_at AS "dueAt" FROM webhook_delivery
          WHERE endpoint_id = ${endpointId} ORDER BY due_at LIMIT ${limit}`.pipe(
          Effect.map(decodeDue),
          mapToStoreError("read due deliveries")
        ),
      delivered: (endpointId, eventIds) =>
        runStatement(
          sql,
          statement`SELECT DISTINCT event_id AS "eventId" FROM webhook_attempt
            WHERE event_id IN ${inList(eventIds)} AND endpoint_id = ${endpointId} AND fault IS NULL`
        ).pipe(
          Effect.map((found) => new Set(decodeEvents(found).map(({ eventId }) => eventId))),
          mapToStoreError("read delivered events")
        ),
      attempt: (endpointId, eventId) =>
        sql`SELECT ${sql.literal(attemptColumns)} FROM webhook_attempt
          WHERE event_id = ${eventId} AND endpoint_id = ${endpointId} ORDER BY at, id LIMIT 1`.pipe(
          Effect.map((found) => Option.fromUndefinedOr(decodeAttempts(found)[0]).pipe(Option.map(toAttempt))),
          mapToStoreError("read attempt")
        ),
      attempts: ({ after, asOf, clientId, endpointId, limit }) =>
        sql`SELECT ${sql.literal(attemptColumns)} FROM webhook_attempt WHERE ${sql.and([
          sql`endpoint_id IN (SELECT id FROM webhook_endpoint WHERE id = ${endpointId} AND client_id = ${clientId})`,
          ...wherePage(sql, "at", { after, asOf })
        ])} ORDER BY at DESC, id DESC LIMIT ${limit}`.pipe(
          Effect.map((found) => readAttempts(found)),
          mapToStoreError("list attempts")
        )
    })
  })
)
