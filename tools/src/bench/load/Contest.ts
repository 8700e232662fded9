/** Puts servers under the same load in turn, in several rounds, so that a busy moment affects all of them. */
import * as Load from "./Load.ts"
import { middle } from "../Report.ts"
import type { Figure } from "../Report.ts"

const rounds = 7
const roundMillis = 3_000

/** A request to a server, with its load and the measurements of each round. */
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

/** Runs all rounds. Returns the share of a core that the load itself used. Near 1, the load would be the bottleneck. */
export const run = async (entrants: ReadonlyArray<Entrant>, connections: number): Promise<number> => {
  let [began, before] = [performance.now(), process.cpuUsage()]
  for (let round = 0; round <= rounds; round++) {
    for (const { load, measured, request } of entrants) {
      const one = await load(request, connections, roundMillis)
      // The first round is a warm-up.
      if (round > 0) measured.push(one)
    }
    if (round === 0) [began, before] = [performance.now(), process.cpuUsage()]
  }
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000 / (performance.now() - began)
}

const spread = (values: ReadonlyArray<number>, digits: number): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

/** Returns the rate and the latency of an entrant. */
export const figuresOf = ({ measured, name }: Entrant): ReadonlyArray<Figure> => {
  const rates = measured.map(({ perSecond }) => perSecond)
  return [
    { name, value: middle(rates), unit: "per second", note: `${spread(rates, 0)} in ${rounds} rounds` },
    { name: `${name}, p99`, value: middle(measured.map(({ p99 }) => p99)), unit: "ms" }
  ]
}

/** Returns the median, over all rounds, of the ratio between two rates. */
export const ratioOf = (name: string, one: Entrant, other: Entrant, target?: Figure["target"]): Figure => {
  const ratios = one.measured.map(
    ({ perSecond }, round) => perSecond / (other.measured[round]?.perSecond ?? Number.NaN)
  )
  return {
    name,
    value: middle(ratios),
    unit: "ratio",
    note: `${spread(ratios, 2)} in ${rounds} rounds`,
    ...(target !== undefined && { target })
  }
}
