/** Measures the throughput of whole collections, from the start to COMPLETED, and the service's memory. */
import { join } from "node:path"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Postgres from "../../workshop/stage/Postgres.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import type { Measurement, ByRunLength } from "../suite/Measurement.ts"

const collections: ByRunLength<number> = { smoke: 50, full: 500, long: 3_000 }

export const measurement: Measurement = {
  name: "collections",
  summary: "collections, from start to COMPLETED, on SQLite, during a backup, and on PostgreSQL",
  rounds: { smoke: 1, full: 7, long: 25 },
  prepare: async (cleanup, effort) => {
    const databaseUrl = await Postgres.createDatabase(await Postgres.start(cleanup), "service")
    const sqlite = await Installation.createAndStart(cleanup)
    const postgres = await Installation.createAndStart(cleanup, { databaseUrl })
    const complete = async (on: Installation.RunningInstallation) => ({
      "per second": await CollectionLoad.completeCollections(Installation.clientOf(on, on), collections[effort]),
      "MB resident": residentMegabytes(on.service.pid)
    })
    let backups = 0
    const duringBackup = async () => {
      let isRunning = true
      const backup = sqlite
        .sheaf("backup", join(sqlite.folder, `${++backups}.backup`))
        .finally(() => (isRunning = false))
      const began = performance.now()
      let count = 0
      do {
        count += await CollectionLoad.completeCollections(Installation.clientOf(sqlite, sqlite), 50).then(() => 50)
      } while (isRunning)
      const { code, err } = await backup
      if (code !== 0) throw new Error(err)
      return { "per second": (count * 1000) / (performance.now() - began) }
    }
    return [
      { name: "on SQLite", measure: () => complete(sqlite) },
      { name: "on SQLite, during a backup", measure: duringBackup },
      { name: "on PostgreSQL", measure: () => complete(postgres) }
    ]
  },
  limits: [
    { of: "on SQLite", unit: "per second", bound: [">=", 450] },
    { of: "on SQLite", unit: "MB resident", bound: ["<=", 400] },
    { of: "on SQLite, during a backup", unit: "per second", bound: [">=", 200] },
    { of: "on PostgreSQL", to: "on SQLite", unit: "per second", bound: [">=", 0.4] }
  ]
}
