/**
 * Counts what collections, waiting collections and polls cost PostgreSQL. The figures are the basis of docs/scaling.md. All
 * but the processor time are counts, so other load does not change them.
 */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { Schema } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import * as Collections from "../collections/Collections.ts"
import type { Effort } from "../Part.ts"
import * as Load from "../load/Load.ts"
import { collection, completed } from "../Polls.ts"
import type { Figure } from "../Report.ts"
import { clientOf, headersOf, withInstallation } from "../../workshop/stage/Installation.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
import { startWaiting } from "../collections/Waiting.ts"

interface Size {
  readonly collections: number
  readonly waiting: number
  readonly idleMillis: number
  readonly pollMillis: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { collections: 10, waiting: 10, idleMillis: 100, pollMillis: 50 },
  full: { collections: 500, waiting: 300, idleMillis: 10_000, pollMillis: 3_000 },
  long: { collections: 10_000, waiting: 10_000, idleMillis: 60_000, pollMillis: 10_000 }
}

const Totals = Schema.Struct({
  /** Statements of the service. */
  statements: Schema.Finite,
  /** Bytes of the write-ahead log. */
  wal: Schema.Finite,
  /** Bytes of all tables, with their indexes and large values. */
  bytes: Schema.Finite,
  connections: Schema.Finite
})

const totalsOf = `SELECT
  (SELECT sum(calls)::float8 FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'
    AND query NOT IN ('BEGIN', 'COMMIT')) AS statements,
  (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS wal,
  (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r'
    AND relnamespace = 'public'::regnamespace) AS bytes,
  (SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'sheaf%') AS connections`

const decodeTotals = Schema.decodeUnknownSync(Schema.Tuple([Totals]))

const totals = async (url: string) => {
  const [counted] = decodeTotals(await PostgresServer.query(url, totalsOf))
  return { ...counted, millis: await Processor.ofServer(url) }
}

interface Cost extends Schema.Schema.Type<typeof Totals> {
  readonly millis: number
}

/** Returns the cost of `use`, divided by the number that `use` returns. */
const costOf = async (url: string, use: () => Promise<number>): Promise<Cost> => {
  const before = await totals(url)
  const count = await use()
  const after = await totals(url)
  const each = (name: "bytes" | "statements" | "wal"): number => (after[name] - before[name]) / count
  return {
    statements: each("statements"),
    wal: each("wal"),
    bytes: each("bytes"),
    millis: Processor.between(before.millis, after.millis) / count,
    connections: after.connections
  }
}

const figuresOf = (name: string, { bytes, millis, statements, wal }: Cost): ReadonlyArray<Figure> => [
  { name: `${name}, statements`, value: statements, unit: "", note: "without BEGIN and COMMIT" },
  { name: `${name}, write-ahead log`, value: wal / 1024, unit: "KB" },
  { name: `${name}, tables and indexes`, value: bytes / 1024, unit: "KB" },
  { name: `${name}, processor time of PostgreSQL`, value: millis, unit: "ms" }
]

export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const size = sizes[effort]
  const [newest] = PostgresServer.installations()
  const server = await PostgresServer.launch(newest, {
    settings: { shared_preload_libraries: "pg_stat_statements", autovacuum: "off" }
  })
  const url = server.url("service")
  try {
    await PostgresServer.query(server.url(), "CREATE DATABASE service")
    return await withInstallation(
      async (installation) => {
        await PostgresServer.query(url, "CREATE EXTENSION pg_stat_statements")
        const node = await installation.start()
        const client = clientOf(installation, node)
        // Few at first, because a cold service is slow.
        await Collections.complete(client, 5)
        await Collections.complete(client, 50)
        const id = await collection(client, completed, "COMPLETED")
        await pause(size.idleMillis)
        const idle = await costOf(url, async () => {
          await pause(size.idleMillis)
          return size.idleMillis / 1000
        })
        const headers = headersOf(installation.apiKey, "2026-04-01")
        const poll = await costOf(url, async () => {
          const { base } = node.service
          const { count } = await Load.run({ base, path: `/collections/${id}/status`, headers }, 20, size.pollMillis)
          return count
        })
        const whole = await costOf(url, async () => {
          await Collections.complete(client, size.collections)
          return size.collections
        })
        const held = await costOf(url, async () => {
          await startWaiting(client, size.waiting)
          return size.waiting
        })
        return [
          ...figuresOf("each second of an idle node", idle),
          ...figuresOf("each collection, start to COMPLETED", whole),
          ...figuresOf("each collection, until it waits", held),
          ...figuresOf("each status poll", poll),
          { name: "connections of a node", value: poll.connections, unit: "" }
        ]
      },
      { databaseUrl: url }
    )
  } finally {
    await server.stop("immediate")
  }
}
