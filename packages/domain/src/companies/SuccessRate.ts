/** How often collections succeed, and how long they take, by company and login method (spec 4.1, 14.5). */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { LoginMethod } from "./LoginMethod.ts"

/** How many days the figures cover, including today. */
export const figureDays = 30

/**
 * The minimum number of collections for a figure. A figure from fewer collections would say little about the company,
 * and could reveal something about a person.
 */
export const minCollections = 20

/**
 * The outcomes of a collection that count toward the success rate. If a person cancels or enters a wrong code, the
 * company has not failed, so that outcome does not count.
 */
export const CountedEnd = Schema.Literals(["SUCCEEDED", "FAILED"])
export type CountedEnd = typeof CountedEnd.Type

/** Rounds a duration up to seconds with two significant digits, so that there are few different durations to count. */
export const roundUpToSeconds = (millis: number): number => {
  const seconds = Math.max(1, Math.ceil(millis / 1000))
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(seconds)) - 1)
  return Math.ceil(seconds / unit) * unit
}

/** The outcome `OTHER` was caused by the person and says nothing about the company. */
export interface EndCount {
  readonly end: CountedEnd | "OTHER"
  readonly seconds: number
  readonly count: number
}

export const SuccessRate = Schema.Struct({
  loginMethod: LoginMethod,
  successRate: Schema.Finite.pipe(
    Annotations.describe(
      "The share of the last 30 days' collections that ended with a result, from 0 to 1. Canceled and rejected logins do " +
        "not count."
    )
  ),
  medianSeconds: Annotations.optional(Schema.Int, "The median duration of those with a result, in seconds.")
}).pipe(Annotations.annotate("SuccessRate", "How often collections by a login method succeed at a company."))
export type SuccessRate = typeof SuccessRate.Type

export const countOf = (ends: ReadonlyArray<EndCount>): number => ends.reduce((sum, { count }) => sum + count, 0)

/** Returns a quantile of the durations, in seconds. A `share` of 0.5 gives the median. */
export const quantileOf = (ends: ReadonlyArray<EndCount>, share: number): number | undefined => {
  const enough = countOf(ends) * share
  let passed = 0
  return ends.toSorted((one, other) => one.seconds - other.seconds).find(({ count }) => (passed += count) >= enough)
    ?.seconds
}

export const successRateOf = (loginMethod: LoginMethod, ends: ReadonlyArray<EndCount>): SuccessRate | undefined => {
  const succeeded = ends.filter(({ end }) => end === "SUCCEEDED")
  const all = countOf(ends.filter(({ end }) => end !== "OTHER"))
  if (all < minCollections) return undefined
  const medianSeconds = quantileOf(succeeded, 0.5)
  const successRate = Math.round((countOf(succeeded) / all) * 1000) / 1000
  return { loginMethod, successRate, ...(medianSeconds !== undefined && { medianSeconds }) }
}
