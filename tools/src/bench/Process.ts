/** Measures the start of the service and its memory when idle. */
import { setTimeout as pause } from "node:timers/promises"
import { withService } from "./servers/Bench.ts"
import { residentMegabytes } from "./servers/Memory.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

const starts = 5
const idleMillis = 5_000

export const run = async (): Promise<ReadonlyArray<Figure>> => {
  const times: Array<number> = []
  let idle = Number.NaN
  for (let start = 0; start < starts; start++) {
    await withService(async ({ service, startMillis }) => {
      times.push(startMillis)
      if (start > 0) return
      await pause(idleMillis)
      idle = residentMegabytes(service.pid)
    })
  }
  return [
    {
      name: "start-up to first answer",
      value: middle(times),
      unit: "ms",
      target: ["<=", 1500],
      note: `${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} in ${starts} starts`
    },
    { name: "idle server", value: idle, unit: "MB resident", target: ["<=", 250] }
  ]
}
