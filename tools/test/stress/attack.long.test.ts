/** The short form of every attack, each against a service of its own. */
import { assert, it } from "vitest"
import * as Attacks from "../../src/attack/Attacks.ts"
import * as Suite from "../../src/attack/Suite.ts"

it.each([...Attacks.all])(
  "the service withstands $name",
  async (attack) => {
    const { harm, line } = await Suite.judge(attack, "short")
    assert.deepStrictEqual(harm, [], line)
  },
  120_000
)
