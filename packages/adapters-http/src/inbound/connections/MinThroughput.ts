/** The minimum speed at which a client must send a body or read a response (spec 8). */

export interface MinThroughput {
  readonly bytesPerSecond: number
  /** How many seconds pass before the speed is checked. */
  readonly graceSeconds: number
}

export const defaults: MinThroughput = { bytesPerSecond: 1024, graceSeconds: 10 }

/** At least `bytes` must be transferred in every period. */
export interface ThroughputPeriod {
  readonly millis: number
  readonly bytes: number
}

export const bodyThroughputPeriod = ({ bytesPerSecond, graceSeconds }: MinThroughput): ThroughputPeriod => ({
  millis: graceSeconds * 1000,
  bytes: bytesPerSecond * graceSeconds
})

/**
 * Returns the period in which the client must read at least one piece of a response. `piece` is the size of each piece,
 * in bytes.
 */
export const chunkThroughputPeriod = (
  { bytesPerSecond, graceSeconds }: MinThroughput,
  piece: number
): ThroughputPeriod => ({
  millis: Math.max(graceSeconds, (1.25 * piece) / bytesPerSecond) * 1000,
  bytes: 1
})

/**
 * The clock for measuring how fast clients send and receive. A suspended or overloaded process transfers nothing, but
 * its clients must not count as slow. Therefore, a late check advances the clock only by the usual interval.
 */
export class ThroughputClock {
  readonly #intervalMillis: number
  #last: number
  #time = 0

  constructor(now: number, intervalMillis: number) {
    this.#last = now
    this.#intervalMillis = intervalMillis
  }

  check(now: number): number {
    this.#time += Math.min(now - this.#last, this.#intervalMillis)
    this.#last = now
    return this.#time
  }
}

export class TransferProgress {
  /** When the current period ends. The first period is the grace period. */
  #until: number
  #before: number | undefined

  constructor(now: number, { graceSeconds }: Pick<MinThroughput, "graceSeconds">) {
    this.#until = now + graceSeconds * 1000
  }

  /** Returns true if a period has elapsed with too few bytes. `moved` counts all bytes so far. */
  isTooSlow(now: number, moved: number, { bytes, millis }: ThroughputPeriod): boolean {
    if (now < this.#until) return false
    const isSlow = this.#before !== undefined && moved - this.#before < bytes
    this.#until = now + millis
    this.#before = moved
    return isSlow
  }
}
