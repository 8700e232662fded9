/** Writes that signal their changes after the commit. */
import type { ChangeSignals } from "@sheaf/ports"
import { Effect } from "effect"

/**
 * Returns `write`, followed by a signal. A write that fails or is interrupted signals too: it may have committed, and
 * an unnecessary signal costs only a read.
 */
export const signaled =
  ({ publish }: ChangeSignals["Service"]) =>
  <Found, Rest extends ReadonlyArray<unknown>, A, E>(
    write: (found: Found, ...rest: Rest) => Effect.Effect<A, E>,
    topicOf: (found: Found) => string
  ) =>
  (found: Found, ...rest: Rest): Effect.Effect<A, E> =>
    Effect.ensuring(write(found, ...rest), publish(topicOf(found)))
