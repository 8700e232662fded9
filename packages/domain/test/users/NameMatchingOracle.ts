/**
 * Compares names with both `NameMatchingRule` and the faster `NameMatching`, and asserts that they give the same
 * result.
 */
import { assert } from "@effect/vitest"
import { Arbitrary, Schema } from "effect"
import * as NameMatching from "../../src/users/NameMatching.ts"
import * as NameMatchingRule from "../../src/users/NameMatchingRule.ts"

export const matches = (a: string, b: string): boolean => {
  const answer = NameMatchingRule.matches(a, b)
  assert.strictEqual(NameMatching.matches(a, b), answer, "the fast form disagrees with the rule")
  return answer
}

export type NamePair = readonly [a: string, b: string]

export const matchesBothWays = ([a, b]: NamePair): boolean => matches(a, b) && matches(b, a)
export const matchesEitherWay = ([a, b]: NamePair): boolean => matches(a, b) || matches(b, a)

export const below = (length: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: length - 1 }))
export const elementOf = <A>(values: ReadonlyArray<A>) =>
  Arbitrary.map(Arbitrary.schema(below(values.length)), (i) => values[i])
