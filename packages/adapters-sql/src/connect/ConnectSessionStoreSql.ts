/** Stores Connect sessions in SQL (spec 13). The transaction that ends or confirms a session also adds its event. */
import { eventTypeFor } from "@sheaf/domain/ConnectEvents"
import { overdueStatus } from "@sheaf/domain/ConnectSession"
import { ConnectSessionStore, isSessionConfirmed } from "@sheaf/ports"
import type {
  BlindIndex,
  ConnectSessionChange,
  ConnectSessionQuery,
  NewEvent,
  StoredConnectSession,
  CurrentHash
} from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as ListPages from "../processes/ListPages.ts"
import * as Outbox from "../events/Outbox.ts"
import { insertClause, statement, setClause } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { isNotErased } from "../users/LiveUsers.ts"
import * as Row from "./ConnectSessionRow.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { rowShards } from "../processes/ProcessRows.ts"

/** Returns one event if the change ends or confirms the session, and otherwise none. */
const eventsOf = (
  session: StoredConnectSession,
  change: ConnectSessionChange,
  now: number
): ReadonlyArray<NewEvent> => {
  const { clientId, connectSessionId, createdAt, purpose, terms, userId } = session
  const isConfirmed = isSessionConfirmed({ ...change, terms })
  const type = eventTypeFor(
    { status: session.status, isConfirmed: isSessionConfirmed(session) },
    { status: change.status, isConfirmed }
  )
  if (type === undefined || change.status === "OPEN") return []
  const { endedAt, status } = change
  const ofUser = { ...(userId !== undefined && { userId }) }
  return [
    {
      type,
      clientId,
      ...ofUser,
      at: type === "connect_session.confirmed" ? now : endedAt,
      facts: {
        connectSessionId,
        purpose,
        status,
        ...ofUser,
        createdAt,
        endedAt,
        ...(terms.returnTo && { confirmed: isConfirmed }),
        ...(terms.clientReference !== undefined && { clientReference: terms.clientReference })
      }
    }
  ]
}

type Store = ConnectSessionStore["Service"]

/** The hashes do not depend on the client, because the client is not known yet when a browser arrives. */
const indexOf = (
  sealed: ColumnSealer.ColumnSealer,
  proof: "browser" | "link",
  connectSessionId: string,
  secret: Redacted.Redacted
) => sealed.blindIndex(`connect_${proof}`, ColumnSealer.serviceTenant, `${connectSessionId}/${Redacted.value(secret)}`)

const lookup = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const prepared = (condition: string) =>
    points.prepare(
      "read Connect session",
      `SELECT ${Row.columns} FROM connect_session WHERE id = ?${condition}`,
      (row) => Row.toSession(sealed, row)
    )
  const byClient = prepared(" AND client_id = ?")
  const byLink = prepared(" AND link_hash = ?")
  const byBrowser = prepared(" AND ? IN (browser_hash, window_hash)")
  const byId = prepared("")
  const findBy = Effect.fnUntraced(function* (find: typeof byLink, connectSessionId: string, index: BlindIndex) {
    for (const hash of index.all) {
      const found = yield* find(connectSessionId, hash)
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  const conditionsOf = ({ now, statusIn }: ConnectSessionQuery) =>
    statusIn?.flatMap((status) => [
      status === "OPEN" ? sql`(status = 'OPEN' AND expires_at > ${now})` : sql`status = ${status}`,
      ...(status === overdueStatus ? [sql`(status = 'OPEN' AND expires_at <= ${now})`] : [])
    ])

  return {
    list: ({ statusIn, ...query }) =>
      ListPages.selectPage(sql, { name: "connect_session", columns: Row.columns }, query, {
        anyStatus: conditionsOf({ ...query, ...(statusIn && { statusIn }) })
      }).pipe(
        mapToStoreError("list Connect sessions"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toSession(sealed, row)))
      ),
    find: (clientId, connectSessionId) => byClient(connectSessionId, clientId),
    byLink: (connectSessionId, link) =>
      findBy(byLink, connectSessionId, indexOf(sealed, "link", connectSessionId, link)),
    byBrowser: (connectSessionId, browser) =>
      findBy(byBrowser, connectSessionId, indexOf(sealed, "browser", connectSessionId, browser)),
    byId: (connectSessionId) => byId(connectSessionId),
    due: (connectSessionId) =>
      sql`SELECT ${sql.literal(Row.columns)} FROM connect_session
          WHERE id = ${connectSessionId} AND due_at IS NOT NULL`.pipe(
        mapToStoreError("find Connect session"),
        Effect.flatMap(([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(Row.toSession(sealed, row))))
      )
  } satisfies Partial<Store>
})

const addition = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* rowShards
  return {
    add: Effect.fnUntraced(function* (session, link) {
      const { clientId, connectSessionId, progress, terms, userId } = session
      const at = Row.sealedRowIdOf(session)
      const row = {
        id: connectSessionId,
        client_id: clientId,
        user_id: userId ?? null,
        purpose: session.purpose,
        status: session.status,
        unconfirmed: isSessionConfirmed(session) ? 0 : 1,
        revision: session.revision,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
        due_at: session.expiresAt,
        shard: shard.choose(),
        link_hash: indexOf(sealed, "link", connectSessionId, link).written,
        terms: yield* sealed.seal(Row.terms, at, terms),
        progress: yield* sealed.seal(Row.progress, at, progress)
      }
      return yield* units
        .run(function* (): Generator<Statement, boolean> {
          if (userId !== undefined && !(yield* isNotErased(sql, clientId, userId))) return false
          yield* statement`INSERT INTO connect_session ${insertClause(row)}`.unread
          return true
        })
        .pipe(withFullDurability, mapToStoreError("add Connect session"))
    })
  } satisfies Partial<Store>
})

/** Changes a session unless it has changed since it was read. Adds an event if the session ends. */
const changes = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const units = yield* UnitsOfWork
  const outbox = yield* Outbox.make(sealed)

  const changed = Effect.fnUntraced(function* (
    operation: string,
    found: StoredConnectSession,
    change: ConnectSessionChange,
    more: Readonly<Record<string, CurrentHash>> = {}
  ) {
    const { expiresAt, progress } = change
    const now = yield* Clock.currentTimeMillis
    const isConfirmed = isSessionConfirmed({ progress, terms: found.terms })
    const ended = change.status === "OPEN" ? undefined : change
    const values = {
      status: change.status,
      unconfirmed: isConfirmed ? 0 : 1,
      revision: found.revision + 1,
      expires_at: expiresAt,
      ended_at: ended?.endedAt ?? null,
      discard_at: ended?.discardAt ?? null,
      due_at: ended === undefined ? expiresAt : (ended.discardAt ?? null),
      progress: yield* sealed.seal(Row.progress, Row.sealedRowIdOf(found), progress),
      ...more
    }
    const events = eventsOf(found, change, now)
    const insertions = yield* outbox.insertions(events)
    const unit = units.run(function* (): Generator<Statement, boolean> {
      const rows = yield* statement`UPDATE connect_session SET ${setClause(values)}
          WHERE id = ${found.connectSessionId} AND revision = ${found.revision} RETURNING id`
      if (rows.length === 0) return false
      for (const insertion of insertions) yield* insertion
      if (isConfirmed && !isSessionConfirmed(found)) yield* outbox.release(found.connectSessionId, now)
      return true
    })
    return yield* unit.pipe(withFullDurability, outbox.announcing(events), mapToStoreError(operation))
  })

  return {
    bind: (found, browser, change, place = "browser") =>
      changed("bind Connect session", found, change, {
        [`${place}_hash`]: indexOf(sealed, "browser", found.connectSessionId, browser).written
      }),
    change: (found, change) => changed("change Connect session", found, change)
  } satisfies Partial<Store>
})

const erasure = Effect.gen(function* () {
  const units = yield* UnitsOfWork
  const eraseEndedOnce = (before: number) =>
    units.run(function* () {
      const erased = yield* statement`DELETE FROM connect_session WHERE id IN
          (SELECT id FROM connect_session WHERE ended_at <= ${before} AND discard_at IS NULL LIMIT ${batchSize}) RETURNING id`
      return erased.length
    })

  return {
    eraseEnded: (before) =>
      repeatInBatches(eraseEndedOnce(before)).pipe(Effect.asVoid, mapToStoreError("erase Connect sessions")),
    eraseOfUser: (clientId, userId) =>
      units
        .run(function* () {
          yield* statement`DELETE FROM connect_session WHERE client_id = ${clientId} AND user_id = ${userId}`.unread
        })
        .pipe(withFullDurability, mapToStoreError("erase Connect sessions"))
  } satisfies Partial<Store>
})

export const layer = Layer.effect(
  ConnectSessionStore,
  Effect.gen(function* () {
    const sealed = yield* ColumnSealer.make
    return ConnectSessionStore.of({
      ...(yield* lookup(sealed)),
      ...(yield* addition(sealed)),
      ...(yield* changes(sealed)),
      ...(yield* erasure)
    })
  })
)
