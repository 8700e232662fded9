/** Pages of lists, in the order of (created_at, id). An index serves both directions. */
import type { ListPosition, ListQuery, PageQuery } from "@sheaf/ports"
import type { SqlClient, Statement } from "effect/sql"

interface ListedTable {
  readonly name: "app_user" | "collection" | "connect_session" | "consent" | "monitor"
  readonly columns: string
}

/** Returns the conditions for a page of rows, newest first by (time, id), where `time` is a column. */
export const wherePage = (
  sql: SqlClient.SqlClient,
  time: string,
  { after, asOf }: { readonly after?: ListPosition | undefined; readonly asOf?: ListPosition | undefined }
): ReadonlyArray<Statement.Fragment> => {
  const place = sql.literal(`(${time}, id)`)
  return [
    ...(asOf ? [sql`${place} <= (${asOf.createdAt}, ${asOf.id})`] : []),
    ...(after ? [sql`${place} < (${after.createdAt}, ${after.id})`] : [])
  ]
}

/** The filters that some lists have. */
type MoreFilters = Partial<Pick<ListQuery<string>, "company" | "latest" | "statusIn">>

/** Selects one page of a table. `more` are filters that only this table has. */
export const selectPage = (
  sql: SqlClient.SqlClient,
  { columns, name }: ListedTable,
  {
    after,
    asOf,
    clientId,
    company,
    createdAfter,
    createdBefore,
    latest,
    limit,
    order,
    statusIn,
    userId
  }: PageQuery & MoreFilters,
  more: ReadonlyArray<Statement.Fragment> = []
) => {
  const table = sql.literal(name)
  const owner = sql.literal(name === "app_user" ? "id" : "user_id")
  const filters = sql.and([
    sql`client_id = ${clientId}`,
    ...(userId === undefined ? [] : [sql`${owner} = ${userId}`]),
    ...more,
    ...(statusIn === undefined ? [] : [sql.in("status", statusIn)]),
    ...(company === undefined ? [] : [sql`company = ${company}`]),
    ...(createdAfter === undefined ? [] : [sql`created_at > ${createdAfter}`]),
    ...(createdBefore === undefined ? [] : [sql`created_at < ${createdBefore}`]),
    ...wherePage(sql, "created_at", { asOf })
  ])
  // The subquery ranks ids in an index's order, so that only the page's rows are read.
  const chosen = latest
    ? sql`id IN (SELECT id FROM
        (SELECT id, ROW_NUMBER() OVER (PARTITION BY company ORDER BY created_at DESC, id DESC) AS place
         FROM ${table} WHERE ${filters}) AS ranked WHERE place = 1)`
    : filters
  const [comparison, direction] = order === "asc" ? [">", "ASC"] : ["<", "DESC"]
  return sql`SELECT ${sql.literal(columns)} FROM ${table} WHERE ${chosen}
    ${after === undefined ? sql`` : sql`AND (created_at, id) ${sql.literal(comparison)} (${after.createdAt}, ${after.id})`}
    ORDER BY created_at ${sql.literal(direction)}, id ${sql.literal(direction)} LIMIT ${limit}`
}
