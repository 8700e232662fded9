/** Stores samples of the service's state in SQL (spec 14.5). */
import { periodOf, resolutions } from "@sheaf/domain/FigurePeriod"
import type { FigurePeriod } from "@sheaf/domain/FigurePeriod"
import { ServiceSample, ServiceState } from "@sheaf/domain/OperatorViews"
import { ServiceSampleStore } from "@sheaf/ports"
import type { OpenWork } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { usableStatuses } from "../consents/UsableConsents.ts"
import { selectList } from "../database/Columns.ts"
import { runStatement } from "../database/Dialect.ts"
import { nodeAliveSql } from "../database/NodeTables.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { inList, literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"

const { delivered, undelivered } = ServiceSample.fields

const decodeSamples = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ start: Schema.Finite, ...ServiceSample.fields }))
)
const decodeDeliveries = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ delivered, undelivered })]))
const { lateSeconds: _, open: __, ...measured } = ServiceState.fields
const decodeMeasured = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct(measured)]))

const week = 7 * 24 * 60 * 60 * 1000

const partsOf = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () => ({
      bytes: literal("pg_database_size(current_database())"),
      nodes: literal(`(SELECT count(*) FROM node WHERE ${nodeAliveSql})`)
    }),
    orElse: () => ({
      bytes: literal("(SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size())"),
      nodes: literal("1")
    })
  })

/**
 * Selects two times for each enabled endpoint: that of its first event without a delivery attempt, and that of its
 * first event that awaits a retry.
 */
const oldest = statement`SELECT
    (SELECT at FROM event e WHERE e.client_id = w.client_id AND (e.batch, e.seq) > (w.batch, w.seq)
      ORDER BY batch, seq LIMIT 1) AS at
    FROM webhook_endpoint w WHERE disabled_at IS NULL
  UNION ALL SELECT
    (SELECT e.at FROM event e WHERE e.client_id = w.client_id AND e.event_id =
      (SELECT min(d.event_id) FROM webhook_delivery d WHERE d.endpoint_id = w.id)) AS at
    FROM webhook_endpoint w WHERE disabled_at IS NULL`

const makeReads = Effect.map(SqlClient.SqlClient, (sql) => {
  const { bytes, nodes } = partsOf(sql)
  const measure = (now: number) =>
    Effect.map(
      runStatement(
        sql,
        statement`SELECT (SELECT count(*) FROM webhook_delivery) AS "waiting",
          CAST(COALESCE((SELECT max(CAST(${now} AS bigint) - at) FROM (${oldest}) AS untold), 0) / 1000 AS bigint) AS "oldestSeconds",
          (SELECT count(*) FROM consent WHERE closed_at IS NULL AND status IN ${inList(usableStatuses)}
            AND expires_at < ${now + week}) AS "expiringConsents",
          ${nodes} AS "nodes", ${bytes} AS "databaseBytes"`
      ),
      (rows) => decodeMeasured(rows)[0]
    )

  const deliveriesIn = ({ resolution, start }: FigurePeriod) =>
    Effect.map(
      runStatement(
        sql,
        statement`SELECT count(CASE WHEN fault IS NULL THEN 1 END) AS delivered, count(fault) AS undelivered
          FROM webhook_attempt WHERE endpoint_id IN (SELECT id FROM webhook_endpoint)
          AND at >= ${start} AND at < ${start + resolutions[resolution].length}`
      ),
      (rows) => decodeDeliveries(rows)[0]
    )

  return { measure, deliveriesIn }
})

const periodBefore = ({ resolution, start }: FigurePeriod): FigurePeriod => periodOf(resolution, start - 1)

/**
 * Computes a longer period's sample from shorter ones: the sum of the deliveries, and the worst value of every other
 * figure.
 */
const rollUp = (from: FigurePeriod["resolution"], { resolution, start }: FigurePeriod) => {
  const end = start + resolutions[resolution].length
  return statement`INSERT INTO service_sample SELECT ${resolution}, CAST(${start} AS bigint), CAST(sum(delivered) AS bigint),
    CAST(sum(undelivered) AS bigint), max(waiting), max(oldest_seconds), max(open), max(late_seconds),
    max(expiring_consents), min(nodes), max(database_bytes)
    FROM service_sample WHERE resolution = ${from} AND start >= ${start} AND start < ${end} HAVING count(*) > 0
    ON CONFLICT (resolution, start) DO UPDATE SET delivered = excluded.delivered,
      undelivered = excluded.undelivered, waiting = excluded.waiting, oldest_seconds = excluded.oldest_seconds,
      open = excluded.open, late_seconds = excluded.late_seconds, expiring_consents = excluded.expiring_consents,
      nodes = excluded.nodes, database_bytes = excluded.database_bytes`.unread
}

const worse = (column: string) =>
  literal(
    `${column} = CASE WHEN excluded.${column} > service_sample.${column} THEN excluded.${column}
      ELSE service_sample.${column} END`
  )

interface Sampled extends OpenWork {
  readonly now: number
  readonly measured: ReturnType<typeof decodeMeasured>[number]
  readonly own: ReturnType<typeof decodeDeliveries>[number]
  readonly ended: ReturnType<typeof decodeDeliveries>[number]
}

const written = function* ({ ended, lateSeconds, measured, now, open, own }: Sampled): Generator<Statement, void> {
  const current = periodOf("FIVE_MINUTES", now)
  const before = periodBefore(current)

  yield* statement`UPDATE service_sample SET delivered = ${ended.delivered}, undelivered = ${ended.undelivered}
    WHERE resolution = 'FIVE_MINUTES' AND start = ${before.start}`.unread
  yield* statement`INSERT INTO service_sample (resolution, start, delivered, undelivered, waiting,
    oldest_seconds, open, late_seconds, expiring_consents, nodes, database_bytes)
    VALUES ('FIVE_MINUTES', ${current.start}, ${own.delivered}, ${own.undelivered}, ${measured.waiting},
    ${measured.oldestSeconds}, ${open}, ${lateSeconds}, ${measured.expiringConsents}, ${measured.nodes},
    ${measured.databaseBytes})
    ON CONFLICT (resolution, start) DO UPDATE SET delivered = excluded.delivered,
    undelivered = excluded.undelivered, ${worse("waiting")}, ${worse("oldest_seconds")}, ${worse("open")},
    ${worse("late_seconds")}, expiring_consents = excluded.expiring_consents,
    nodes = CASE WHEN excluded.nodes < service_sample.nodes THEN excluded.nodes ELSE service_sample.nodes END,
    database_bytes = excluded.database_bytes`.unread
  for (const at of new Set([before.start, current.start])) {
    yield* rollUp("FIVE_MINUTES", periodOf("HOUR", at))
    yield* rollUp("HOUR", periodOf("DAY", at))
  }
}

export const layer = Layer.effect(
  ServiceSampleStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* UnitsOfWork
    const { deliveriesIn, measure } = yield* makeReads

    return ServiceSampleStore.of({
      measure: (now) => measure(now).pipe(mapToStoreError("measure the service")),
      sample: Effect.fnUntraced(function* (now, { lateSeconds, open }) {
        const current = periodOf("FIVE_MINUTES", now)
        const measured = yield* measure(now)
        const [own, ended] = [yield* deliveriesIn(current), yield* deliveriesIn(periodBefore(current))]
        yield* units.run(() => written({ now, measured, own, ended, lateSeconds, open }))
      }, mapToStoreError("sample the service")),
      since: ({ resolution, start }) =>
        sql`SELECT ${sql.literal(selectList(Schema.Struct({ start: Schema.Finite, ...ServiceSample.fields })))}
          FROM service_sample WHERE resolution = ${resolution} AND start >= ${start} ORDER BY start`.pipe(
          Effect.map(decodeSamples),
          mapToStoreError("read samples")
        ),
      erase: (expired) =>
        units
          .run(function* () {
            for (const { resolution, start } of expired) {
              yield* statement`DELETE FROM service_sample WHERE resolution = ${resolution} AND start <= ${start}`.unread
            }
          })
          .pipe(mapToStoreError("erase samples"))
    })
  })
)
