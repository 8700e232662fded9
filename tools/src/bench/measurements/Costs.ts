/**
 * Measures what a whole collection, a collection until it waits, a poll and an idle node cost PostgreSQL.
 * docs/scaling.md relies on these figures.
 * All of them except the CPU time are counts, so other load does not distort them.
 */
import { hasEnded } from "@sheaf/sandbox-site/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { Schema } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import * as Processor from "../../workshop/checker/Processor.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Postgres from "../../workshop/stage/Postgres.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import * as Load from "../load/Load.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"

interface Size {
  readonly collections: number
  readonly idleMillis: number
  readonly pollMillis: number
}

const sizes: ByRunLength<Size> = {
  smoke: { collections: 10, idleMillis: 100, pollMillis: 50 },
  full: { collections: 500, idleMillis: 10_000, pollMillis: 3_000 },
  long: { collections: 10_000, idleMillis: 60_000, pollMillis: 10_000 }
}

const Counts = Schema.Tuple([Schema.Record(Schema.String, Schema.Finite)])

/**
 * Counts the service's statements, and adds up the size of the write-ahead log and of all tables with their indexes and
 * large values.
 */
const counts = `SELECT
  (SELECT sum(calls)::float8 FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%'
    AND query NOT IN ('BEGIN', 'COMMIT')) AS "statements",
  (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 / 1024 AS "KB of write-ahead log",
  (SELECT sum(pg_total_relation_size(oid))::float8 / 1024 FROM pg_class WHERE relkind = 'r'
    AND relnamespace = 'public'::regnamespace) AS "KB of tables and indexes"`

const totals = async (url: string) => {
  const [counted] = Schema.decodeUnknownSync(Counts)(await PostgresServer.query(url, counts))
  return { counted, processor: await Processor.postgresCpuMillis(url) }
}

const contestant = (url: string, name: string, work: () => Promise<number>): Contestant => ({
  name: `each ${name}`,
  measure: async () => {
    const before = await totals(url)
    const count = await work()
    const after = await totals(url)
    const each = Object.entries(after.counted).map(
      ([unit, total]) => [unit, (total - (before.counted[unit] ?? 0)) / count] as const
    )
    return {
      ...Object.fromEntries(each),
      "ms of PostgreSQL's processor time": Processor.cpuMillisBetween(before.processor, after.processor) / count
    }
  }
})

export const measurement: Measurement = {
  name: "costs",
  summary: "what collections and polls cost PostgreSQL: statements, bytes, log (only if named)",
  onRequest: true,
  rounds: { smoke: 1, full: 1, long: 1 },
  prepare: async (cleanup, effort) => {
    const { collections, idleMillis, pollMillis } = sizes[effort]
    const server = await Postgres.start(cleanup, {
      shared_preload_libraries: "pg_stat_statements",
      autovacuum: "off"
    })
    const url = await Postgres.createDatabase(server, "service")
    const running = await Installation.createAndStart(cleanup, { databaseUrl: url })
    await PostgresServer.query(url, "CREATE EXTENSION pg_stat_statements")
    const client = Installation.clientOf(running, running)
    const id = await client.begin(CollectionLoad.completingStartRequest())
    await client.poll(id, hasEnded)
    const { pid, base } = running.service
    const request = {
      base,
      path: `/collections/${id}/status`,
      headers: Installation.headersOf(running.apiKey, "2026-04-01")
    }
    return [
      contestant(url, "second of an idle node", async () => {
        await pause(idleMillis)
        return idleMillis / 1000
      }),
      contestant(url, "status poll", async () => {
        const { count } = await Load.run({ request, pid, connections: 20, millis: pollMillis })
        return count
      }),
      contestant(url, "collection, start to COMPLETED", async () => {
        await CollectionLoad.completeCollections(client, collections)
        return collections
      }),
      contestant(url, "collection, until it waits", async () => {
        await CollectionLoad.startUntilInputRequired(client, collections)
        return collections
      })
    ]
  },
  limits: [{ of: "each second of an idle node", unit: "statements", bound: ["<=", 4] }]
}
