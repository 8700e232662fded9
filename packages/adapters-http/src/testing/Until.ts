/** Waits for a condition in tests, by polling with short pauses. */
import { setTimeout as pause } from "node:timers/promises"

/** The pause between two checks, in milliseconds. */
const betweenLooks = 20

/** Returns the result of `look` once `holds` accepts it. If `holds` never accepts a result, the test times out. */
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
