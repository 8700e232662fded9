/** Accepts new collections, and ends the earlier collections of the same session that they supersede (spec 2.1). */
import { loggedIn } from "@sheaf/domain/CollectionStatus"
import type {
  Acceptance,
  BlindIndex,
  CollectionStore,
  NewCollection,
  SessionStart,
  Standing,
  StartQuotas,
  Superseded
} from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as AdvancedRow from "./AdvancedRow.ts"
import * as CollectionOutbox from "./CollectionOutbox.ts"
import * as Row from "./CollectionRow.ts"
import * as Shapes from "./CollectionShapes.ts"
import * as OrderShape from "./OrderShape.ts"
import type { SealedColumns } from "../sealed/SealedColumns.ts"
import { concurrencyOf, read } from "../database/Dialect.ts"
import { promised } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import type { Outbox } from "../events/Outbox.ts"
import { asStoreError } from "../database/SqlFailure.ts"
import { anyOf, inserted, literal, statement, updated } from "../units/Statement.ts"
import type { Statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"
import * as RowShard from "../processes/RowShard.ts"
import * as Quotas from "../limits/Quotas.ts"
import { countUnattended } from "../consents/UsableConsents.ts"
import { isLive } from "../users/LiveUsers.ts"

/** Selects the running collections of a session that have never been in {@link loggedIn}. */
const ofSession = (columns: string, clientId: string, index: BlindIndex) =>
  statement<{ readonly id: string; readonly step: number; readonly revision: number }>`SELECT ${literal(columns)}
    FROM collection WHERE client_id = ${clientId} AND session_index IN ${anyOf(index.all)} AND ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM collection_history h WHERE h.collection_id = collection.id AND h.status = ${loggedIn})`

const isSame =
  ({ collectionId, revision, step }: Standing) =>
  (row: { readonly id: string; readonly step: number; readonly revision: number }): boolean =>
    row.id === collectionId && row.step === step && row.revision === revision

export const make = Effect.fnUntraced(function* (sealed: SealedColumns, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* Units
  const shard = yield* RowShard.make

  const beforeOf = CollectionOutbox.reader(yield* PointReads)

  const indexOf = (clientId: string, key: string) => sealed.blindIndex("session_index", clientId, key)

  const loginOf = (clientId: string, quotas: StartQuotas | undefined) =>
    Quotas.indexOf(sealed, clientId, quotas?.openOrders)

  const concurrency = concurrencyOf(sql)
  const { lock } = concurrency
  const hasRoom = Quotas.runningCheck(concurrency)
  const isInTotal = Quotas.connectSessionCheck(concurrency)

  const rowOf = Effect.fnUntraced(function* ({
    deadline,
    identity,
    order,
    products,
    inSession,
    quotas,
    visit
  }: NewCollection) {
    const at = Row.sealedRow(identity)
    const { leftovers = [] } = inSession ?? {}
    return {
      id: identity.collectionId,
      client_id: identity.clientId,
      company: identity.company,
      market: identity.market,
      login_method: identity.loginMethod ?? Row.noLoginMethod,
      user_id: identity.userId ?? null,
      connect_session_id: identity.connectSessionId ?? null,
      products: Row.formatProducts(products),
      status: identity.status,
      revision: identity.revision,
      created_at: identity.createdAt,
      status_changed_at: identity.statusChangedAt,
      deadline,
      shard: shard.choose(),
      due_at: identity.createdAt,
      step: 0,
      reference: yield* sealed.sealOptional(Shapes.reference, at, identity.attributes),
      reference_index:
        Row.referenceIndex(sealed, identity.clientId, identity.attributes?.["EXTERNAL_REFERENCE"])?.written ?? null,
      placed_order: yield* sealed.seal(OrderShape.order, at, order),
      ...Row.consentOf(order),
      login_index: loginOf(identity.clientId, quotas)?.written ?? null,
      session_index: inSession === undefined ? null : indexOf(identity.clientId, inSession.key).written,
      visit: yield* sealed.sealOptional(Shapes.visit, at, visit),
      leftovers: leftovers.length === 0 ? null : yield* sealed.seal(OrderShape.leftovers, at, leftovers)
    }
  })

  const endOf = (clientId: string) =>
    Effect.fnUntraced(function* ({ end, found }: Superseded) {
      const row = yield* AdvancedRow.make(sealed, { clientId, id: found.collectionId }, found.step + 1, end)
      const before = yield* beforeOf(found)
      return {
        found,
        end,
        row,
        events: Option.match(before, { onNone: () => [], onSome: (it) => CollectionOutbox.of(it, [end]) })
      }
    })

  const accept = Effect.fnUntraced(function* (collection: NewCollection) {
    const { identity, inSession, quotas, unattended } = collection
    const { clientId, collectionId, connectSessionId, createdAt, revision, status, userId } = identity
    const { key, superseded = [] }: Partial<SessionStart> = inSession ?? {}
    const row = yield* rowOf(collection)
    const login = loginOf(clientId, quotas)
    const ends = yield* Effect.forEach(superseded, endOf(clientId))
    const events = ends.flatMap((each) => each.events)
    const insertions = yield* outbox.insertions(events)
    return yield* units
      .share(function* (): Generator<Statement, Acceptance> {
        if (userId !== undefined && !(yield* isLive(sql, clientId, userId))) return "USER_ERASED"
        if (key !== undefined) {
          const index = indexOf(clientId, key)
          for (const hash of index.inOrder) yield* lock(hash)
          const found = yield* ofSession("id, step, revision", clientId, index)
          const isCurrent = found.length === ends.length && ends.every((each) => found.some(isSame(each.found)))
          if (!isCurrent) return "SESSION_CHANGED"
        }
        if (quotas !== undefined) {
          const { connectSessionStarts, openOrders, runningCollections } = quotas
          const ending = ends.map(({ found }) => found.collectionId)
          if (!(yield* hasRoom(clientId, runningCollections, ending.length))) return "TOO_MANY_RUNNING"
          if (!(yield* Quotas.hasOrder(concurrency, clientId, login, openOrders, ending))) return "TOO_MANY_ORDERS"
          if (!(yield* isInTotal(clientId, connectSessionId, connectSessionStarts)))
            return "TOO_MANY_IN_CONNECT_SESSION"
        }
        if (unattended !== undefined && !(yield* countUnattended(unattended))) return "UNATTENDED_LIMIT"
        for (const { end, found, row: ended } of ends) {
          yield* statement`UPDATE collection SET ${updated(ended)} WHERE id = ${found.collectionId}`.unread
          yield* Row.remember(found.collectionId, end)
        }
        yield* statement`INSERT INTO collection ${inserted(row)}`.unread
        for (const insertion of insertions) yield* insertion
        yield* Row.remember(collectionId, { revision, status, at: createdAt })
        return "ACCEPTED"
      })
      .pipe(promised, outbox.announcing(events))
  }, asStoreError("accept collection"))

  return {
    accept,
    ofSession: (clientId, key) => {
      return read(sql, ofSession(Row.columns.work, clientId, indexOf(clientId, key))).pipe(
        asStoreError("find collections of a session"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toWork(sealed, row)))
      )
    }
  } satisfies Partial<CollectionStore["Service"]>
})
