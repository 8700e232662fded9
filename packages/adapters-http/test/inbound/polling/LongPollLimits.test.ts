/** Tests the limits on long polls that are held open (spec 2.5). */
import { assert, describe, it } from "vitest"
import * as LongPollLimits from "../../../src/inbound/polling/LongPollLimits.ts"

const takeAll = (
  take: LongPollLimits.LongPollCounter["take"],
  ...of: Parameters<LongPollLimits.LongPollCounter["take"]>
) => {
  const ends: Array<() => void> = []
  for (let end = take(...of); end !== undefined; end = take(...of)) ends.push(end)
  return ends
}

describe("held requests", () => {
  it("are limited for each client and in total, and end", () => {
    const { take } = LongPollLimits.make({ perClient: 3, total: 4 })
    const ends = takeAll(take, "one")
    assert.lengthOf(ends, 3)
    assert.lengthOf(takeAll(take, "two"), 1)
    for (const end of ends) end()
    assert.lengthOf(takeAll(take, "two"), 2)
  })

  it("of Connect sessions are limited for each session, and leave half for their client", () => {
    const { take } = LongPollLimits.make({ perClient: 100, total: 1_000 })
    const [first = [], ...others] = Array.from({ length: 10 }, (_, session) =>
      takeAll(take, "one", `session ${session}`)
    )
    assert.lengthOf(first, 10)
    assert.deepStrictEqual(
      others.map((ends) => ends.length),
      [10, 10, 10, 10, 0, 0, 0, 0, 0]
    )
    assert.lengthOf(takeAll(take, "one"), 50)
    for (const end of first) end()
    assert.lengthOf(takeAll(take, "one", "another session"), 10)
    assert.lengthOf(takeAll(take, "two", "its session"), 10)
  })

  it("are none if the limit is 0", () => {
    const { take } = LongPollLimits.make({ perClient: 0, total: 10 })
    assert.isUndefined(take("one"))
    assert.isUndefined(take("one", "session"))
  })
})
