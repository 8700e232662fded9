/** A few seconds of the soak test: every part of its workload works, and every figure is read. */
import { assert, it } from "vitest"
import * as Samples from "../../src/soak/Samples.ts"
import * as Soak from "../../src/soak/Soak.ts"

it("a short soak run serves persons, kills the service, replaces keys and reads every figure", async () => {
  const plan = { seconds: 12, personsPerSecond: 2, readingSeconds: 1, killSeconds: 2, replaceSeconds: 2 }
  const outcome = await Soak.run({ ...plan, report: () => undefined })
  assert.deepStrictEqual(outcome.faults, [])
  // If killing the service interrupts people, they come back later, so everybody is served.
  assert.isAtLeast(outcome.served, 5)
  assert.isAbove(outcome.delivered, 0)
  assert.isAbove(outcome.kills, 0)
  assert.isAbove(outcome.replaced, 0)
  const last = outcome.samples.at(-1)?.reading
  assert.isAbove(last?.rows.get("audit_record") ?? 0, 0)
  assert.isAbove(last?.bytes.get("audit_record") ?? 0, 0)
  assert.isAbove(last?.descriptors ?? 0, 0)
  const figures = Samples.trendResults(outcome.samples, plan.seconds).map(({ name }) => name)
  assert.includeMembers(figures, ["resident memory", "table collection", "database file without kept tables"])
})
