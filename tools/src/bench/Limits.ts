/** Compares status polls in the fast lane with and without limits: the count and the `RateLimit` fields (decisions 14). */
import type { Effort } from "./harness/Effort.ts"
import * as Contest from "./load/Contest.ts"
import * as Load from "./load/Load.ts"
import * as Polls from "./Polls.ts"
import { medianOf } from "./Report.ts"
import type { Figure } from "./Report.ts"
import { clientOf, headersOf, withServer } from "./servers/Bench.ts"
import type { Bench } from "./servers/Bench.ts"

const connections = 50

/** The number of contests. The cost is small, so its median needs more rounds than the figures of other parts. */
const contests: Readonly<Record<Effort, number>> = { smoke: 1, full: 3, long: 4 }

/** An entrant whose load also records the server's processor time for each poll, in microseconds. */
const entrant = (
  name: string,
  limits: "on" | "no",
  { apiKey, base, id }: Readonly<Record<"apiKey" | "base" | "id", string>>
) => {
  const micros: Array<number> = []
  const processor = async (): Promise<number> => Number(await (await fetch(`${base}/processor`)).text())
  const load: Load.Load = async (...options) => {
    const before = await processor()
    const measured = await Load.run(...options)
    micros.push(((await processor()) - before) / measured.count)
    return measured
  }
  const headers = { ...headersOf(apiKey, "2026-04-01"), limits }
  return { micros, ...Contest.entrant(name, { base, path: `/collections/${id}/status`, headers }, load) }
}

export const run = async (bench: Bench, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const id = await Polls.collection(clientOf(bench, bench), Polls.completed, "COMPLETED")
  return withServer(new URL("./servers/laneServer.ts", import.meta.url), [bench.database], async (base) => {
    const place = { apiKey: bench.apiKey, base, id }
    const counted = entrant("polls with limits", "on", place)
    const uncounted = entrant("polls without limits", "no", place)
    for (let contest = 0; contest < contests[effort]; contest++) {
      await Contest.run(contest % 2 === 0 ? [counted, uncounted] : [uncounted, counted], connections, effort)
    }
    const costs = counted.micros.map((micros, round) => (micros / (uncounted.micros[round] ?? Number.NaN) - 1) * 100)
    return [
      ...[counted, uncounted].flatMap(Contest.figuresOf),
      medianOf("polls with limits, processor time", counted.micros, "µs"),
      medianOf("polls without limits, processor time", uncounted.micros, "µs"),
      medianOf("cost of the limits", costs, "%", { note: "of the processor time", target: ["<=", 5] })
    ]
  })
}
