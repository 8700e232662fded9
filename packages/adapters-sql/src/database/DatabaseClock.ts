/**
 * A clock for nodes that share a database. If the machine's clock is wrong, the node uses the database's time instead.
 * Otherwise, it would end the timeouts of other nodes too early or too late, and histories would go back in time.
 */
import { Clock, Effect } from "effect"

const nanosPerMilli = 1_000_000n

export class DatabaseClock implements Clock.Clock {
  readonly #machine: Clock.Clock
  #aheadMillis = 0
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos: Effect.Effect<bigint>

  constructor(machine: Clock.Clock) {
    this.#machine = machine
    this.monotonicTimeNanos = machine.monotonicTimeNanos
  }

  /** The machine's time, in milliseconds since 1970. */
  get machineMillis(): number {
    return this.#machine.currentTimeMillisUnsafe()
  }

  /** Subtracts this many milliseconds from the machine's time from now on. */
  correct(aheadMillis: number): void {
    this.#aheadMillis = Math.round(aheadMillis)
  }

  currentTimeMillisUnsafe(): number {
    return this.machineMillis - this.#aheadMillis
  }

  currentTimeNanosUnsafe(): bigint {
    return this.#machine.currentTimeNanosUnsafe() - BigInt(this.#aheadMillis) * nanosPerMilli
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.#machine.monotonicTimeNanosUnsafe()
  }

  sleep(duration: Parameters<Clock.Clock["sleep"]>[0]): Effect.Effect<void> {
    return this.#machine.sleep(duration)
  }
}

/** Runs an effect with a {@link DatabaseClock}. */
export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (machine) => Effect.provideService(effect, Clock.Clock, new DatabaseClock(machine)))
