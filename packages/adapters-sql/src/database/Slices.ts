/** Erases many rows in short transactions, so that other writers do not wait for long. */
import { Effect } from "effect"

/** The largest number of rows per transaction. */
export const slice = 100

/** Repeats `once`, which erases a slice and returns its size, until a slice is not full. Returns the total. */
export const inSlices = <E, R>(once: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(once, (count) =>
    count < slice ? Effect.succeed(count) : Effect.map(inSlices(once), (rest) => count + rest)
  )
