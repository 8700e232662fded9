/** Tests the counts behind the quota of running collections, with several processes on one database (spec 8). */
import { assert, it } from "@effect/vitest"
import * as Quotas from "../../src/limits/Quotas.ts"

const resultOf = (check: ReturnType<ReturnType<typeof Quotas.runningCollectionsCheck>>, running: number) => {
  const first = check.next()
  if (first.done) return { isAllowed: first.value, hasCounted: false }
  const last = check.next([{ running }])
  return { isAllowed: last.done === true && last.value, hasCounted: true }
}

it(`a process counts again before other processes' collections exceed the limit by more than ${Quotas.maxUncountedStarts}`, () => {
  const hasRoom = Quotas.runningCollectionsCheck()
  assert.deepStrictEqual(resultOf(hasRoom("one", 5000, 0), 0), { isAllowed: true, hasCounted: true })
  let accepted = 0
  while (resultOf(hasRoom("one", 5000, 0), 5000).isAllowed) accepted++
  assert.strictEqual(accepted, Quotas.maxUncountedStarts)
})

it("a rejected start that would have ended collections does not make room for other starts", () => {
  const hasRoom = Quotas.runningCollectionsCheck()
  assert.isTrue(resultOf(hasRoom("one", 3, 3), 3).isAllowed)
  assert.deepStrictEqual(resultOf(hasRoom("one", 3, 0), 3), { isAllowed: false, hasCounted: true })
})
