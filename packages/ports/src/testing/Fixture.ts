/** Identifiers for tests that share one store: each test makes its own. */
import { Effect, Random } from "effect"

const digits = (count: number) =>
  Effect.map(Random.nextIntBetween(0, 16 ** count - 1), (value) => value.toString(16).padStart(count, "0"))

/** A new identifier in the form of a UUID of version 7. Those made later need not sort later. */
export const newId: Effect.Effect<string> = Effect.map(
  Effect.all([digits(8), digits(4), digits(3), digits(3), digits(12)]),
  ([a, b, c, d, e]) => `${a}-${b}-7${c}-8${d}-${e}`
)
