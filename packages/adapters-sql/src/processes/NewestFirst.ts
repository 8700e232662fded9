/** Pages of collections and consents, newest first by (created_at, id). */
import type { ListQuery, Position } from "@sheaf/ports"
import type { SqlClient, Statement } from "effect/sql"

/** Selects a page of a table. `more` adds filters that exist only for this table. */
export const select = (
  sql: SqlClient.SqlClient,
  table: { readonly name: "collection" | "consent"; readonly columns: string },
  { after, asOf, clientId, company, latest, limit, statusIn }: ListQuery<string>,
  more: ReadonlyArray<Statement.Fragment>
) => {
  const name = sql.literal(table.name)
  const before = ({ createdAt, id }: Position, inclusive: boolean) =>
    sql`(created_at < ${createdAt} OR (created_at = ${createdAt} AND id ${sql.literal(inclusive ? "<=" : "<")} ${id}))`
  const filters = sql.and([
    sql`client_id = ${clientId}`,
    ...more,
    ...(statusIn === undefined ? [] : [sql.in("status", statusIn)]),
    ...(company === undefined ? [] : [sql`company = ${company}`]),
    ...(asOf === undefined ? [] : [before(asOf, true)])
  ])
  // The subquery ranks ids in index order, so that the database reads only the rows on the page.
  const chosen = latest
    ? sql`id IN (SELECT id FROM
        (SELECT id, ROW_NUMBER() OVER (PARTITION BY company ORDER BY created_at DESC, id DESC) AS place
         FROM ${name} WHERE ${filters}) AS ranked WHERE place = 1)`
    : filters
  return sql`SELECT ${sql.literal(table.columns)} FROM ${name} WHERE ${chosen}
    ${after === undefined ? sql`` : sql`AND ${before(after, false)}`}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
}
