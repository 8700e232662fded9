/** What is read of consents: by key on the way of a request, and as lists. */
import { all, ConsentStatus, isFinal } from "@sheaf/domain/ConsentStatus"
import { failuresOf } from "@sheaf/ports"
import type { ConsentListQuery, ConsentPosition, ConsentStore, ConsentView, StoreError } from "@sheaf/ports"
import { Cause, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Row from "./ConsentRow.ts"
import { ids } from "../sqlite/Ids.ts"
import { PointReads } from "../sqlite/PointReads.ts"
import type { SealedColumns } from "../sealed/SealedColumns.ts"
import { asStoreError } from "../sqlite/SqlFailure.ts"

type Reading = Pick<
  ConsentStore["Service"],
  "find" | "list" | "work" | "outline" | "live" | "unstarted" | "overdue" | "journaled"
>

const Position = Schema.Struct({ consentId: Schema.String, createdAt: Schema.Finite })
const decodePosition = Schema.decodeUnknownSync(Position)

const decodeOutline = Schema.decodeUnknownSync(
  Schema.Struct({
    consentId: Schema.String,
    clientId: Schema.String,
    userId: Schema.String,
    status: ConsentStatus,
    step: Schema.Finite,
    revision: Schema.Finite,
    statusChangedAt: Schema.Finite,
    dueAt: Schema.Finite,
    expiresAt: Schema.Finite
  })
)

/** What a row holds, or nothing where no key at hand opens it: the log is told which one that is. */
const unlessUnreadable = <A>(row: unknown, view: Effect.Effect<A, StoreError>) =>
  Effect.catchIf(
    Effect.asSome(view),
    ({ reason }) => reason === "UNREADABLE",
    (error) =>
      Effect.logError("a consent cannot be read, and is left out of a list").pipe(
        Effect.annotateLogs({
          consentId: decodePosition(row).consentId,
          failures: failuresOf(Cause.fail(error))
        }),
        Effect.as(Option.none<A>())
      )
  )

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

  const pageOf = (query: ConsentListQuery) =>
    sql`SELECT ${sql.literal(Row.columns.view)} FROM ${source(query)}
        ${query.after === undefined ? sql`` : sql`AND ${before(query.after, false)}`}
        ORDER BY created_at DESC, id DESC LIMIT ${query.limit}`.pipe(asStoreError("list consents"))

  /** One that cannot be read takes nobody's place: the page is filled with those behind it. */
  const list: Reading["list"] = Effect.fnUntraced(function* (query) {
    const views: Array<ConsentView> = []
    for (let after = query.after; ;) {
      const limit = query.limit - views.length
      const rows = yield* pageOf({ ...query, limit, ...(after !== undefined && { after }) })
      const read = yield* Effect.forEach(rows, (row) => unlessUnreadable(row, Row.toView(sealed, row)))
      views.push(...read.flatMap(Option.toArray))
      const last = rows.at(-1)
      if (last === undefined || rows.length < limit || views.length >= query.limit) return views
      after = decodePosition(last)
    }
  })

  const reading: Reading = {
    find: (clientId, consentId) =>
      Effect.flatMap(viewByKey(consentId, clientId), (row) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(Row.toView(sealed, row))
      ),
    work: (consentId) =>
      Effect.flatMap(workByKey(consentId), (row) =>
        row === undefined ? Effect.succeedNone : Effect.asSome(Row.toWork(sealed, row))
      ),
    list,
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
    outline: (consentId) =>
      sql`SELECT id AS "consentId", client_id AS "clientId", user_id AS "userId", status, step, revision,
          status_changed_at AS "statusChangedAt", due_at AS "dueAt", expires_at AS "expiresAt"
        FROM consent WHERE id = ${consentId} AND closed_at IS NULL`.pipe(
        asStoreError("outline consent"),
        Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), decodeOutline))
      ),
    journaled: (closedBefore, limit) =>
      sql`SELECT id FROM consent
        WHERE closed_at IS NOT NULL AND journal_forgotten_at IS NULL AND closed_at < ${closedBefore}
        ORDER BY closed_at LIMIT ${limit}`.pipe(asStoreError("find journals"), Effect.map(ids))
  }
  return reading
})
