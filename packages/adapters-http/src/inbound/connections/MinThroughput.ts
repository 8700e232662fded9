/** How slowly a client may send a body or read a response (spec 8). */

export interface MinThroughput {
  /** How many bytes a client must send or read per second. */
  readonly bytesPerSecond: number
  /** How many seconds pass before the speed is checked. */
  readonly graceSeconds: number
}

export const defaults: MinThroughput = { bytesPerSecond: 1024, graceSeconds: 10 }

/** The period over which speed is measured, and how many bytes must move in it. */
export interface ThroughputPeriod {
  readonly millis: number
  readonly bytes: number
}

/** Returns the period for bodies. */
export const bodyThroughputPeriod = ({ bytesPerSecond, graceSeconds }: MinThroughput): ThroughputPeriod => ({
  millis: graceSeconds * 1000,
  bytes: bytesPerSecond * graceSeconds
})

/** Returns the period for data sent in pieces. The client must read at least one piece per period. */
export const chunkThroughputPeriod = (
  { bytesPerSecond, graceSeconds }: MinThroughput,
  piece: number
): ThroughputPeriod => ({
  millis: Math.max(graceSeconds, (1.25 * piece) / bytesPerSecond) * 1000,
  bytes: 1
})

/**
 * The clock that measures speed. A process that is suspended or overloaded reads nothing, and its clients must not
 * count as slow because of that. So a late check advances the clock only by the usual interval.
 */
export class ThroughputClock {
  readonly #intervalMillis: number
  #last: number
  #time = 0

  constructor(now: number, intervalMillis: number) {
    this.#last = now
    this.#intervalMillis = intervalMillis
  }

  /** Returns the time of this check, in milliseconds since the clock started. */
  check(now: number): number {
    this.#time += Math.min(now - this.#last, this.#intervalMillis)
    this.#last = now
    return this.#time
  }
}

/** The progress of a body or response, measured by a {@link ThroughputClock}. */
export class TransferProgress {
  /** When the current period ends. The first is the grace time. */
  #until: number
  /** How many bytes had been transferred before the current period. */
  #before: number | undefined

  constructor(now: number, { graceSeconds }: Pick<MinThroughput, "graceSeconds">) {
    this.#until = now + graceSeconds * 1000
  }

  /** Returns true if too few bytes moved in an elapsed period. `moved` counts all bytes so far. */
  isTooSlow(now: number, moved: number, { bytes, millis }: ThroughputPeriod): boolean {
    if (now < this.#until) return false
    const isSlow = this.#before !== undefined && moved - this.#before < bytes
    this.#until = now + millis
    this.#before = moved
    return isSlow
  }
}
