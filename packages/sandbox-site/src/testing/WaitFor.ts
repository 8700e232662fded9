/** Waits for a condition in tests, by polling at growing intervals. */
import { setTimeout as pause } from "node:timers/promises"

/** The first and the maximum pause, in milliseconds. Each pause is 1.5 times the one before. */
const [firstPause, maxPause] = [20, 250]

/** Returns the result of `look` as soon as `holds` accepts it. If that never happens, the test times out. */
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
