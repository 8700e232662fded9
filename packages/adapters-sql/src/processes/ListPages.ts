/** Pages of collections and consents, newest first by (created_at, id). */
import type { ListQuery, ListPosition } from "@sheaf/ports"
import type { SqlClient, Statement } from "effect/sql"

/** Returns the conditions of a page of rows, newest first by (time, id). `time` is the name of the column of the time. */
export const pageConditions = (
  sql: SqlClient.SqlClient,
  time: string,
  { after, asOf }: { readonly after?: ListPosition | undefined; readonly asOf?: ListPosition | undefined }
): ReadonlyArray<Statement.Fragment> => {
  const column = sql.literal(time)
  const before = ({ createdAt, id }: ListPosition, comparison: "<" | "<=") =>
    sql`(${column} < ${createdAt} OR (${column} = ${createdAt} AND id ${sql.literal(comparison)} ${id}))`
  return [...(asOf ? [before(asOf, "<=")] : []), ...(after ? [before(after, "<")] : [])]
}

/** Selects a page of a table. `more` adds filters that exist only for this table. */
export const selectPage = (
  sql: SqlClient.SqlClient,
  table: { readonly name: "collection" | "consent"; readonly columns: string },
  { after, asOf, clientId, company, latest, limit, statusIn }: ListQuery<string>,
  more: ReadonlyArray<Statement.Fragment>
) => {
  const name = sql.literal(table.name)
  const filters = sql.and([
    sql`client_id = ${clientId}`,
    ...more,
    ...(statusIn === undefined ? [] : [sql.in("status", statusIn)]),
    ...(company === undefined ? [] : [sql`company = ${company}`]),
    ...pageConditions(sql, "created_at", { asOf })
  ])
  // The subquery ranks ids in index order, so that the database reads only the rows on the page.
  const chosen = latest
    ? sql`id IN (SELECT id FROM
        (SELECT id, ROW_NUMBER() OVER (PARTITION BY company ORDER BY created_at DESC, id DESC) AS place
         FROM ${name} WHERE ${filters}) AS ranked WHERE place = 1)`
    : filters
  return sql`SELECT ${sql.literal(table.columns)} FROM ${name} WHERE ${chosen}
    ${after === undefined ? sql`` : sql`AND ${sql.and(pageConditions(sql, "created_at", { after }))}`}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
}
