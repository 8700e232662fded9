/**
 * The clock of a service without a database server. It does not follow sudden jumps of the machine's clock, such as a wrong time
 * from a time server, because they would end deadlines, sessions and retention times immediately. Erased data cannot be
 * restored once the clock is correct again.
 *
 * The clock accepts a jump that lasts, because the time before the jump may have been wrong. A suspension by the
 * operating system is not a jump. A pause by a hypervisor is a jump, because the operating system does not measure it.
 */
import { CorrectedClock } from "@sheaf/adapters-sql"
import { Clock, Duration, Effect, Schedule } from "effect"
import { uptime } from "node:os"

/** The largest difference that the clock follows immediately, in milliseconds. */
const tolerance = Duration.toMillis("1 minute")

/** Suspensions that are not longer are not measured, in milliseconds, because each measurement reads a file. */
const unmeasured = 1000

/** The time after which the clock accepts a jump, in milliseconds. */
const patience = Duration.toMillis("10 minutes")

const perMilli = 1_000_000

/** Returns the time for which the machine has been suspended, plus an unknown constant, in milliseconds. */
type Suspended = (monotonicMillis: number) => number

const suspendedOf: Suspended = (monotonicMillis) => uptime() * 1000 - monotonicMillis

export class JumpResistantClock extends CorrectedClock {
  readonly #suspended: Suspended
  /** The last moment at which both clocks agreed, on the machine's clock and on the monotonic clock. */
  #agreed: { readonly wall: number; readonly monotonic: number }
  #suspendedBefore: number
  /** The current jump: when it was noticed on the monotonic clock, and by how many milliseconds the clock has jumped. */
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
    // A second jump lasts from its own beginning.
    if (this.#jump === undefined || Math.abs(by - this.#jump.by) > tolerance) this.#jump = { at: monotonic, by }
    if (!isResumed && monotonic - this.#jump.at < patience) return Math.round(expected)
    return this.#accept(wall, monotonic, suspended)
  }

  /** Zero unless the machine's clock has jumped. */
  get aheadMillis(): number {
    const now = this.currentTimeMillisUnsafe()
    return this.#jump === undefined ? 0 : this.machine.currentTimeMillisUnsafe() - now
  }
}

/** Detects a jump even if nothing else reads the clock, and logs its beginning and its end. */
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

/** Runs an effect with a {@link JumpResistantClock}. */
export const provide = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (machine) => {
    const clock = new JumpResistantClock(machine)
    return Effect.forkChild(watch(clock)).pipe(Effect.andThen(effect), Effect.provideService(Clock.Clock, clock))
  })
