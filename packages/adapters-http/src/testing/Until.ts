/** The one way in which these tests wait: for a condition, looking again after a small pause. */
import { setTimeout as pause } from "node:timers/promises"

/** Milliseconds between two looks: short beside what is waited for, long beside what a look costs. */
const betweenLooks = 20

/**
 * What `look` sees once `holds` is true of it. The test's own time limit ends what never comes. A longer pause is for looks
 * that nobody would take so often.
 */
export const until = async <A>(
  look: () => A | Promise<A>,
  holds: (seen: A) => boolean,
  pauseMillis = betweenLooks
): Promise<A> => {
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    await pause(pauseMillis)
  }
}
