/**
 * Compares status polls in the fast lane with and without limits, and with and without metrics. Limits count polls and
 * send the `RateLimit` fields (spec 8). Metrics measure each poll and each read of a row (spec 14.5).
 */
import type { Effort } from "./Part.ts"
import * as Contest from "./load/Contest.ts"
import * as Polls from "./Polls.ts"
import { medianOf, quotients } from "./Report.ts"
import type { Figure } from "./Report.ts"
import { clientOf, headersOf } from "../workshop/stage/Installation.ts"
import { withServer } from "./servers/Server.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"

const connections = 50

/** The number of contests. The cost is small, so its median needs more rounds than the figures of other parts. */
const contests: Readonly<Record<Effort, number>> = { smoke: 1, full: 2, long: 4 }

const entrant = (
  name: string,
  lane: "all" | "no limits" | "no metrics",
  { apiKey, base, id, pid }: Readonly<Record<"apiKey" | "base" | "id", string>> & { readonly pid: number | undefined }
): Contest.Entrant => {
  const headers = { ...headersOf(apiKey, "2026-04-01"), lane }
  return Contest.entrant(name, { base, path: `/collections/${id}/status`, headers }, { pid })
}

/** Returns the processor time of `all` in percent of the time without a part, in each round. */
const costsOf = ({ micros }: Contest.Entrant, without: Contest.Entrant): ReadonlyArray<number> =>
  quotients(micros, without.micros).map((ratio) => (ratio - 1) * 100)

const costTo = (part: string, costs: ReadonlyArray<number>): Figure =>
  medianOf(`cost of the ${part}`, costs, "%", { note: "of the processor time", target: ["<=", 5] })

export const run = async (bench: RunningInstallation, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const id = await Polls.collection(clientOf(bench, bench), Polls.completed, "COMPLETED")
  return withServer(new URL("./servers/laneServer.ts", import.meta.url), [bench.database], async (base, pid) => {
    const place = { apiKey: bench.apiKey, base, id, pid }
    const complete = entrant("polls with limits and metrics", "all", place)
    const unlimited = entrant("polls without limits", "no limits", place)
    const unmeasured = entrant("polls without metrics", "no metrics", place)
    const entrants = [complete, unlimited, unmeasured]
    for (let contest = 0; contest < contests[effort]; contest++) {
      await Contest.run(contest % 2 === 0 ? entrants : entrants.toReversed(), connections, effort)
    }
    return [
      ...entrants.flatMap(Contest.figuresOf),
      Contest.ratioOf("polls with and without metrics", complete, unmeasured, [">=", 0.95]),
      costTo("limits", costsOf(complete, unlimited)),
      costTo("metrics", costsOf(complete, unmeasured))
    ]
  })
}
