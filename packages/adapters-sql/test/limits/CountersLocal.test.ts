/** Tests the in-memory counters: the port's contract and the limit on their memory. */
import { assert, it } from "@effect/vitest"
import { CountersLocal } from "@sheaf/adapters-sql"
import { countersContract } from "@sheaf/ports/testing"
import { makeExpiringMap, makeDailyGroups } from "../../src/limits/CountersLocal.ts"

countersContract("memory", CountersLocal.layer)

it("entries live for at least one period, and are then deleted one generation at a time", () => {
  const map = makeExpiringMap<number>(100, 10)
  map.set("a", 1, 0)
  map.set("b", 2, 50)
  assert.strictEqual(map.get("a", 100), 1)
  map.set("b", 3, 110)
  assert.strictEqual(map.get("a", 200), undefined)
  assert.strictEqual(map.get("b", 210), 3)
  assert.strictEqual(map.get("b", 10_000), undefined)
  assert.strictEqual(map.size(), 0)
})

it("the map holds at most twice its capacity, regardless of the number of keys", () => {
  const map = makeExpiringMap<number>(100, 10)
  for (let key = 0; key < 1000; key++) {
    map.set(String(key), key, 0)
    assert.isAtMost(map.size(), 20)
    assert.strictEqual(map.get(String(key), 0), key)
  }
})

it("many groups of one client displace neither other clients' groups nor the groups that the client uses", () => {
  const add = makeDailyGroups(10)
  const group = { clientId: "one", name: "constant", day: "2026-03-01", maxMembers: 2 }
  const theirs = { ...group, clientId: "two" }
  for (const member of ["a", "b"]) for (const own of [group, theirs]) add(own, member)
  for (let count = 0; count < 1000; count++) {
    add({ ...group, name: `group ${count}` }, "a")
    add(group, "a")
  }
  add({ ...group, name: "group 0" }, "b")
  assert.isFalse(add({ ...group, name: "group 0" }, "c"), "the group was forgotten")
  assert.isTrue(add(group, "c"))
  assert.isTrue(add(theirs, "c"))
})
