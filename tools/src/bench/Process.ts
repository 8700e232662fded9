/** Measures the start of the service. */
import type { Effort } from "./harness/Effort.ts"
import { withService } from "./servers/Bench.ts"
import { medianOf } from "./Report.ts"
import type { Figure } from "./Report.ts"

const starts: Readonly<Record<Effort, number>> = { smoke: 1, full: 5, long: 15 }

export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const times: Array<number> = []
  for (let start = 0; start < starts[effort]; start++) {
    await withService(async ({ startMillis }) => {
      times.push(startMillis)
    })
  }
  return [medianOf("start-up to first answer", times, "ms", { target: ["<=", 1500] })]
}
