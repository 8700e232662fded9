/**
 * The number of objects that the clients of a run keep open at a time. It adapts to the machine: on a slow machine, the
 * clients open fewer, so that they can still poll each object often enough to post its input in time.
 */
const least = 32
const most = 512

/** The target time of a round of polls, in milliseconds. */
const slowMillis = 4_000
/** If a round of polls takes less than this time, in milliseconds, the clients open more objects. */
const fastMillis = 1_500

export class Pace {
  #open = least

  get open(): number {
    return this.#open
  }

  /** Adapts to the time, in milliseconds, that the clients took to poll `count` open objects once. */
  polled(count: number, millis: number): void {
    if (millis > slowMillis) this.#open = Math.max(least, Math.floor(this.#open / 2))
    else if (millis < fastMillis && count >= this.#open / 2) this.#open = Math.min(most, this.#open * 2)
  }
}
