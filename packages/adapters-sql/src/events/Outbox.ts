/** Adds events in the same unit of work as the change that they report, and wakes readers after the commit (ADR 25). */
import { EventContent, subjectOf } from "@sheaf/domain/EventContent"
import { ChangeSignals, eventTopic } from "@sheaf/ports"
import type { NewEvent } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lockClause, runStatement } from "../database/Dialect.ts"
import { column } from "../sealing/ColumnSealer.ts"
import type { SealedColumn, ColumnSealer } from "../sealing/ColumnSealer.ts"
import { inList, literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import * as EventIds from "./EventIds.ts"
import { commitOrderOf } from "./EventTables.ts"

/** If this schema changes, the new version needs the next number (`nextShape`). */
export const eventContent: SealedColumn<EventContent> = column("facts", EventContent)

interface WithheldRow {
  readonly seq: number
  readonly event_id: string
  readonly client_id: string
  readonly type: string
  readonly user_id: string | null
  readonly subject_id: string | null
  readonly facts: Uint8Array
}

/** Returns statements that erase all events that match the condition, with their deliveries and attempts. */
const erasureWhere = (condition: Statement): ReadonlyArray<Statement> => {
  const delivered = statement`event_id IN (SELECT event_id FROM event WHERE ${condition})`
  return [
    statement`DELETE FROM webhook_attempt WHERE ${delivered}`.unread,
    statement`DELETE FROM webhook_delivery WHERE ${delivered}`.unread,
    statement`DELETE FROM event WHERE ${condition}`.unread
  ]
}

export const erasureOfSubjects = (ids: ReadonlyArray<string>): ReadonlyArray<Statement> =>
  erasureWhere(statement`subject_id IN ${inList(ids)}`)

/**
 * This lock prevents deliveries from being recorded for a user who is being erased. Recording and erasure both take it
 * before they read the user.
 */
export const userLockName = (clientId: string): string => `users ${clientId}`

/**
 * Returns a function that creates SQL for the id of the Connect session that withholds an event. The value is NULL if
 * no session withholds it. An event about an unconfirmed session's data is withheld until the data can be read. The
 * lock makes a concurrent confirmation wait until the event has been added, so that the confirmation also releases this
 * event.
 */
const withholderIn = (sql: SqlClient.SqlClient) => {
  const shared = literal(lockClause(sql, "shared"))
  return (event: EventContent): Statement => {
    if (event.type !== "collection.completed" && event.type !== "collection.data_expired") return literal("NULL")
    const { connectSessionId } = event.facts
    return connectSessionId === undefined
      ? literal("NULL")
      : statement`(SELECT id FROM connect_session WHERE id = ${connectSessionId} AND unconfirmed = 1 ${shared})`
  }
}

/**
 * Moves the events withheld for a Connect session to the end of the event order, with the time `at`. Call it in the
 * unit of work that confirms the session, after changing the session's row.
 */
const release = function* (batch: Statement, connectSessionId: string, at: number): Generator<Statement, void> {
  const withheld = yield* statement<WithheldRow>`DELETE FROM event WHERE withheld_for = ${connectSessionId}
    RETURNING seq, event_id, client_id, type, user_id, subject_id, facts`
  const inOrder = withheld.toSorted((a, b) => Number(a.seq) - Number(b.seq))
  for (const { client_id, event_id, facts, subject_id, type, user_id } of inOrder) {
    yield* statement`INSERT INTO event (batch, event_id, client_id, type, at, user_id, subject_id, facts)
      VALUES (${batch}, ${event_id}, ${client_id}, ${type}, ${at}, ${user_id}, ${subject_id}, ${facts})`.unread
  }
}

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const { batch } = commitOrderOf(sql)
  const { publish } = yield* ChangeSignals

  const withholder = withholderIn(sql)

  const insertion = Effect.fnUntraced(function* ({ at, clientId, facts, type, userId }: NewEvent) {
    const id = EventIds.make(at)
    // After destructuring, the compiler no longer knows that the type and the content belong together.
    const value = { type, facts } as EventContent
    const bytes = yield* sealed.seal(eventContent, { clientId, id }, value)
    const { company: _, userId: __, ...subject } = subjectOf(value)
    const [subjectId = null] = Object.values(subject)
    return statement`INSERT INTO event (batch, event_id, client_id, type, at, user_id, subject_id, withheld_for, facts)
      VALUES (${batch}, ${id}, ${clientId}, ${type}, ${at}, ${userId ?? null}, ${subjectId}, ${withholder(value)},
        ${bytes})`.unread
  })

  const insertions = (events: ReadonlyArray<NewEvent>): Effect.Effect<ReadonlyArray<Statement>> =>
    Effect.forEach(events, insertion)

  const wake = (events: ReadonlyArray<Pick<NewEvent, "clientId">>) =>
    Effect.forEach(new Set(events.map(({ clientId }) => eventTopic(clientId))), publish, { discard: true })

  return {
    /**
     * Encrypts events and returns the statements that add them. Run these in the unit of work that makes the change.
     */
    insertions,
    /**
     * Runs a write that adds events, and then wakes their readers. Wakes them even after a failure, because the write
     * may have been committed.
     */
    announcing:
      (events: ReadonlyArray<NewEvent>) =>
      <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        events.length === 0 ? write : Effect.ensuring(write, wake(events)),
    release: (connectSessionId: string, at: number) => release(batch, connectSessionId, at),
    /** Adds events in the current transaction, and wakes readers after the commit. */
    add: Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
      for (const each of yield* insertions(events)) yield* runStatement(sql, each)
      if (events.length > 0) yield* sql.afterCommit(wake(events))
    }),
    /**
     * Returns statements that erase the events about a user's collections and consents, with their deliveries. Run them
     * in the transaction that erases the collections and consents. Attempts are erased too, because they can outlive
     * events whose retention has ended.
     */
    erasureOf: (clientId: string, userId: string): ReadonlyArray<Statement> => [
      ...erasureWhere(statement`client_id = ${clientId} AND user_id = ${userId}`),
      statement`DELETE FROM webhook_attempt WHERE user_id = ${userId}`.unread
    ]
  }
})

export type Outbox = Effect.Success<ReturnType<typeof make>>
