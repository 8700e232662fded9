/** The engine is told once the row is safe. Should that fail, upkeep tells it again. */
import { failuresOf } from "@sheaf/ports"
import { Effect } from "effect"

/** Tells the engine something that the row knows already. */
export const announce = (effect: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchCause(effect, (cause) =>
    Effect.logError("engine not reached; it will be told again").pipe(
      Effect.annotateLogs({ failures: failuresOf(cause) })
    )
  )
