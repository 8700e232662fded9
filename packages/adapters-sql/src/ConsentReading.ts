/** What is read of consents: by key on the way of a request, and as lists. */
import { all, isFinal } from "@sheaf/domain/ConsentStatus"
import type { ConsentListQuery, ConsentPosition, ConsentStore } from "@sheaf/ports"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Row from "./ConsentRow.ts"
import { ids } from "./Ids.ts"
import { PointReads } from "./PointReads.ts"
import type { SealedColumns } from "./SealedColumns.ts"
import { asStoreError } from "./SqlFailure.ts"

type Reading = Pick<ConsentStore["Service"], "find" | "list" | "work" | "live" | "unstarted" | "overdue" | "journaled">

const unended = all.filter((status) => !isFinal(status))

export const make = Effect.fnUntraced(function* (sealed: SealedColumns) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads

  const viewByKey = points.prepare(
    "read consent",
    `SELECT ${Row.columns.view} FROM consent WHERE id = ? AND client_id = ? AND scope IS NOT NULL`
  )
  const workByKey = points.prepare(
    "read consent",
    `SELECT ${Row.columns.work} FROM consent WHERE id = ? AND closed_at IS NULL`
  )

  const before = ({ consentId, createdAt }: ConsentPosition, inclusive: boolean) =>
    sql`(created_at < ${createdAt} OR (created_at = ${createdAt} AND id ${sql.literal(inclusive ? "<=" : "<")} ${consentId}))`

  const filters = (query: ConsentListQuery) =>
    sql.and([
      sql`client_id = ${query.clientId}`,
      sql`user_id = ${query.userId}`,
      sql`scope IS NOT NULL`,
      ...(query.statusIn === undefined ? [] : [sql.in("status", query.statusIn)]),
      ...(query.company === undefined ? [] : [sql`company = ${query.company}`]),
      ...(query.asOf === undefined ? [] : [before(query.asOf, true)])
    ])

  /** The newest of each company is chosen among the ids; rows are only read of those. */
  const source = (query: ConsentListQuery) =>
    query.latest
      ? sql`consent WHERE id IN (SELECT id FROM
          (SELECT id, ROW_NUMBER() OVER (PARTITION BY company ORDER BY created_at DESC, id DESC) AS place
           FROM consent WHERE ${filters(query)}) AS ranked WHERE place = 1)`
      : sql`consent WHERE ${filters(query)}`

  const reading: Reading = {
    find: (clientId, consentId) =>
      Effect.flatMap(viewByKey(consentId, clientId), (row) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(Row.toView(sealed, row))
      ),
    work: (consentId) =>
      Effect.flatMap(workByKey(consentId), (row) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(Row.toWork(sealed, row))
      ),
    list: (query) =>
      sql`SELECT ${sql.literal(Row.columns.view)} FROM ${source(query)}
          ${query.after === undefined ? sql`` : sql`AND ${before(query.after, false)}`}
          ORDER BY created_at DESC, id DESC LIMIT ${query.limit}`.pipe(
        asStoreError("list consents"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toView(sealed, row)))
      ),
    live: (clientId, userId) =>
      sql`SELECT id FROM consent
        WHERE client_id = ${clientId} AND user_id = ${userId} AND ${sql.in("status", unended)}`.pipe(
        asStoreError("find live consents"),
        Effect.map(ids)
      ),
    unstarted: sql`SELECT id FROM consent WHERE step = 0 AND closed_at IS NULL`.pipe(
      asStoreError("find unstarted consents"),
      Effect.map(ids)
    ),
    overdue: (before) =>
      sql`SELECT id FROM consent WHERE closed_at IS NULL AND due_at < ${before}`.pipe(
        asStoreError("find overdue consents"),
        Effect.map(ids)
      ),
    journaled: (closedBefore, limit) =>
      sql`SELECT id FROM consent
        WHERE closed_at IS NOT NULL AND journal_forgotten_at IS NULL AND closed_at < ${closedBefore}
        ORDER BY closed_at LIMIT ${limit}`.pipe(asStoreError("find journals"), Effect.map(ids))
  }
  return reading
})
