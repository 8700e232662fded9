/**
 * Compares the CPU time of a monitor run that finds no changes with that of a collection under the same consent. Also
 * compares a service that has many waiting monitors with one that has none: startup, memory, and the search for due
 * processes.
 */
import { setTimeout as pause } from "node:timers/promises"
import { residentMegabytes } from "../../workshop/checker/Memory.ts"
import { cpuMillisOf } from "../../workshop/checker/Processor.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as MonitorLoad from "../load/MonitorLoad.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"

interface Size {
  readonly running: number
  readonly waiting: number
  readonly searches: number
  /** How long to wait after a start for memory use to settle. */
  readonly idleMillis: number
}

const sizes: ByRunLength<Size> = {
  smoke: { running: 2, waiting: 100, searches: 5, idleMillis: 0 },
  full: { running: 60, waiting: 10_000, searches: 200, idleMillis: 6_000 },
  long: { running: 60, waiting: 100_000, searches: 200, idleMillis: 6_000 }
}

/**
 * How often a group of monitors can run in the benchmark. A bank allows only four reads a day, and the first run is one
 * of them.
 */
const runsPerGroup = 3

const rounds: ByRunLength<number> = { smoke: 1, full: 5, long: 11 }

export const measurement: Measurement = {
  name: "monitors",
  summary: "monitors: a run against a collection; many that wait (100,000 with --long; only if named)",
  onRequest: true,
  rounds,
  prepare: async (cleanup, effort) => {
    const { idleMillis, running, searches, waiting } = sizes[effort]
    const active = await Installation.createAndStart(cleanup)
    // One more round is the warm-up.
    const groups = Math.ceil((rounds[effort] + 1) / runsPerGroup)
    const consents = await MonitorLoad.createMonitoredConsents(Installation.clientOf(active, active), running * groups)
    const costing = (name: string, work: (group: typeof consents, turn: number) => Promise<void>): Contestant => {
      let turn = 0
      return {
        name,
        measure: async () => {
          const first = (turn % groups) * running
          const before = cpuMillisOf(active.service.pid)
          await work(consents.slice(first, first + running), Math.floor(turn++ / groups))
          return { "ms of processor time each": (cpuMillisOf(active.service.pid) - before) / running }
        }
      }
    }
    const [empty, loaded] = [await Installation.create(cleanup), await Installation.create(cleanup)]
    await MonitorLoad.addWaiting(loaded.database, waiting)
    const waitingIn = (name: string, installation: Installation.Installation): Contestant => ({
      name,
      measure: async () => {
        const { service, startMillis } = await installation.start()
        await pause(idleMillis)
        const resident = residentMegabytes(service.pid)
        await service.stop()
        const search = await MonitorLoad.searchMillis(installation.database, searches)
        return { "ms to ready": startMillis, "MB resident": resident, "ms of a search": search }
      }
    })
    return [
      costing("bare collection", (group) => MonitorLoad.collectAll(group)),
      // Each monitor has had its first run.
      costing("run without changes", (group, turn) => MonitorLoad.runAll(group, turn + 2)),
      waitingIn("with none", empty),
      waitingIn("with waiting monitors", loaded)
    ]
  },
  limits: [
    { of: "run without changes", to: "bare collection", unit: "ms of processor time each", bound: ["<=", 1.3] },
    { of: "with waiting monitors", to: "with none", unit: "ms to ready", bound: ["<=", 1.5] },
    { of: "with waiting monitors", to: "with none", unit: "MB resident", bound: ["<=", 1.3] },
    { of: "with waiting monitors", unit: "ms of a search", bound: ["<=", 5] }
  ]
}
