/** Waits for a condition during a recording. */
import { setTimeout as pause } from "node:timers/promises"

const patienceMillis = 70_000

/**
 * Repeats `look` until `holds` accepts its result. Fails after a little over a minute, because a new token key can take
 * that long.
 */
export const until = async <A>(what: string, look: () => Promise<A>, holds: (seen: A) => boolean): Promise<A> => {
  const latest = Date.now() + patienceMillis
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    if (Date.now() > latest) throw new Error(`${what} takes too long`)
    await pause(10)
  }
}
