/**
 * Measures how long a node takes to finish the waiting collections of another node that was killed or frozen. Both
 * nodes use the same PostgreSQL database.
 */
import * as Installation from "../../workshop/stage/Installation.ts"
import * as Postgres from "../../workshop/stage/Postgres.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"

/** How many collections wait for a code when the fault occurs. */
const waiting: ByRunLength<number> = { smoke: 2, full: 50, long: 2_000 }

/** How many of the waiting collections get their code through the other node after the fault. */
const answered = 50

export const measurement: Measurement = {
  name: "takeover",
  summary: "a killed or frozen node, until another node has ended its collections",
  rounds: { smoke: 1, full: 3, long: 9 },
  prepare: async (cleanup, effort) => {
    const databaseUrl = await Postgres.createDatabase(await Postgres.start(cleanup), "service")
    const installation = await Installation.create(cleanup, { databaseUrl })
    let failing = await installation.start()
    const survivor = Installation.clientOf(installation, await installation.start())
    const contestant = (name: string, fault: () => unknown, repair: () => unknown): Contestant => ({
      name,
      measure: async () => {
        const ids = await CollectionLoad.startUntilInputRequired(
          Installation.clientOf(installation, failing),
          waiting[effort]
        )
        await fault()
        const seconds = (await CollectionLoad.postCodes(survivor, ids.slice(0, answered))) / 1000
        await repair()
        return { s: seconds }
      }
    })
    return [
      contestant(
        "killed",
        () => failing.service.kill(),
        async () => (failing = await installation.start())
      ),
      contestant(
        "frozen",
        () => process.kill(failing.service.pid, "SIGSTOP"),
        () => process.kill(failing.service.pid, "SIGCONT")
      )
    ]
  },
  limits: [
    { of: "killed", unit: "s", bound: ["<=", 1] },
    { of: "frozen", unit: "s", bound: ["<=", 7] }
  ]
}
