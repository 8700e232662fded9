/** Puts servers under the same load in turn, in several rounds, so that a busy moment affects all of them. */
import * as Load from "./Load.ts"
import type { Effort } from "../harness/Effort.ts"
import { medianOf } from "../Report.ts"
import type { Figure } from "../Report.ts"

interface Length {
  readonly warmUpMillis: number
  readonly rounds: number
  readonly roundMillis: number
}

/** Many short rounds: a busy moment affects neighboring measurements alike, so ratios stay stable. */
const lengths: Readonly<Record<Effort, Length>> = {
  smoke: { warmUpMillis: 20, rounds: 1, roundMillis: 50 },
  full: { warmUpMillis: 800, rounds: 9, roundMillis: 350 },
  long: { warmUpMillis: 3_000, rounds: 15, roundMillis: 1_500 }
}

/** A server under test, with the request to send, the load to run, and the measurements of each round. */
export interface Entrant {
  readonly name: string
  readonly request: Load.Request
  readonly load: Load.Load
  readonly measured: Array<Load.Measured>
}

export const entrant = (name: string, request: Load.Request, load: Load.Load = Load.run): Entrant => ({
  name,
  request,
  load,
  measured: []
})

/**
 * Runs all rounds after a warm-up. Returns the share of a core that this process used. If the share is near 1, this
 * process is the bottleneck.
 */
export const run = async (entrants: ReadonlyArray<Entrant>, connections: number, effort: Effort): Promise<number> => {
  const { roundMillis, rounds, warmUpMillis } = lengths[effort]
  for (const { load, request } of entrants) await load(request, connections, warmUpMillis)
  const [began, before] = [performance.now(), process.cpuUsage()]
  for (let round = 0; round < rounds; round++) {
    for (const { load, measured, request } of entrants) measured.push(await load(request, connections, roundMillis))
  }
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000 / (performance.now() - began)
}

/** Returns an entrant's rate and latency. */
export const figuresOf = ({ measured, name }: Entrant): ReadonlyArray<Figure> => [
  medianOf(
    name,
    measured.map(({ perSecond }) => perSecond),
    "per second"
  ),
  medianOf(
    `${name}, p99`,
    measured.map(({ p99 }) => p99),
    "ms"
  )
]

/** Returns the median, over all rounds, of the ratio between two rates. */
export const ratioOf = (name: string, one: Entrant, other: Entrant, target?: Figure["target"]): Figure => {
  const ratios = one.measured.map(
    ({ perSecond }, round) => perSecond / (other.measured[round]?.perSecond ?? Number.NaN)
  )
  return medianOf(name, ratios, "ratio", target !== undefined ? { target } : {})
}
