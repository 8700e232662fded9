/** A short run of every attack, each against its own service. */
import { assert, it } from "vitest"
import * as Attacks from "../../src/attack/Attacks.ts"
import * as Suite from "../../src/attack/Suite.ts"

it.each([...Suite.runAll(Attacks.all, "short")])(
  "the service withstands %s",
  async (_, verdict) => {
    const { harm, line } = await verdict
    assert.deepStrictEqual(harm, [], line)
  },
  300_000
)
