/** Waits for a condition in tests by polling with growing pauses. */
import { setTimeout as pause } from "node:timers/promises"

/**
 * The first and the longest pause between two checks, in milliseconds. Each pause is 1.5 times as long as the previous
 * pause.
 */
const [firstPause, maxPause] = [20, 250]

/** Returns the result of `look` once `holds` accepts it. If `holds` never accepts a result, the test times out. */
export const waitFor = async <A>(
  look: () => A | Promise<A>,
  holds: (seen: A) => boolean,
  pauseMillis = firstPause
): Promise<A> => {
  for (let next = pauseMillis; ; next = Math.min(next * 1.5, Math.max(pauseMillis, maxPause))) {
    const seen = await look()
    if (holds(seen)) return seen
    await pause(next)
  }
}
