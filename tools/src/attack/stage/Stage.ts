/** The setting of one attack: its own services, and a victim that uses them during the attack. */
import type { Observation } from "../victim/Summary.ts"
import * as Victim from "../victim/Victim.ts"
import * as Target from "./Target.ts"

/** `short` runs take about a minute and a half, and fail only on errors and gross delays. */
export type Length = "short" | "full"

export interface Stage {
  readonly length: Length
  /** Starts a service and a victim, runs the attack, and stops both. */
  readonly withTarget: <A>(setup: Target.Setup, attack: (target: Target.Target) => Promise<A>) => Promise<A>
  readonly observations: ReadonlyArray<Observation>
}

/** The duration of the measurement before an attack of a full run, in milliseconds. A short run measures the warm-up. */
const quietMillis = 5_000

export const make = (length: Length): Stage => {
  const observations: Array<Observation> = []
  return {
    length,
    observations,
    withTarget: (setup, attack) =>
      Target.withTarget(setup, async (target) => {
        const victim = await Victim.start(target)
        try {
          const quiet = length === "full" ? await victim.watch(quietMillis) : victim.warmUp
          return await attack(target).finally(async () => {
            observations.push({ quiet, attacked: await victim.take() })
          })
        } finally {
          await victim.stop()
        }
      })
  }
}
