/**
 * Counts requests, rejects those beyond their rate, and tells clients how much is left
 * (draft-ietf-httpapi-ratelimit-headers-10; spec 8).
 */
import { Counters, Instrument } from "@sheaf/ports"
import { Context, Effect, Layer, Record } from "effect"
import type { RateLimit, RateLimitResult } from "@sheaf/domain/RateLimit"
import { failWith } from "../problems/ApiErrors.ts"
import type { ProblemOf } from "../problems/ApiErrors.ts"
import type { RateName, Rates } from "./Rates.ts"

export interface RateLimitFields extends Readonly<Record<string, string>> {
  /** The rate's name, how many requests are left, and in how many seconds the full quota is available again. */
  readonly ratelimit: string
  /** The rate's name, its quota, and its window in seconds. */
  readonly "ratelimit-policy": string
}

const maxCachedFields = 1024

/** The fields depend only on the remaining quota and time, so they can be cached. */
export const fieldsFormatter = ({
  name,
  quota,
  windowMillis
}: RateLimit): ((counted: Pick<RateLimitResult, "remaining">) => RateLimitFields) => {
  const policy = `"${name}";q=${quota};w=${Math.ceil(windowMillis / 1000)}`
  const written = new Map<number, RateLimitFields>()
  const write = (remaining: number): RateLimitFields => {
    const seconds = Math.ceil(((quota - remaining) * windowMillis) / quota / 1000)
    return { ratelimit: `"${name}";r=${remaining};t=${seconds}`, "ratelimit-policy": policy }
  }
  return ({ remaining }) => {
    const found = written.get(remaining)
    if (found !== undefined) return found
    const fields = write(remaining)
    if (written.size < maxCachedFields) written.set(remaining, fields)
    return fields
  }
}

/** The rate-limit header fields for all responses to one request. */
export interface RateLimitState {
  /**
   * Absent until the request is counted. The handler of a long poll can run several times, but the request counts only
   * once.
   */
  fields: RateLimitFields | undefined
}

export const CurrentRateLimit = Context.Reference<RateLimitState>("@sheaf/adapters-http/CurrentRateLimit", {
  defaultValue: () => ({ fields: undefined })
})

export interface RateExceeded {
  readonly _tag: "RateExceeded"
  readonly rate: RateLimit
  readonly retryAfter: string
  readonly fields: RateLimitFields
}

export interface WithinRate {
  readonly _tag: "WithinRate"
  readonly fields: RateLimitFields
}

type Counting = (name: RateName, key: string) => Effect.Effect<RateExceeded | WithinRate>

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts a request, and puts the header fields for its response into {@link CurrentRateLimit}. */
    readonly count: Counting
    /** Counts a request, but sets no header fields for its response. */
    readonly take: Counting
    /**
     * Counts a repeated request toward the rate `to` instead of `from`. If the request exceeds the rate `to`, it still
     * counts toward `from`; otherwise, rejected repetitions would cost nothing.
     */
    readonly recount: (
      from: readonly [RateName, string],
      to: readonly [RateName, string]
    ) => Effect.Effect<RateExceeded | WithinRate>
  }
>()("@sheaf/adapters-http/RateLimiter") {}

export const requireWithinRate = <E, R>(
  counting: Effect.Effect<RateExceeded | WithinRate, E, R>
): Effect.Effect<void, E | ProblemOf<RateExceeded>, R> =>
  Effect.flatMap(counting, (result) => (result._tag === "RateExceeded" ? failWith(result) : Effect.void))

const exceeded = Instrument.counter({
  name: "sheaf.rate_limit.refusals",
  unit: "{request}",
  description: "Requests beyond a rate, by rate.",
  labels: ["rate"]
})

export const layer = (rates: Rates) =>
  Layer.effect(
    RateLimiter,
    Effect.map(Effect.all([Counters, Effect.context<never>()]), ([counters, surroundings]) => {
      const fieldsOf = Record.map(rates, fieldsFormatter)
      // Counters start at 0, so Prometheus sees an increase at the first rejection.
      for (const rate of Object.keys(rates)) exceeded({ rate }).updateUnsafe(0, surroundings)

      const take: Counting = (name, key) =>
        Effect.map(counters.take(rates[name], key), (counted) => {
          const fields = fieldsOf[name](counted)
          if (counted.isAllowed) return { _tag: "WithinRate", fields }
          exceeded({ rate: name }).updateUnsafe(1, surroundings)
          const retryAfter = String(Math.max(1, Math.ceil(counted.waitMillis / 1000)))
          return { _tag: "RateExceeded", rate: rates[name], retryAfter, fields }
        })

      const count: Counting = (name, key) =>
        Effect.flatMap(take(name, key), (result) =>
          Effect.map(CurrentRateLimit, (state) => {
            state.fields = result.fields
            return result
          })
        )

      return RateLimiter.of({
        count,
        take,
        recount: ([from, key], to) =>
          Effect.tap(count(...to), ({ _tag }) =>
            _tag === "WithinRate" ? counters.refund(rates[from], key) : Effect.void
          )
      })
    })
  )
