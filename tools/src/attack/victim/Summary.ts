/** The latency of a victim's calls, and the calls that failed. */

/** `poll` reads a status, `start` begins a collection, and `upload` sends a PDF and waits for its collection to end. */
export type Call = "poll" | "start" | "upload"

export interface Summary {
  /** The latencies of the calls, in milliseconds. For a call without a response, the time that it has waited so far. */
  readonly latencies: Readonly<Record<Call, ReadonlyArray<number>>>
  readonly errors: ReadonlyArray<string>
}

export const calls: ReadonlyArray<Call> = ["poll", "start", "upload"]

/** Returns the 99th percentile. */
const p99 = (latencies: ReadonlyArray<number>): number =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0

/**
 * The latencies, in milliseconds, below which calls do not count as delayed. Without an attack, a call takes a few
 * milliseconds, and the attacker's own process can double that on two cores. Only above the floor must the latency stay
 * below twice the quiet latency.
 */
export const floors: Readonly<Record<Call, number>> = { poll: 250, start: 500, upload: 2_500 }

/**
 * The latencies, in milliseconds, above which calls count as grossly delayed, even if other tests keep the machine
 * busy.
 */
const gross: Readonly<Record<Call, number>> = { poll: 5_000, start: 8_000, upload: 20_000 }

/** Returns the longest allowed latency, in milliseconds, and the rule that sets it. */
const allowed = (call: Call, quiet: Summary | undefined): readonly [millis: number, rule: string] => {
  if (quiet === undefined) return [gross[call], "the limit of a short run"]
  const twice = 2 * p99(quiet.latencies[call])
  return twice > floors[call] ? [twice, "twice"] : [floors[call], "the floor"]
}

/**
 * Returns each harm to the victim as a sentence. Without latencies from a quiet run, only errors and gross delays count
 * as harm.
 */
export const harmOf = (quiet: Summary | undefined, { errors, latencies }: Summary): ReadonlyArray<string> => {
  const delays = calls.flatMap((call) => {
    const [most] = allowed(call, quiet)
    const found = p99(latencies[call])
    return found > most ? [`the victim's ${call}s took ${found.toFixed(0)} ms, more than ${most.toFixed(0)} ms`] : []
  })
  return [...errors.slice(0, 3).map((error) => `the victim's ${error}`), ...delays]
}

/** Describes the latencies with and without the attack. */
export const describe = (quiet: Summary | undefined, attacked: Summary): string =>
  calls
    .map((call) => {
      const latencies = attacked.latencies[call]
      const before = quiet === undefined ? "not measured" : p99(quiet.latencies[call]).toFixed(0)
      const [most, rule] = allowed(call, quiet)
      const limits = `without the attack: ${before}; at most ${most.toFixed(0)}, ${rule}`
      return `${latencies.length} ${call}s in ${p99(latencies).toFixed(0)} ms (${limits})`
    })
    .join(", ")
