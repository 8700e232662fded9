/**
 * A clock for nodes that share a database. If the machine's clock is wrong, the node uses the database's time instead.
 * Otherwise, it would end the timeouts of other nodes too early or too late, and histories would go back in time.
 */
import { Clock, Effect } from "effect"
import { CorrectedClock } from "./CorrectedClock.ts"

export class DatabaseClock extends CorrectedClock {
  #aheadMillis = 0

  get aheadMillis(): number {
    return this.#aheadMillis
  }

  /** The machine's time, in milliseconds since 1970. */
  get machineMillis(): number {
    return this.machine.currentTimeMillisUnsafe()
  }

  /** Subtracts this many milliseconds from the machine's time from now on. */
  correct(aheadMillis: number): void {
    this.#aheadMillis = Math.round(aheadMillis)
  }
}

/** Runs an effect with a {@link DatabaseClock}. */
export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (machine) => Effect.provideService(effect, Clock.Clock, new DatabaseClock(machine)))
