/** An idle service on each database: its memory, and how often it uses the database. */
import { freePort } from "@sheaf/adapters-sql/testing"
import { setTimeout as pause } from "node:timers/promises"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Postgres from "../../workshop/stage/Postgres.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"

const seconds: ByRunLength<number> = { smoke: 0.1, full: 10, long: 60 }

const operationCount = /^db_client_operation_duration_seconds_count\{.*\} (\d+)$/gm

const operationsOf = async (metricsPort: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const counts = Array.from(text.matchAll(operationCount), ([, count]) => Number(count))
  if (counts.length === 0) throw new Error("the metrics have no database operation")
  return counts.reduce((sum, count) => sum + count, 0)
}

export const measurement: Measurement = {
  name: "idle",
  summary: "an idle service on SQLite and on PostgreSQL: memory, database operations",
  rounds: { smoke: 1, full: 3, long: 5 },
  prepare: async (cleanup, effort) => {
    const server = await Postgres.start(cleanup)
    const idle = async (name: string, databaseUrl?: string): Promise<Contestant> => {
      const metricsPort = String(await freePort())
      const { service } = await Installation.createAndStart(cleanup, {
        env: { METRICS_PORT: metricsPort },
        ...(databaseUrl !== undefined && { databaseUrl })
      })
      return {
        name,
        measure: async () => {
          const before = await operationsOf(metricsPort)
          await pause(seconds[effort] * 1000)
          // This figure can be slightly too high, because reading the metrics counts as well.
          const operations = (await operationsOf(metricsPort)) - before
          return {
            "MB resident": residentMegabytes(service.pid),
            "operations per second": operations / seconds[effort]
          }
        }
      }
    }
    return [await idle("on SQLite"), await idle("on PostgreSQL", await Postgres.createDatabase(server, "service"))]
  },
  limits: [
    { of: "on SQLite", unit: "MB resident", bound: ["<=", 125] },
    { of: "on SQLite", unit: "operations per second", bound: ["<=", 1] },
    { of: "on PostgreSQL", unit: "operations per second", bound: ["<=", 4] }
  ]
}
