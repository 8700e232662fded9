/** The faults of a run. Each begins, acts for some seconds, and ends. */
import { setTimeout as pause } from "node:timers/promises"
import type { Stage } from "./Stage.ts"

export interface Fault {
  readonly name: string
  readonly summary: string
  /** Injects the fault, and returns after its end. */
  readonly inject: (stage: Stage) => Promise<void>
}

const kill: Fault = {
  name: "kill",
  summary: "kill -9 of a random node, which starts again after at most 3 seconds",
  inject: async ({ nodes, random }) => {
    const node = random.pick(nodes)
    await node.kill()
    await pause(random.int(0, 3_000))
    await node.start()
  }
}

export const all: ReadonlyArray<Fault> = [kill]
