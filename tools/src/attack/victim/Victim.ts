/**
 * A client that uses the service during an attack. It runs in its own thread, so that the attack does not delay its
 * measurements.
 */
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { Worker } from "node:worker_threads"
import type { Target } from "../stage/Target.ts"
import type { Summary } from "./Summary.ts"

export interface Victim {
  /** The calls before the victim was ready. They include a start and an upload. */
  readonly warmUp: Summary
  /** Returns the calls since the previous `take`, and waits for those that still run. */
  readonly take: () => Promise<Summary>
  /** Waits for this many milliseconds and returns the calls made in the meantime. */
  readonly watch: (millis: number) => Promise<Summary>
  readonly stop: () => Promise<void>
}

/** The data of the victim's thread. */
export interface Place {
  readonly base: string
  readonly apiKey: string
}

/** Starts the victim, and returns once its calls have succeeded. */
export const start = async ({ service, victimKey }: Target): Promise<Victim> => {
  const place: Place = { base: service.base, apiKey: victimKey }
  const worker = new Worker(new URL("VictimThread.ts", import.meta.url), {
    workerData: place,
    execArgv: ["--conditions=@sheaf/source"]
  })
  const next = async (): Promise<Summary> => {
    const [summary]: ReadonlyArray<Summary> = await once(worker, "message")
    if (summary === undefined) throw new Error("the victim sent no summary")
    return summary
  }
  const take = (): Promise<Summary> => {
    worker.postMessage("take")
    return next()
  }
  return {
    warmUp: await next(),
    take,
    watch: async (millis) => {
      await take()
      await pause(millis)
      return take()
    },
    stop: async () => {
      await worker.terminate()
    }
  }
}
