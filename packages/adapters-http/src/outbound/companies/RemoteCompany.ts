/** A company whose connector is behind HTTP, and how well it can be reached, as its own calls show (decisions 1). */
import { isFunctional, productsOf } from "@sheaf/domain/Company"
import type { CompanyAvailability, CompanyStatus, SupportedProducts } from "@sheaf/domain/Company"
import type { Market } from "@sheaf/domain/Market"
import type { ConnectedCompany } from "@sheaf/ports"
import { Clock, Effect, Exit, Option } from "effect"
import type { Redacted } from "effect"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import * as ConnectorFault from "./ConnectorFault.ts"
import type { OutboundClient } from "../OutboundClient.ts"
import * as RemoteConnector from "./RemoteConnector.ts"

/** A company as its operator describes it. */
export interface RemoteCompany
  extends
    Pick<SupportedProducts, "company" | "companyDisplayName" | "insurance" | "psd2Ais" | "wealth">,
    Pick<CompanyAvailability, "loginMethods" | "maximumConsentValidityDays"> {}

const messages: Partial<Record<CompanyStatus, string>> = {
  DEGRADED: "The company does not always answer.",
  UNAVAILABLE: "The company does not answer. It is tried again shortly."
}

const supportedOf = (
  { company, companyDisplayName, insurance, psd2Ais, wealth }: RemoteCompany,
  market: Market
): SupportedProducts => ({
  company,
  companyDisplayName,
  market,
  insurance,
  wealth,
  ...(psd2Ais !== undefined && { psd2Ais })
})

const availabilityOf = (
  company: RemoteCompany,
  market: Market,
  status: CompanyStatus,
  since: number
): CompanyAvailability => ({
  company: company.company,
  companyDisplayName: company.companyDisplayName,
  market,
  functional: isFunctional(status),
  status,
  ...(messages[status] !== undefined && { statusMessage: messages[status] }),
  loginMethods: company.loginMethods,
  products: productsOf(company),
  ...(company.maximumConsentValidityDays !== undefined && {
    maximumConsentValidityDays: company.maximumConsentValidityDays
  }),
  updatedAt: new Date(since).toISOString()
})

/** How a company is called. */
export interface Calling {
  readonly client: OutboundClient
  readonly secret?: Redacted.Redacted
  /** How long it is left alone at first when it gives no answers, in milliseconds. */
  readonly openMillis?: number
}

const millis = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** What came of a call, when anything came of it that says something of the company. */
const outcomeOf = (exit: Exit.Exit<unknown, ConnectorFault.SentFault>): CircuitBreaker.CallOutcome | undefined =>
  Exit.isSuccess(exit)
    ? "FINE"
    : Option.getOrUndefined(Option.map(Exit.findErrorOption(exit), ConnectorFault.outcomeOf))

/** The company as it stands whenever it is asked for: the same object as long as nothing has changed. */
export const make = Effect.fnUntraced(function* (
  company: RemoteCompany,
  market: Market,
  { client, openMillis, secret }: Calling
): Effect.fn.Return<Effect.Effect<ConnectedCompany>> {
  const supported = supportedOf(company, market)
  let breaker = yield* Clock.clockWith((clock) => Effect.sync(() => CircuitBreaker.make(millis(clock), openMillis)))

  /** Moves the breaker on, and with it what is shown of the company. A clock that is set back changes no pause. */
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
        return log("the status of a company has changed").pipe(
          Effect.annotateLogs({ company: company.company, status }),
          Effect.as(told)
        )
      })
    )

  const guard: RemoteConnector.Guard = (key, call) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const permit = yield* change(CircuitBreaker.admit)
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

  const connector = RemoteConnector.make(client, guard, secret)
  const standing = (status: CompanyStatus, since: number): ConnectedCompany => ({
    availability: availabilityOf(company, market, status, since),
    supported,
    connector
  })
  let current = standing(breaker.standing.status, yield* Clock.currentTimeMillis)
  const look = change((known, now) => [CircuitBreaker.at(known, now), undefined])
  return Effect.map(look, () => current)
})
