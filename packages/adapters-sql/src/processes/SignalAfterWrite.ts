/** Writes that signal their changes after the commit. */
import type { ChangeSignals } from "@sheaf/ports"
import { Effect } from "effect"

/**
 * Returns `write`, followed by a signal for each changed process. A failed or interrupted write signals too, because it
 * may have been committed. An unnecessary signal only costs a read.
 */
export const withSignals =
  ({ publish }: ChangeSignals["Service"]) =>
  <Found, Rest extends ReadonlyArray<unknown>, A, E>(
    write: (found: Found, ...rest: Rest) => Effect.Effect<A, E>,
    topicsOf: (found: Found) => ReadonlyArray<string>
  ) =>
  (found: Found, ...rest: Rest): Effect.Effect<A, E> =>
    Effect.ensuring(write(found, ...rest), Effect.forEach(topicsOf(found), publish, { discard: true }))
