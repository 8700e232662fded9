/** Tests a map that drops its oldest entry when it is full. */
import { assert, it } from "@effect/vitest"
import * as BoundedMap from "../../src/storage/BoundedMap.ts"

it("drops the oldest entry", () => {
  const map = BoundedMap.make<number>(2)
  map.set("a", 1)
  map.set("b", 2)
  map.set("a", 3)
  map.set("c", 4)
  assert.deepStrictEqual(
    ["a", "b", "c"].map((key) => map.get(key)),
    [3, undefined, 4]
  )
})
