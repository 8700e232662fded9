/** Stores users in SQL. The external id is sealed and has a blind index (spec 5). */
import { ChangeSignals, erasedIdRetentionMillis, UserStore } from "@sheaf/ports"
import type { BlindIndex, NewEvent, StoredUser } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bytes, selectList } from "../database/Columns.ts"
import { concurrencyOf } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import * as ListPages from "../processes/ListPages.ts"
import * as Outbox from "../events/Outbox.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { externalIdColumn } from "./ExternalIdColumn.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { writeDurably } from "../database/DurableWrite.ts"
import { withoutInterceptor } from "../unitsOfWork/UnitInterceptor.ts"
import { inList, insertClause, statement, setClause } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const UserRow = Schema.Struct({
  userId: Schema.String,
  clientId: Schema.String,
  externalId: bytes,
  createdAt: Schema.Finite,
  generation: Schema.Finite,
  sessionsEndedAt: Schema.NullOr(Schema.Finite)
})

const decodeUser = Schema.decodeUnknownSync(UserRow)
const decodeErasedAt = Schema.decodeUnknownSync(Schema.Struct({ erasedAt: Schema.NullOr(Schema.Finite) }))
const decodeErasures = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ userId: Schema.String, clientId: Schema.String }))
)

const columns = selectList(UserRow, "userId")

const sealedRow = ({ clientId, userId }: Pick<StoredUser, "clientId" | "userId">): ColumnSealer.SealedRowId => ({
  clientId,
  id: userId
})

type Store = UserStore["Service"]

const indexOf = (sealed: ColumnSealer.ColumnSealer, clientId: string, externalId: string) =>
  sealed.blindIndex(externalIdColumn.name, clientId, externalId)

const lookup = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const units = yield* UnitsOfWork
  const toUser = (row: unknown) => {
    const { externalId, sessionsEndedAt, ...rest } = decodeUser(row)
    return Effect.map(sealed.open(externalIdColumn, sealedRow(rest), externalId), (opened): StoredUser => ({
      ...rest,
      externalId: opened,
      ...(sessionsEndedAt !== null && { sessionsEndedAt })
    }))
  }
  const byId = points.prepare(
    "read user",
    `SELECT ${columns} FROM app_user WHERE id = ? AND client_id = ? AND erased_at IS NULL`,
    toUser
  )
  const byExternalId = points.prepare(
    "read user",
    `SELECT ${columns} FROM app_user WHERE client_id = ? AND external_id_index = ?`,
    toUser
  )
  const hashAgain = (userId: string, before: Uint8Array, { written }: BlindIndex) =>
    writeDurably(
      units,
      "hash external id again",
      statement`UPDATE app_user SET ${setClause({ external_id_index: written })}
          WHERE id = ${userId} AND external_id_index = ${before} RETURNING id`
    )

  /** Also replaces the user's stored hash if it was not computed with the current pepper. */
  const findByExternalId: Store["findByExternalId"] = Effect.fnUntraced(function* (clientId, externalId) {
    const index = indexOf(sealed, clientId, externalId)
    for (const hash of index.inTurn) {
      const found = yield* byExternalId(clientId, hash)
      if (Option.isNone(found)) continue
      if (!index.isCurrent(hash)) yield* withoutInterceptor(hashAgain(found.value.userId, hash, index))
      return found
    }
    return Option.none()
  })

  const list: Store["list"] = (query) =>
    ListPages.selectPage(sql, { name: "app_user", columns }, query, { all: [sql`erased_at IS NULL`] }).pipe(
      mapToStoreError("list users"),
      Effect.flatMap((rows) => Effect.forEach(rows, toUser))
    )

  return { find: (clientId, userId) => byId(userId, clientId), findByExternalId, list } satisfies Partial<Store>
})

/** If several writers create a user with the same external id, one of them creates the user and the others find it. */
const creation = Effect.fnUntraced(function* (
  sealed: ColumnSealer.ColumnSealer,
  findByExternalId: Store["findByExternalId"]
) {
  const units = yield* UnitsOfWork
  const { lock } = concurrencyOf(yield* SqlClient.SqlClient)

  const create: Store["create"] = Effect.fnUntraced(function* (user) {
    const { clientId, createdAt, externalId, userId } = user
    const known = yield* findByExternalId(clientId, externalId)
    if (Option.isSome(known)) return { user: known.value, created: false }
    const index = indexOf(sealed, clientId, externalId)
    const row = {
      id: userId,
      client_id: clientId,
      external_id: yield* sealed.seal(externalIdColumn, sealedRow(user), externalId),
      external_id_index: index.written,
      created_at: createdAt,
      generation: 0
    }
    const isCreated = yield* units
      .run(function* () {
        if (index.all.length > 1) {
          // The unique index alone cannot prevent duplicates, because nodes may list their peppers in different orders.
          for (const hash of index.inOrder) yield* lock(hash)
          const known = yield* statement`SELECT id FROM app_user
              WHERE client_id = ${clientId} AND external_id_index IN ${inList(index.all)}`
          if (known.length > 0) return false
        }
        const created = yield* statement`INSERT INTO app_user ${insertClause(row)}
            ON CONFLICT (client_id, external_id_index) WHERE external_id_index IS NOT NULL DO NOTHING RETURNING id`
        return created.length > 0
      })
      .pipe(withFullDurability, mapToStoreError("create user"))
    if (isCreated) return { user: { ...user, generation: 0 }, created: true }
    // Another writer created the user first. The next attempt returns that user, or creates a new one if it has been
    // erased in the meantime.
    return yield* create(user)
  })

  return { create } satisfies Partial<Store>
})

const sessionEnd = Effect.gen(function* () {
  const { publish } = yield* ChangeSignals
  const units = yield* UnitsOfWork
  return {
    endSessions: (clientId, userId, at) =>
      writeDurably(
        units,
        "end sessions",
        statement`UPDATE app_user SET generation = generation + 1,
              sessions_ended_at = CASE WHEN sessions_ended_at > ${at} THEN sessions_ended_at ELSE ${at} END
            WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL RETURNING id`
      ).pipe(Effect.ensuring(publish(userId)))
  } satisfies Partial<Store>
})

/**
 * Replaces users with tombstones and erases everything that could be used to find them. Only the hashes of their
 * external ids are kept for a while.
 */
const erasure = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const { publish } = yield* ChangeSignals
  const points = yield* PointReads
  const units = yield* UnitsOfWork
  const { lock } = concurrencyOf(sql)
  const lastErased = points.prepare(
    "read erasure",
    `SELECT MAX(erased_at) AS "erasedAt" FROM app_user WHERE client_id = ? AND erased_index = ?`,
    (row) => Effect.succeed(decodeErasedAt(row).erasedAt)
  )

  return {
    erase: (clientId, userId, at) =>
      units
        .run(function* () {
          yield* lock(Outbox.userLockName(clientId))
          const erased = yield* statement`UPDATE app_user SET erased_at = ${at}, external_id = NULL,
                erased_index = external_id_index, external_id_index = NULL, created_at = NULL,
                generation = 0, test = NULL, sessions_ended_at = NULL
              WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NULL RETURNING id`
          return erased.length > 0
        })
        .pipe(withFullDurability, mapToStoreError("erase user"), Effect.ensuring(publish(userId))),
    erasedAt: Effect.fnUntraced(function* (clientId, externalId) {
      const last = yield* Effect.forEach(indexOf(sealed, clientId, externalId).all, (hash) =>
        lastErased(clientId, hash)
      )
      const now = yield* Clock.currentTimeMillis
      const times = last.flatMap((at) => Option.toArray(Option.flatMap(at, Option.fromNullOr)))
      return times.length === 0
        ? Option.none()
        : Option.filter(Option.some(Math.max(...times)), (at) => now - at < erasedIdRetentionMillis)
    }),
    forgetErasedIds: (erasedBefore) =>
      sql`UPDATE app_user SET erased_index = NULL
          WHERE erased_index IS NOT NULL AND erased_at < ${erasedBefore}`.pipe(
        sql.withTransaction,
        Effect.asVoid,
        mapToStoreError("forget erased ids")
      )
  } satisfies Partial<Store>
})

const erasureEnd = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const outbox = yield* Outbox.make(sealed)
  return {
    erasures: sql`SELECT id AS "userId", client_id AS "clientId" FROM app_user
        WHERE erased_at IS NOT NULL AND erasure_finished_at IS NULL ORDER BY erased_at`.pipe(
      mapToStoreError("find erasures"),
      Effect.map((rows) => decodeErasures(rows))
    ),
    erased: Effect.fnUntraced(function* ({ clientId, userId }) {
      const at = yield* Clock.currentTimeMillis
      const events: ReadonlyArray<NewEvent> = [{ type: "user.erased", clientId, at, facts: { userId, erasedAt: at } }]
      const insertions = yield* outbox.insertions(events)
      const write = units.run(function* () {
        const finished = yield* statement`UPDATE app_user SET erasure_finished_at = ${at}
            WHERE id = ${userId} AND client_id = ${clientId} AND erased_at IS NOT NULL AND erasure_finished_at IS NULL
            RETURNING id`
        if (finished.length === 0) return
        for (const each of [...outbox.erasureOf(clientId, userId), ...insertions]) yield* each
      })
      yield* outbox.announcing(events)(write)
    }, mapToStoreError("finish erasure"))
  } satisfies Partial<Store>
})

export const layer = Layer.effect(
  UserStore,
  Effect.gen(function* () {
    const sealed = yield* ColumnSealer.make
    const found = yield* lookup(sealed)
    return UserStore.of({
      ...found,
      ...(yield* creation(sealed, found.findByExternalId)),
      ...(yield* sessionEnd),
      ...(yield* erasure(sealed)),
      ...(yield* erasureEnd(sealed))
    })
  })
)
