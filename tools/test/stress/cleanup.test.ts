/** A run of the workshop leaves nothing behind. */
import { assert, it } from "vitest"
import { existsSync } from "node:fs"
import { run } from "../../src/bench/suite/Measurement.ts"
import * as Installation from "../../src/workshop/stage/Installation.ts"

it("a run that fails leaves no service behind", async () => {
  const started: Array<Installation.RunningInstallation> = []
  const failed = await run(
    {
      name: "failing",
      summary: "a driver that fails after the start of the service",
      rounds: { smoke: 1, full: 1, long: 1 },
      prepare: async (cleanup) => {
        started.push(await Installation.createAndStart(cleanup))
        return [{ name: "driver", measure: () => Promise.reject(new Error("the driver failed")) }]
      },
      limits: []
    },
    "smoke"
  ).catch(String)
  assert.strictEqual(failed, "Error: the driver failed")
  assert.lengthOf(started, 1)
  for (const { folder, service } of started) {
    assert.throws(() => process.kill(service.pid, 0), "ESRCH")
    assert.isFalse(existsSync(folder))
  }
})
