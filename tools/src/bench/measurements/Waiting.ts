/**
 * Measures many collections that wait for a person's code. First, measures how much heap each of them needs. Then kills
 * the service and measures how long it takes to be ready again, compared with a service without collections. Finally,
 * measures how long a collection takes from its code to COMPLETED.
 */
import { setTimeout as pause } from "node:timers/promises"
import { inspectorEnvironment, liveBytes } from "../../workshop/checker/Memory.ts"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import type { Measurement, ByRunLength } from "../suite/Measurement.ts"

interface Size {
  /** Collections that warm up the service, so that all code is compiled and all caches are full. */
  readonly warmUp: number
  readonly waiting: number
  /** How long to wait for the heap to settle. */
  readonly idleMillis: number
}

const sizes: ByRunLength<Size> = {
  smoke: { warmUp: 5, waiting: 20, idleMillis: 0 },
  full: { warmUp: 300, waiting: 2_000, idleMillis: 21_000 },
  long: { warmUp: 300, waiting: 100_000, idleMillis: 21_000 }
}

export const measurement: Measurement = {
  name: "waiting",
  summary: "collections that wait for a person: heap, restart (100,000 of them with --long)",
  rounds: { smoke: 1, full: 3, long: 5 },
  prepare: async (cleanup, effort) => {
    const { idleMillis, waiting, warmUp } = sizes[effort]
    const empty = await Installation.create(cleanup)
    const loaded = await Installation.create(cleanup, { env: inspectorEnvironment })
    let running = await loaded.start()
    const client = () => Installation.clientOf(loaded, running)
    const settled = async () => {
      await pause(idleMillis)
      return liveBytes(running.service.output())
    }
    await CollectionLoad.postCodes(client(), await CollectionLoad.startUntilInputRequired(client(), warmUp))
    const before = await settled()
    const ids = [...(await CollectionLoad.startUntilInputRequired(client(), waiting))]
    const heap = ((await settled()) - before) / waiting / 1024
    return [
      {
        name: "killed with waiting collections",
        measure: async () => {
          await running.service.kill()
          running = await loaded.start()
          const answered = await CollectionLoad.postCodes(client(), ids.splice(0, 1))
          return {
            "ms to ready": running.startMillis,
            "ms from a code to COMPLETED": answered,
            "KB of heap each": heap
          }
        }
      },
      {
        name: "killed with none",
        measure: async () => {
          const { service, startMillis } = await empty.start()
          await service.kill()
          return { "ms to ready": startMillis }
        }
      }
    ]
  },
  limits: [
    { of: "killed with waiting collections", unit: "KB of heap each", bound: ["<=", 1] },
    { of: "killed with waiting collections", unit: "ms to ready", bound: ["<=", 3_000] }
  ]
}
