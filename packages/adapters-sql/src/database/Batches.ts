/** Erases many rows in short transactions, so that other writers do not wait for long. */
import { Effect } from "effect"

/** The maximum number of rows per transaction. */
export const batchSize = 100

/**
 * Repeats `once`, which erases a batch and returns its size, until a batch is not full. Returns the total number of
 * erased rows.
 */
export const repeatInBatches = <E, R>(once: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(once, (count) =>
    count < batchSize ? Effect.succeed(count) : Effect.map(repeatInBatches(once), (rest) => count + rest)
  )
