/** Erasing many rows is done in slices, so that nothing else waits for long. */
import { Effect } from "effect"

/** How many rows one transaction erases at most. */
export const slice = 100

/** Repeats what erases a slice and tells its size, until one is not full; the number of all. */
export const inSlices = <E, R>(once: Effect.Effect<number, E, R>): Effect.Effect<number, E, R> =>
  Effect.flatMap(once, (count) =>
    count < slice ? Effect.succeed(count) : Effect.map(inSlices(once), (rest) => count + rest)
  )
