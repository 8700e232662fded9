/** Puts servers under the same load in turn, in several rounds, so that a busy moment affects all of them. */
import * as Load from "./Load.ts"
import type { Effort } from "../Part.ts"
import { medianOf, quotients } from "../Report.ts"
import * as Processor from "../../workshop/checker/Processor.ts"
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

interface Options {
  readonly load?: Load.Load
  /** The server's process, whose processor time is measured. */
  readonly pid?: number | undefined
}

/** A server under test, with the request to send, the load to run, and the measurements of each round. */
export interface Entrant extends Required<Options> {
  readonly name: string
  readonly request: Load.Request
  readonly measured: Array<Load.Measured>
  /** The processor time of each request, in microseconds. */
  readonly micros: Array<number>
}

export const entrant = (name: string, request: Load.Request, { load = Load.run, pid }: Options = {}): Entrant => ({
  name,
  request,
  load,
  pid,
  measured: [],
  micros: []
})

const runRound = async ({ load, measured, micros, pid, request }: Entrant, connections: number, millis: number) => {
  const before = pid === undefined ? 0 : Processor.microsOf(pid)
  const round = await load(request, connections, millis)
  measured.push(round)
  if (pid !== undefined) micros.push((Processor.microsOf(pid) - before) / round.count)
}

/**
 * Runs all rounds after a warm-up. Returns the share of a core that this process used. If the share is near 1, this
 * process is the bottleneck.
 */
export const run = async (entrants: ReadonlyArray<Entrant>, connections: number, effort: Effort): Promise<number> => {
  const { roundMillis, rounds, warmUpMillis } = lengths[effort]
  for (const { load, request } of entrants) await load(request, connections, warmUpMillis)
  const [began, before] = [performance.now(), process.cpuUsage()]
  for (let round = 0; round < rounds; round++) {
    for (const each of entrants) await runRound(each, connections, roundMillis)
  }
  const { system, user } = process.cpuUsage(before)
  return (user + system) / 1000 / (performance.now() - began)
}

const ratesOf = ({ measured }: Entrant): ReadonlyArray<number> => measured.map(({ perSecond }) => perSecond)

/** Returns an entrant's rate, latency and processor time. */
export const figuresOf = (entrant: Entrant): ReadonlyArray<Figure> => {
  const { measured, micros, name, pid } = entrant
  const p99s = measured.map(({ p99 }) => p99)
  return [
    medianOf(name, ratesOf(entrant), "per second"),
    medianOf(`${name}, p99`, p99s, "ms"),
    ...(pid === undefined ? [] : [medianOf(`${name}, processor time`, micros, "µs")])
  ]
}

/** Returns the median, over all rounds, of the ratio between two rates. */
export const ratioOf = (name: string, one: Entrant, other: Entrant, target?: Figure["target"]): Figure =>
  medianOf(name, quotients(ratesOf(one), ratesOf(other)), "ratio", target !== undefined ? { target } : {})

/** Returns the median, over all rounds, of the ratio between the processor times: 2 if `one` needs half the time of `other`. */
export const processorRatioOf = (name: string, one: Entrant, other: Entrant, target: Figure["target"] & {}): Figure =>
  medianOf(name, quotients(other.micros, one.micros), "ratio", { note: "of the processor time", target })
