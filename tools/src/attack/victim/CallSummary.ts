/** The latencies of a victim's calls, and the calls that failed. */
import { percentile } from "../../workshop/checker/Latency.ts"

/** `poll` reads a status, `start` begins a collection, and `upload` sends a PDF and waits for its collection to end. */
export type CallKind = "poll" | "start" | "upload"

export interface CallSummary {
  /** In milliseconds. For a call without a response, the time that it has waited so far. */
  readonly latencies: Readonly<Record<CallKind, ReadonlyArray<number>>>
  readonly errors: ReadonlyArray<string>
}

export interface VictimOptions {
  readonly base: string
  readonly apiKey: string
}

export const callKinds: ReadonlyArray<CallKind> = ["poll", "start", "upload"]

const p99 = (latencies: ReadonlyArray<number>): number => percentile(latencies, 0.99) || 0

export interface Tolerance {
  /** The maximum latency, as a multiple of the latency before the attack. */
  readonly times: number
  /** Latencies, in milliseconds, that are always allowed. */
  readonly floors: Readonly<Record<CallKind, number>>
}

/**
 * How much an attack may slow down other calls. In a full run, the floors allow only for the usual noise, which arises
 * because the attacker shares two cores with the service, so the run needs a quiet machine. In a short run, the floors
 * are higher, because it measures less, runs two attacks concurrently, and shares the machine with other tests.
 */
export const tolerances = {
  full: { times: 2, floors: { poll: 100, start: 300, upload: 2_000 } },
  short: { times: 5, floors: { poll: 5_000, start: 8_000, upload: 10_000 } }
} as const satisfies Readonly<Record<string, Tolerance>>

export interface Observation {
  readonly quiet: CallSummary
  readonly attacked: CallSummary
}

const allowed = (
  call: CallKind,
  { floors, times }: Tolerance,
  quiet: CallSummary
): readonly [millis: number, rule: string] => {
  const most = times * p99(quiet.latencies[call])
  return most > floors[call] ? [most, `${times} times`] : [floors[call], "the floor"]
}

export const harmOf = ({ attacked, quiet }: Observation, tolerance: Tolerance): ReadonlyArray<string> => {
  const { errors, latencies } = attacked
  const delays = callKinds.flatMap((call) => {
    const [most] = allowed(call, tolerance, quiet)
    const found = p99(latencies[call])
    return found > most ? [`the victim's ${call}s took ${found.toFixed(0)} ms, more than ${most.toFixed(0)} ms`] : []
  })
  return [...errors.slice(0, 3).map((error) => `the victim's ${error}`), ...delays]
}

export const describeLatencies = ({ attacked, quiet }: Observation, tolerance: Tolerance): string =>
  callKinds
    .map((call) => {
      const latencies = attacked.latencies[call]
      const before = p99(quiet.latencies[call]).toFixed(0)
      const [most, rule] = allowed(call, tolerance, quiet)
      const limits = `without the attack: ${before}; at most ${most.toFixed(0)}, ${rule}`
      return `${latencies.length} ${call}s in ${p99(latencies).toFixed(0)} ms (${limits})`
    })
    .join(", ")
