/** Pages of lists, ordered by (created_at, id). One index serves both directions. */
import type { ListPosition, ListQuery, PageQuery } from "@sheaf/ports"
import type { SqlClient, Statement } from "effect/sql"

interface ListedTable {
  readonly name: "app_user" | "collection" | "connect_session" | "consent" | "monitor"
  readonly columns: string
}

/** One end of a page. `(time, "")` sorts before every row with that time. */
interface Bound {
  readonly comparison: "<" | "<=" | ">"
  readonly at: ListPosition
}

const isBefore = (one: ListPosition, other: ListPosition): boolean =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)

const firstOf = (isFirst: (one: ListPosition, other: ListPosition) => boolean, bounds: ReadonlyArray<Bound>) =>
  bounds.reduce<Bound | undefined>(
    (found, each) => (found === undefined || isFirst(each.at, found.at) ? each : found),
    undefined
  )

type BoundOptions = Pick<PageQuery, "after" | "asOf" | "createdAfter" | "createdBefore" | "order">
type PageBounds = { readonly [Name in keyof BoundOptions]: BoundOptions[Name] | undefined }

/**
 * Returns the conditions for a page ordered by (time, id), where `time` is a column name. Includes only the tightest
 * bound at each end. With several bounds, SQLite might seek to a looser one and reread all rows of the earlier pages.
 */
export const wherePage = (
  sql: SqlClient.SqlClient,
  time: string,
  { after, asOf, createdAfter, createdBefore, order }: PageBounds
): ReadonlyArray<Statement.Fragment> => {
  const isAscending = order === "asc"
  const upper = firstOf(isBefore, [
    ...(after && !isAscending ? [{ comparison: "<", at: after } as const] : []),
    ...(asOf ? [{ comparison: "<=", at: asOf } as const] : []),
    ...(createdBefore === undefined ? [] : [{ comparison: "<", at: { createdAt: createdBefore, id: "" } } as const])
  ])
  const lower = firstOf(
    (one, other) => isBefore(other, one),
    [
      ...(after && isAscending ? [{ comparison: ">", at: after } as const] : []),
      ...(createdAfter === undefined ? [] : [{ comparison: ">", at: { createdAt: createdAfter + 1, id: "" } } as const])
    ]
  )
  return [upper, lower].flatMap((bound) =>
    bound === undefined
      ? []
      : [sql`${sql.literal(`(${time}, id) ${bound.comparison}`)} (${bound.at.createdAt}, ${bound.at.id})`]
  )
}

type MoreFilters = Partial<Pick<ListQuery<string>, "company" | "latest" | "statusIn">> & {
  readonly connectSessionId?: string
}

interface TableConditions {
  readonly all?: ReadonlyArray<Statement.Fragment>
  /**
   * Used instead of `statusIn`: a row matches if it meets one of these conditions, which must be mutually exclusive.
   */
  readonly anyStatus?: ReadonlyArray<Statement.Fragment> | undefined
  readonly index?: "reference"
}

const indexFor = ({ company, connectSessionId, userId }: PageQuery & MoreFilters, hasStatus: boolean) => {
  if (connectSessionId !== undefined) return "connect_session"
  if (userId !== undefined) return "user"
  if (company !== undefined) return "company"
  return hasStatus ? "status" : "client"
}

/**
 * Selects one page of a table. The statement names the index, because SQLite underestimates the cost of queries with
 * two bounds and could choose the wrong index.
 */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { columns, name }: ListedTable,
  query: PageQuery & MoreFilters,
  { all = [], anyStatus = query.statusIn?.map((each) => sql`status = ${each}`), index }: TableConditions = {}
) => {
  const { after, clientId, company, connectSessionId, latest, limit, userId, ...bounds } = query
  const isUserList = name === "app_user"
  const table = sql.literal(name)
  const direction = sql.literal(bounds.order === "asc" ? "ASC" : "DESC")
  const filters = [
    sql`client_id = ${clientId}`,
    ...(userId === undefined ? [] : [sql`${sql.literal(isUserList ? "id" : "user_id")} = ${userId}`]),
    ...all,
    ...(connectSessionId === undefined ? [] : [sql`connect_session_id = ${connectSessionId}`]),
    ...(company === undefined ? [] : [sql`company = ${company}`])
  ]
  const select = (what: string, conditions: ReadonlyArray<Statement.Fragment>, hint = "") =>
    sql`SELECT ${sql.literal(what)} FROM ${table} ${sql.literal(hint)} WHERE ${sql.and(conditions)}
      ORDER BY created_at ${direction}, id ${direction} LIMIT ${limit}`
  const ofStatus = anyStatus === undefined ? [] : [anyStatus.length === 0 ? sql`1 = 0` : sql.or(anyStatus)]
  if (latest) {
    const ranked = [...filters, ...ofStatus, ...wherePage(sql, "created_at", bounds)]
    // The subquery ranks ids in index order, so only the page's rows are read.
    const isLatest = sql`id IN (SELECT id FROM
      (SELECT id, ROW_NUMBER() OVER (PARTITION BY company ORDER BY created_at DESC, id DESC) AS place
       FROM ${table} WHERE ${sql.and(ranked)}) AS ranked WHERE place = 1)`
    const { order } = bounds
    return select(columns, [isLatest, ...wherePage(sql, "created_at", { after, order })])
  }
  const by = index ?? indexFor(query, anyStatus !== undefined && anyStatus.length > 0)
  const isById = isUserList && userId !== undefined
  const hint = sql.onDialectOrElse({ sqlite: () => (isById ? "" : `INDEXED BY ${name}_by_${by}`), orElse: () => "" })
  const found = [...filters, ...wherePage(sql, "created_at", { after, ...bounds })]
  if (anyStatus === undefined || anyStatus.length < 2 || by !== "status")
    return select(columns, [...found, ...ofStatus], hint)
  // Within the index, each status's rows are sorted, so the database can merge them.
  const ofEach = anyStatus.map(
    (status) => sql`SELECT * FROM (${select(`${columns}, id`, [...found, status], hint)}) AS of_status`
  )
  return sql`${ofEach.reduce((left, right) => sql`${left} UNION ALL ${right}`)}
    ORDER BY "createdAt" ${direction}, id ${direction} LIMIT ${limit}`
}
