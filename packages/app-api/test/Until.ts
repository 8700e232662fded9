/** The one way in which these tests wait: for a condition, looking again after a small pause. */
import { setTimeout as pause } from "node:timers/promises"

/** Milliseconds between two looks: short beside what is waited for, long beside what a look costs. */
const betweenLooks = 20

/** What `look` sees once `holds` is true of it. The test's own time limit ends what never comes. */
export const until = async <A>(look: () => A | Promise<A>, holds: (seen: A) => boolean): Promise<A> => {
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    await pause(betweenLooks)
  }
}
