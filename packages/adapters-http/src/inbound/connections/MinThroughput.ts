/** The slowest pace at which a client can send a body or read a response (spec 8). */

export interface MinThroughput {
  /** The bytes that a client must send or read per second. */
  readonly bytesPerSecond: number
  /** The grace time before the pace counts, in seconds. */
  readonly graceSeconds: number
}

export const defaults: MinThroughput = { bytesPerSecond: 1024, graceSeconds: 10 }

/** The period over which a pace is measured, and the bytes that a client must transfer in that period. */
export interface ThroughputPeriod {
  readonly millis: number
  readonly bytes: number
}

/** Returns the period for bodies. */
export const bodyThroughputPeriod = ({ bytesPerSecond, graceSeconds }: MinThroughput): ThroughputPeriod => ({
  millis: graceSeconds * 1000,
  bytes: bytesPerSecond * graceSeconds
})

/** Returns the period for data that is sent in pieces. In each period, the client must read at least one piece. */
export const chunkThroughputPeriod = (
  { bytesPerSecond, graceSeconds }: MinThroughput,
  piece: number
): ThroughputPeriod => ({
  millis: Math.max(graceSeconds, (1.25 * piece) / bytesPerSecond) * 1000,
  bytes: 1
})

/**
 * The clock by which paces are measured. A process that is frozen or overloaded reads nothing, so its clients do not
 * count as slow in the meantime. If a check is late, the clock therefore advances by only one interval between checks.
 */
export class ThroughputClock {
  readonly #intervalMillis: number
  #last: number
  #time = 0

  constructor(now: number, intervalMillis: number) {
    this.#last = now
    this.#intervalMillis = intervalMillis
  }

  /** Returns the time of the current check, in milliseconds since the clock began. */
  check(now: number): number {
    this.#time += Math.min(now - this.#last, this.#intervalMillis)
    this.#last = now
    return this.#time
  }
}

/** The progress of one body or response, in the time of a {@link ThroughputClock}. */
export class TransferProgress {
  /** The end of the current period. The grace time is the first period. */
  #until: number
  /** The bytes that were transferred before the current period. */
  #before: number | undefined

  constructor(now: number, { graceSeconds }: Pick<MinThroughput, "graceSeconds">) {
    this.#until = now + graceSeconds * 1000
  }

  /**
   * Returns true if the client transferred too few bytes in a period that has ended. `moved` counts all bytes so far.
   */
  isTooSlow(now: number, moved: number, { bytes, millis }: ThroughputPeriod): boolean {
    if (now < this.#until) return false
    const isSlow = this.#before !== undefined && moved - this.#before < bytes
    this.#until = now + millis
    this.#before = moved
    return isSlow
  }
}
