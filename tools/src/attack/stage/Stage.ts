/** The setting of one attack: its own services, and a victim that uses them during the attack. */
import type { Summary } from "../victim/Summary.ts"
import * as Victim from "../victim/Victim.ts"
import * as Target from "./Target.ts"

/** `short` runs check the promises in about a minute. `full` runs also compare the victim's latency with and without the attack. */
export type Length = "short" | "full"

/** The victim's latency during the attack and, if measured, without an attack. */
export interface Observation {
  readonly quiet: Summary | undefined
  readonly attacked: Summary
}

export interface Stage {
  readonly length: Length
  /** Starts a service and a victim, runs the attack, and stops both. */
  readonly withTarget: <A>(setup: Target.Setup, attack: (target: Target.Target) => Promise<A>) => Promise<A>
  readonly observations: ReadonlyArray<Observation>
}

/** The duration of the measurement without an attack, in milliseconds. */
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
          const quiet = length === "full" ? await victim.watch(quietMillis) : undefined
          await victim.take()
          return await attack(target).finally(async () => {
            observations.push({ quiet, attacked: await victim.take() })
          })
        } finally {
          await victim.stop()
        }
      })
  }
}
