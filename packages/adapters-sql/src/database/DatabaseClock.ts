/**
 * The clock of nodes that share a database. It follows the database's clock if the machine's clock is wrong, because a
 * node with a wrong clock would end other nodes' timeouts too early or too late, and histories would run backward.
 */
import { Clock, Effect } from "effect"
import { CorrectedClock } from "./CorrectedClock.ts"

export class DatabaseClock extends CorrectedClock {
  #aheadMillis = 0

  get aheadMillis(): number {
    return this.#aheadMillis
  }

  /** The machine's uncorrected time, in milliseconds since 1970. */
  get machineMillis(): number {
    return this.machine.currentTimeMillisUnsafe()
  }

  /** From now on, this clock subtracts `aheadMillis` from the machine's time. */
  correct(aheadMillis: number): void {
    this.#aheadMillis = Math.round(aheadMillis)
  }
}

export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (machine) => Effect.provideService(effect, Clock.Clock, new DatabaseClock(machine)))
