/** Generators whose choices are equally likely. They shrink to the first choice. */
import { Arbitrary, Schema } from "effect"

export const integerBelow = (count: number): Arbitrary.Arbitrary<number> => {
  const all = Schema.Literals(Array.from({ length: count }, (_, index) => index))
  return Arbitrary.schema(all, { shrink: (number) => (number === 0 ? [] : [0]) })
}

export const pick = <A>(all: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  // The index is always in range.
  Arbitrary.map(integerBelow(all.length), (index) => all[index] as A)

export const oneOf = <A>(...all: ReadonlyArray<Arbitrary.Arbitrary<A>>): Arbitrary.Arbitrary<A> =>
  Arbitrary.flatMap(pick(all), (one) => one)
