/**
 * The clock of a service that has no database server. It does not follow a sudden jump of the machine's clock, such as
 * a wrong time from a time server. If it did, all deadlines, sessions and retention times could end immediately, and
 * erased data would stay erased once the clock is right again. A jump that lasts is accepted, because the time before
 * it may have been wrong. Suspension by the operating system does not count as a jump. A pause by the hypervisor does,
 * because the operating system cannot measure it.
 */
import { CorrectedClock } from "@sheaf/adapters-sql"
import { Clock, Duration, Effect, Schedule } from "effect"
import { uptime } from "node:os"

/** A difference between the clocks of at most this many milliseconds is accepted immediately. */
const tolerance = Duration.toMillis("1 minute")

/** Suspensions shorter than this, in milliseconds, are not measured, because measuring one means reading a file. */
const unmeasured = 1000

/** How long the machine's clock must stay changed before the jump is accepted, in milliseconds. */
const patience = Duration.toMillis("10 minutes")

const perMilli = 1_000_000

/** Returns how long the machine has been suspended, plus an unknown constant, in milliseconds. */
type Suspended = (monotonicMillis: number) => number

const suspendedOf: Suspended = (monotonicMillis) => uptime() * 1000 - monotonicMillis

export class JumpResistantClock extends CorrectedClock {
  readonly #suspended: Suspended
  /** The machine's clock and the monotonic clock at the last moment when they agreed. */
  #agreed: { readonly wall: number; readonly monotonic: number }
  #suspendedBefore: number
  /** `at` is when the jump was noticed, on the monotonic clock. `by` is its size in milliseconds. */
  #jump: { readonly at: number; readonly by: number } | undefined

  constructor(machine: Clock.Clock, suspended: Suspended = suspendedOf) {
    super(machine)
    this.#suspended = suspended
    const monotonic = this.#monotonic()
    this.#agreed = { wall: machine.currentTimeMillisUnsafe(), monotonic }
    this.#suspendedBefore = suspended(monotonic)
  }

  #monotonic(): number {
    return Number(this.machine.monotonicTimeNanosUnsafe()) / perMilli
  }

  #accept(wall: number, monotonic: number, suspended = this.#suspendedBefore): number {
    this.#suspendedBefore = suspended
    this.#agreed = { wall, monotonic }
    this.#jump = undefined
    return wall
  }

  override currentTimeMillisUnsafe(): number {
    const wall = this.machine.currentTimeMillisUnsafe()
    const monotonic = this.#monotonic()
    const expected = this.#agreed.wall + monotonic - this.#agreed.monotonic
    const by = wall - expected
    if (Math.abs(by) <= unmeasured) return this.#accept(wall, monotonic)
    const suspended = this.#suspended(monotonic)
    if (Math.abs(by) <= tolerance) return this.#accept(wall, monotonic, suspended)
    const isResumed = Math.abs(by - (suspended - this.#suspendedBefore)) <= tolerance
    if (this.#jump === undefined || Math.abs(by - this.#jump.by) > tolerance) this.#jump = { at: monotonic, by }
    if (!isResumed && monotonic - this.#jump.at < patience) return Math.round(expected)
    return this.#accept(wall, monotonic, suspended)
  }

  /** How many milliseconds the machine's clock is ahead of this clock. Always 0 except during a jump. */
  get aheadMillis(): number {
    const now = this.currentTimeMillisUnsafe()
    return this.#jump === undefined ? 0 : this.machine.currentTimeMillisUnsafe() - now
  }
}

/** Detects jumps even if nothing else reads the clock, and logs when each begins and ends. */
const watch = (clock: JumpResistantClock) => {
  let hasJumped = false
  return Effect.suspend(() => {
    const offsetMillis = clock.aheadMillis
    if ((offsetMillis !== 0) === hasJumped) return Effect.void
    hasJumped = !hasJumped
    const text = hasJumped
      ? "the machine's clock has jumped; set it by NTP; Sheaf accepts the new time in ten minutes"
      : "the service uses the time of the machine's clock again"
    return Effect.logWarning(text).pipe(Effect.annotateLogs(hasJumped ? { offsetMillis } : {}))
  }).pipe(Effect.repeat(Schedule.spaced("5 seconds")))
}

export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (machine) => {
    const clock = new JumpResistantClock(machine)
    return Effect.forkChild(watch(clock)).pipe(Effect.andThen(effect), Effect.provideService(Clock.Clock, clock))
  })
