/** The machine's clock with a correction. Timers and the monotonic clock are not corrected. */
import { Effect } from "effect"
import type { Clock } from "effect"

const nanosPerMilli = 1_000_000n

export abstract class CorrectedClock implements Clock.Clock {
  protected readonly machine: Clock.Clock
  readonly currentTimeMillis = Effect.sync(this.currentTimeMillisUnsafe.bind(this))
  readonly currentTimeNanos = Effect.sync(this.currentTimeNanosUnsafe.bind(this))
  readonly monotonicTimeNanos: Effect.Effect<bigint>
  readonly sleep: Clock.Clock["sleep"]

  constructor(machine: Clock.Clock) {
    this.machine = machine
    this.monotonicTimeNanos = machine.monotonicTimeNanos
    this.sleep = machine.sleep.bind(machine)
  }

  /** How far the machine's clock is ahead of this one, in whole milliseconds. */
  abstract get aheadMillis(): number

  currentTimeMillisUnsafe(): number {
    return this.machine.currentTimeMillisUnsafe() - this.aheadMillis
  }

  currentTimeNanosUnsafe(): bigint {
    return this.machine.currentTimeNanosUnsafe() - BigInt(this.aheadMillis) * nanosPerMilli
  }

  monotonicTimeNanosUnsafe(): bigint {
    return this.machine.monotonicTimeNanosUnsafe()
  }
}
