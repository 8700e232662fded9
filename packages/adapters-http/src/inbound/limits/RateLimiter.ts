/** Counts requests, and rejects those that exceed their rate (decisions 14). */
import { Problem } from "@sheaf/http-contract"
import { Counters } from "@sheaf/ports"
import { Context, Effect, Layer, Record } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { RequestId } from "../pipeline/CurrentRequest.ts"
import { table } from "../problems/RequestRefusals.ts"
import * as RateFields from "./RateFields.ts"
import type { RateName, Rates } from "./Rates.ts"

/** The header fields that describe the rate that a request counts against. Every response to the request has them. */
export interface Tally {
  /** Absent until the request is counted. A held request runs repeatedly, but is counted only once. */
  fields: RateFields.RateFields | undefined
}

/** The current request's tally. */
export const CurrentTally = Context.Reference<Tally>("@sheaf/adapters-http/CurrentTally", {
  defaultValue: () => ({ fields: undefined })
})

/** A request beyond its rate. */
export interface RateExceeded {
  readonly _tag: "RateExceeded"
  readonly code: "RATE_LIMITED"
  readonly detail: string
  readonly retryAfter: string
}

/** A counted request within its rate. */
export interface WithinRate {
  readonly _tag: "WithinRate"
  readonly fields: RateFields.RateFields
}

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /** Counts a request under a key, and records the header fields in the request's tally. */
    readonly count: (name: RateName, key: string) => Effect.Effect<RateExceeded | WithinRate>
    /** Counts a request under a key, without a tally. Returns the header fields if the rate allows the request. */
    readonly fieldsFor: (name: RateName, key: string) => Effect.Effect<RateFields.RateFields | undefined>
    /** Moves a request to another rate, because the request repeats an accepted request. */
    readonly recount: (from: readonly [RateName, string], to: readonly [RateName, string]) => Effect.Effect<void>
  }
>()("@sheaf/adapters-http/RateLimiter") {}

/** Returns the problem for a request that exceeds its rate. */
export const problemOf = ({ code, detail, retryAfter }: RateExceeded, requestId: string) =>
  HttpApiSchema.withHeaders({ body: Problem.make(code, { detail, requestId }), headers: { "retry-after": retryAfter } })

/** Fails with the problem for a request that exceeds its rate. */
export const refuse = (exceeded: RateExceeded) =>
  Effect.flatMap(RequestId, (requestId) => Effect.fail(problemOf(exceeded, requestId)))

export const layer = (rates: Rates) =>
  Layer.effect(
    RateLimiter,
    Effect.map(Counters, (counters) => {
      const fieldsOf = Record.map(rates, RateFields.make)

      const exceeded = (name: RateName, waitMillis: number): RateExceeded => ({
        _tag: "RateExceeded",
        ...table.rateLimited(rates[name]),
        retryAfter: String(Math.max(1, Math.ceil(waitMillis / 1000)))
      })

      return RateLimiter.of({
        count: (name, key) =>
          Effect.flatMap(counters.take(rates[name], key), (counted) =>
            Effect.map(CurrentTally, (tally): RateExceeded | WithinRate => {
              const fields = fieldsOf[name](counted)
              tally.fields = fields
              return counted.isAllowed ? { _tag: "WithinRate", fields } : exceeded(name, counted.waitMillis)
            })
          ),
        fieldsFor: (name, key) =>
          Effect.map(counters.take(rates[name], key), (counted) =>
            counted.isAllowed ? fieldsOf[name](counted) : undefined
          ),
        recount: ([from, one], [to, other]) =>
          Effect.andThen(counters.giveBack(rates[from], one), counters.take(rates[to], other))
      })
    })
  )
