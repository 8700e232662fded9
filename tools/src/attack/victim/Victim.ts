/**
 * A client that uses the service during an attack. It runs in its own thread, so that the attack does not delay its
 * measurements.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as Thread from "../../workshop/stage/Thread.ts"
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
export const start = async (place: Place): Promise<Victim> => {
  const { next, post, stop } = Thread.start<Summary>(new URL("VictimThread.ts", import.meta.url), place)
  const take = (): Promise<Summary> => {
    post("take")
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
    stop
  }
}
