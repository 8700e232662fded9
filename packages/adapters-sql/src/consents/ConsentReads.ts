/** Reads and lists consents. */
import { all, isFinal } from "@sheaf/domain/ConsentStatus"
import { summarizeFailures } from "@sheaf/ports"
import type { ConsentListQuery, ConsentStore, ConsentView, StoreError } from "@sheaf/ports"
import { Cause, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Row from "./ConsentRow.ts"
import * as ListPages from "../processes/ListPages.ts"
import { erasureOfSubjects } from "../events/Outbox.ts"
import * as ProcessRows from "../processes/ProcessRows.ts"
import { readIds } from "../database/Columns.ts"
import { PointReads } from "../database/PointReads.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { runStatement } from "../database/Dialect.ts"
import { selectUses, usableStatuses } from "./UsableConsents.ts"

const decodePosition = Schema.decodeUnknownSync(Schema.Struct({ consentId: Schema.String, createdAt: Schema.Finite }))

/** Logs a row that cannot be decrypted, and returns nothing for it. */
const unlessUnreadable = <A>(row: unknown, view: Effect.Effect<A, StoreError>) =>
  Effect.catchIf(
    Effect.asSome(view),
    ({ reason }) => reason === "UNREADABLE",
    (error) =>
      Effect.logError("could not read a consent; omitted it from the list").pipe(
        Effect.annotateLogs({
          consentId: decodePosition(row).consentId,
          failures: summarizeFailures(Cause.fail(error))
        }),
        Effect.as(Option.none<A>())
      )
  )

const unended = all.filter((status) => !isFinal(status))

const readings = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const positionsByKey = points.prepare(
    "read positions",
    `SELECT id AS "consentId", client_id AS "clientId", positions FROM consent
     WHERE id = ? AND client_id = ? AND positions IS NOT NULL`,
    (row) => Row.toPositions(sealed, row)
  )

  return {
    positions: ({ clientId, consentId }) => Effect.map(positionsByKey(consentId, clientId), Option.getOrUndefined),
    unattendedUses: (consentId, since) =>
      runStatement(sql, selectUses(consentId, since)).pipe(mapToStoreError("read unattended readings"))
  } satisfies Partial<ConsentStore["Service"]>
})

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads
  const rows = yield* ProcessRows.make({
    name: "consent",
    endedColumn: "closed_at",
    outline: Row.OutlineColumns,
    eraseOperation: "expire consents",
    erasureOfSubjects
  })

  const viewByKey = points.prepare(
    "read consent",
    `SELECT ${Row.columns.view} FROM consent WHERE id = ? AND client_id = ? AND scope IS NOT NULL`,
    (row) => Row.toView(sealed, row)
  )
  const pageOf = (query: ConsentListQuery) =>
    ListPages.selectPage(sql, { name: "consent", columns: Row.columns.view }, query, {
      all: [
        sql`scope IS NOT NULL`,
        sql`EXISTS (SELECT 1 FROM app_user u WHERE u.id = consent.user_id AND u.erased_at IS NULL)`
      ]
    }).pipe(mapToStoreError("list consents"))

  /** Skips unreadable rows and fills the page with the rows after them. */
  const list: ConsentStore["Service"]["list"] = Effect.fnUntraced(function* (query) {
    const views: Array<ConsentView> = []
    for (let after = query.after; ;) {
      const limit = query.limit - views.length
      const rows = yield* pageOf({ ...query, limit, ...(after !== undefined && { after }) })
      const read = yield* Effect.forEach(rows, (row) => unlessUnreadable(row, Row.toView(sealed, row)))
      views.push(...read.flatMap(Option.toArray))
      const last = rows.at(-1)
      if (last === undefined || rows.length < limit || views.length >= query.limit) return views
      const { consentId, createdAt } = decodePosition(last)
      after = { createdAt, id: consentId }
    }
  })

  return {
    find: (clientId, consentId) => viewByKey(consentId, clientId),
    loadState: points.prepare(
      "read consent",
      `SELECT ${Row.columns.state} FROM consent WHERE id = ? AND closed_at IS NULL`,
      (row) => Row.toConsentState(sealed, row)
    ),
    list,
    ...rows,
    ofSamePerson: ({ clientId, company, consentId, userId }) => {
      const isOther = sql`company = ${company} AND id <> ${consentId} AND ${sql.in("status", usableStatuses)}`
      return sql`SELECT id FROM consent WHERE client_id = ${clientId} AND user_id = ${userId} AND ${isOther}
        UNION SELECT id FROM consent WHERE ${isOther} AND id IN (
          SELECT other.consent_id FROM consent_person own
          JOIN consent_person other ON other.person_index = own.person_index
          WHERE own.consent_id = ${consentId})`.pipe(readIds, mapToStoreError("find a person's consents"))
    },
    ...(yield* readings(sealed)),
    unendedRenewals: (clientId, consentId) =>
      sql`SELECT id FROM consent WHERE client_id = ${clientId} AND renews = ${consentId}
        AND ${sql.in("status", unended)}`.pipe(readIds, mapToStoreError("find renewals")),
    live: (clientId, userId) =>
      sql`SELECT id FROM consent
        WHERE client_id = ${clientId} AND user_id = ${userId} AND ${sql.in("status", unended)}`.pipe(
        readIds,
        mapToStoreError("find live consents")
      )
  } satisfies Partial<ConsentStore["Service"]>
})
