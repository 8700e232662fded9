/** The way in which tests wait for a condition: by polling with short pauses. */
import { setTimeout as pause } from "node:timers/promises"

/** The pause between two checks, in milliseconds. */
const betweenLooks = 20

/** Returns the result of `look` once `holds` accepts it. The test's timeout ends an endless wait. */
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
