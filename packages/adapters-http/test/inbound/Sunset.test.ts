/** Tests the configured end of a version (RFC 8594; spec 9). */
import { assert, layer } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { send } from "../Client.ts"
import * as World from "../World.ts"
import { ids } from "../World.ts"

const sunsets = { "2025-01-01": new Date("2027-06-30T22:00:00Z"), "2026-04-01": new Date("2030-01-01T00:00:00Z") }

/**
 * One path that succeeds, one that a route rejects, one that exists only in another version, and one that does not
 * exist.
 */
const paths = [
  "/companies/availability",
  `/wealth/collection/${ids.running}/status`,
  "/wealth/collection/no-id/status",
  "/collections",
  "/nothing"
]

layer(Client.over(World.layer, { sunsets }))("A version with an end date", (it) => {
  const test = testsOf(it, Effect.void)

  test("announces the date in all responses", function* () {
    for (const path of paths) {
      const answer = yield* send(path, { headers: { "service-version": undefined } })
      assert.strictEqual(answer.header("sunset"), "Wed, 30 Jun 2027 22:00:00 GMT", path)
      assert.strictEqual(answer.header("deprecation"), "@1775001600")
    }
  })

  test("has the date in the list of versions", function* () {
    assert.containsSubset((yield* send("/versions")).json, [
      { version: "2025-01-01", status: "DEPRECATED", sunsetAt: "2027-06-30T22:00:00.000Z" },
      { version: "2026-04-01", status: "CURRENT", sunsetAt: "2030-01-01T00:00:00.000Z" }
    ])
  })
})
