/** Erases many rows in short transactions, so other writers do not wait long. */
import { Effect } from "effect"

export const batchSize = 100

/**
 * Repeats `once` until it erases less than a full batch. `once` erases a batch and returns the number of erased rows.
 * Returns the total.
 */
export const repeatInBatches = <E, R>(once: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(once, (count) =>
    count < batchSize ? Effect.succeed(count) : Effect.map(repeatInBatches(once), (rest) => count + rest)
  )
