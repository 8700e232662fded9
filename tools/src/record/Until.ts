/** The one way in which recordings wait. */
import { setTimeout as pause } from "node:timers/promises"

const patienceMillis = 70_000

/** Looks again and again until `holds` is true of what `look` sees. Fails after a good minute: a new key for tokens takes one. */
export const until = async <A>(what: string, look: () => Promise<A>, holds: (seen: A) => boolean): Promise<A> => {
  const latest = Date.now() + patienceMillis
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    if (Date.now() > latest) throw new Error(`${what} takes too long`)
    await pause(10)
  }
}
