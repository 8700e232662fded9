/** Killing and freezing the service or its nodes loses no collection and no consent. */
import { assert, it } from "vitest"
import * as Faults from "../../src/chaos/Faults.ts"
import * as Run from "../../src/chaos/Run.ts"
import * as Random from "../../src/workshop/driver/Random.ts"

it.each([
  [1, ["kill", "restarts"], 120, 48],
  [2, ["kill", "freeze"], 60, 16]
] as const)(
  "%d nodes keep their promises through the faults %j",
  async (nodes, names: ReadonlyArray<string>, collections, consents) => {
    const outcome = await Run.run({
      nodes,
      collections,
      consents,
      faults: Faults.all.filter(({ name }) => names.includes(name)),
      rounds: 1,
      // The pauses are the same in every run, but what happens during them depends on the machine.
      random: Random.make(20_261_123),
      report: () => undefined
    })
    assert.deepStrictEqual(outcome.violations, [])
    assert.strictEqual(outcome.collections, collections)
    assert.strictEqual(outcome.consents, consents)
  },
  480_000
)
