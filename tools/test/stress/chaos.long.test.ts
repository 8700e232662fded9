/** Killing and freezing the service or its nodes loses no collection and no consent. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { run } from "../../src/chaos/Chaos.ts"
import * as Faults from "../../src/chaos/nodes/Faults.ts"
import * as Nodes from "../../src/chaos/nodes/Run.ts"
import * as Random from "../../src/workshop/driver/Random.ts"

it("the service keeps its promises when it is killed three times", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-chaos-test-"))
  try {
    const outcome = await run({
      dataDir,
      collections: 120,
      consents: 48,
      kills: 3,
      life: [300, 1_500],
      // The pauses are the same in every run. The events in them depend on the machine.
      random: Random.make(20_261_120).next
    })
    assert.deepStrictEqual(outcome.violations, [])
    assert.isAtLeast(outcome.accepted, 100)
    assert.isAtLeast(outcome.consents, 40)
    assert.isAbove(outcome.events, outcome.accepted)
    assert.isAbove(outcome.suppliedAfterKill, 0, "some collections waited for their user across a kill")
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 120_000)

it("two nodes keep their promises when one is killed and one freezes", async () => {
  const outcome = await Nodes.run({
    nodes: 2,
    collections: 60,
    consents: 16,
    faults: Faults.all.filter(({ name }) => name === "kill" || name === "freeze"),
    rounds: 1,
    random: Random.make(20_261_123),
    report: () => undefined
  })
  assert.deepStrictEqual(outcome.violations, [])
  assert.strictEqual(outcome.collections, 60)
}, 120_000)
