/** The links that open the operator's console. */
import { Option } from "effect"
import { assert, it } from "vitest"
import * as ConsoleLink from "../../src/operator/ConsoleLink.ts"

const now = 1_795_467_388_935

it("a link names its operator once, within five minutes", () => {
  const redeem = ConsoleLink.makeRedeemer("secret")
  const link = ConsoleLink.make("secret", "Måns Öberg", now)
  const late = ConsoleLink.make("secret", "maja", now)
  assert.deepStrictEqual(redeem(late, now + ConsoleLink.lifetimeMillis), Option.none())
  assert.deepStrictEqual(redeem(link, now + ConsoleLink.lifetimeMillis - 1), Option.some("Måns Öberg"))
  assert.deepStrictEqual(redeem(link, now), Option.none())
})

it("a link of an earlier process names nobody", () => {
  assert.deepStrictEqual(
    ConsoleLink.makeRedeemer("new secret")(ConsoleLink.make("old secret", "maja", now), now),
    Option.none()
  )
})
