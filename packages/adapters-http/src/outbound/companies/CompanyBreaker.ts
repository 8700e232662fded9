/**
 * Guards the calls to a company with a circuit breaker, which also determines the company's availability (spec 4.1, 8).
 */
import type { CompanyId, CompanyStatus } from "@sheaf/domain/Company"
import { CallContext } from "@sheaf/ports"
import { Clock, Effect, Exit, Option } from "effect"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import { CircuitOpenError } from "./ConnectorCallError.ts"

export type BreakerPolicy<Fault> = <A>(
  key: string,
  call: Effect.Effect<A, Fault>
) => Effect.Effect<A, Fault | CircuitOpenError>

/** `since` is in milliseconds since 1970. */
export interface ObservedCompanyState {
  readonly status: CompanyStatus
  readonly since: number
  /** False until the first outcome of a call. Until then, the status is an assumption. */
  readonly isObserved: boolean
  /** The reason why the company is unavailable. Absent if the company itself is the cause. */
  readonly message?: string
}

export interface CompanyBreaker<Fault> {
  readonly guard: BreakerPolicy<Fault>
  /** Returns the same object until the state changes. */
  readonly state: Effect.Effect<ObservedCompanyState>
}

export interface CompanyBreakerOptions<Fault> {
  readonly company: CompanyId
  readonly openMillis: number | undefined
  readonly outcomeOf: (fault: Fault) => CircuitBreaker.CallOutcome
}

const millis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

export const make = Effect.fnUntraced(function* <Fault>({
  company,
  openMillis,
  outcomeOf
}: CompanyBreakerOptions<Fault>): Effect.fn.Return<CompanyBreaker<Fault>> {
  let breaker = yield* Clock.clockWith((clock) => Effect.sync(() => CircuitBreaker.make(millis(clock), openMillis)))
  let current: ObservedCompanyState = {
    status: breaker.companyState.status,
    since: yield* Clock.currentTimeMillis,
    isObserved: false
  }

  /** Uses a monotonic clock, so setting the system clock back does not affect pauses. */
  const change = <A>(to: (known: CircuitBreaker.Breaker, now: number) => readonly [CircuitBreaker.Breaker, A]) =>
    Clock.clockWith((clock) =>
      Effect.suspend(() => {
        const now = millis(clock)
        const before = breaker.companyState
        const [next, told] = to(breaker, now)
        breaker = next
        const { since, status } = breaker.companyState
        if (breaker.companyState === before) return Effect.succeed(told)
        current = { ...current, status, since: clock.currentTimeMillisUnsafe() - (now - since) }
        if (status === before.status) return Effect.succeed(told)
        const log = status === "OPERATIONAL" ? Effect.logInfo : Effect.logWarning
        return log("company status changed").pipe(Effect.annotateLogs({ company, status }), Effect.as(told))
      })
    )

  /** Returns `undefined` if the exit says nothing about the company. */
  const outcomeOfExit = (exit: Exit.Exit<unknown, Fault>): CircuitBreaker.CallOutcome | undefined =>
    Exit.isSuccess(exit) ? "FINE" : Option.getOrUndefined(Option.map(Exit.findErrorOption(exit), outcomeOf))

  const guard: BreakerPolicy<Fault> = (key, call) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const callContext = yield* CallContext
        const permit = yield* change((known, now) => CircuitBreaker.admit(known, callContext, now))
        if (permit === undefined) return yield* new CircuitOpenError({})
        return yield* Effect.onExit(restore(Effect.annotateLogs(call, { company })), (exit) =>
          change((known, now) => {
            const outcome = outcomeOfExit(exit)
            if (outcome !== undefined && !current.isObserved) current = { ...current, isObserved: true }
            return outcome === undefined
              ? [CircuitBreaker.recordInterruption(known, permit, now), undefined]
              : [CircuitBreaker.recordOutcome(known, permit, { key, outcome }, now), undefined]
          })
        )
      })
    )

  const look = change((known, now) => [CircuitBreaker.advanceTo(known, now), undefined])
  return { guard, state: Effect.map(look, () => current) }
})
