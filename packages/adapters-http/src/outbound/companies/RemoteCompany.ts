/**
 * A company whose connector is reached over HTTP. Its availability depends on the outcomes of calls to that connector
 * (decisions 1).
 */
import { isFunctional, productsOf } from "@sheaf/domain/Company"
import type { CompanyAvailability, CompanyStatus, SupportedProducts } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import { Asker } from "@sheaf/ports"
import type { ConnectedCompany } from "@sheaf/ports"
import { Clock, Effect, Exit, Option, Struct } from "effect"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as ConnectorFault from "./ConnectorFault.ts"
import * as RemoteConnector from "./RemoteConnector.ts"

/** A company as its operator describes it. */
export interface RemoteCompany
  extends
    Pick<SupportedProducts, "company" | "companyDisplayName" | "insurance" | "psd2Ais" | "wealth">,
    Pick<CompanyAvailability, "loginMethods" | "maximumConsentValidityDays"> {
  /** True if a collection by electronic ID can complete only after the person is verified. */
  readonly requiresVerifiedPerson?: boolean
}

const messages: Partial<Record<CompanyStatus, string>> = {
  DEGRADED: "Some calls to the company fail.",
  UNAVAILABLE: "The company is not responding. Sheaf will retry shortly."
}

const availabilityOf = (
  company: RemoteCompany,
  market: Market,
  status: CompanyStatus,
  since: number
): CompanyAvailability => ({
  ...Struct.omit(company, ["insurance", "wealth", "psd2Ais", "requiresVerifiedPerson"]),
  market,
  functional: isFunctional(status),
  status,
  ...(messages[status] !== undefined && { statusMessage: messages[status] }),
  products: productsOf(company),
  updatedAt: new Date(since).toISOString()
})

/** The settings for calls to a company. */
export interface Calling extends RemoteConnector.ConnectorCalls {
  /** The attributes of SESSION_METADATA that the connector receives. */
  readonly attributes?: ReadonlyArray<string> | undefined
  /** The time for which the circuit breaker initially stays open, in milliseconds. */
  readonly openMillis: number | undefined
}

const millis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Returns the outcome of a call, or `undefined` if the call ended in a way that says nothing about the company. */
const outcomeOf = (exit: Exit.Exit<unknown, ConnectorFault.SentFault>): CircuitBreaker.CallOutcome | undefined =>
  Exit.isSuccess(exit)
    ? "FINE"
    : Option.getOrUndefined(Option.map(Exit.findErrorOption(exit), ConnectorFault.outcomeOf))

/** Creates a company. The resulting effect yields the same object until the company's state changes. */
export const make = Effect.fnUntraced(function* (
  company: RemoteCompany,
  market: Market,
  { attributes = [], openMillis, ...calls }: Calling
): Effect.fn.Return<Effect.Effect<ConnectedCompany>> {
  let breaker = yield* Clock.clockWith((clock) => Effect.sync(() => CircuitBreaker.make(millis(clock), openMillis)))

  /** Updates the breaker and the shown state. Times are monotonic, so setting the clock back does not affect pauses. */
  const change = <A>(to: (known: CircuitBreaker.Breaker, now: number) => readonly [CircuitBreaker.Breaker, A]) =>
    Clock.clockWith((clock) =>
      Effect.suspend(() => {
        const now = millis(clock)
        const before = breaker.standing
        const [next, told] = to(breaker, now)
        breaker = next
        const { since, status } = breaker.standing
        if (breaker.standing === before) return Effect.succeed(told)
        current = standing(status, clock.currentTimeMillisUnsafe() - (now - since))
        if (status === before.status) return Effect.succeed(told)
        const log = status === "OPERATIONAL" ? Effect.logInfo : Effect.logWarning
        return log("company status changed").pipe(
          Effect.annotateLogs({ company: company.company, status }),
          Effect.as(told)
        )
      })
    )

  const guard: RemoteConnector.Guard = (key, call) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const asker = yield* Asker
        const permit = yield* change((known, now) => CircuitBreaker.admit(known, asker, now))
        if (permit === undefined) return yield* new ConnectorFault.LeftAlone({})
        return yield* Effect.onExit(restore(Effect.annotateLogs(call, { company: company.company })), (exit) =>
          change((known, now) => {
            const outcome = outcomeOf(exit)
            return outcome === undefined
              ? [CircuitBreaker.abandon(known, permit, now), undefined]
              : [CircuitBreaker.record(known, permit, { key, outcome }, now), undefined]
          })
        )
      })
    )

  const connector = RemoteConnector.make(calls, guard)
  const { requiresVerifiedPerson = false } = company
  const supported = {
    ...Struct.omit(company, ["loginMethods", "maximumConsentValidityDays", "requiresVerifiedPerson"]),
    market
  }
  const standing = (status: CompanyStatus, since: number): ConnectedCompany => ({
    availability: availabilityOf(company, market, status, since),
    supported,
    connector,
    attributes,
    requiresVerifiedPerson
  })
  let current = standing(breaker.standing.status, yield* Clock.currentTimeMillis)
  const look = change((known, now) => [CircuitBreaker.at(known, now), undefined])
  return Effect.map(look, () => current)
})
