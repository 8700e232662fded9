/** The notices before a policy renews. */
import { assert, describe, it } from "@effect/vitest"
import { dueNotices, updatePolicyEnds, nextNoticeAt } from "../../src/monitors/RenewalNotices.ts"
import type { PolicyEnds } from "../../src/monitors/RenewalNotices.ts"

const dayMillis = 86_400_000
const end = Date.parse("2026-12-31")
const ends: PolicyEnds = { one: { kind: "INSURANCE/vehicleInsurance", endDate: "2026-12-31" } }

describe("the notices of a policy", () => {
  it("come 60, 30 and 14 days before its end, each once, whenever somebody looks", () => {
    const told: Array<number> = []
    let known = ends
    for (let now = end - 100 * dayMillis; now < end + 10 * dayMillis; now += dayMillis) {
      const due = dueNotices(known, now)
      for (const { days } of due.notices) {
        told.push(days)
        assert.strictEqual(now, end - days * dayMillis)
      }
      known = due.ends
    }
    assert.deepStrictEqual(told, [60, 30, 14])
  })

  it("are only the last one for a policy that is found late, and none for one that has ended", () => {
    const { ends: after, notices } = dueNotices(ends, end - 20 * dayMillis)
    assert.deepStrictEqual(notices, [{ id: "one", kind: "INSURANCE/vehicleInsurance", days: 30 }])
    assert.strictEqual(nextNoticeAt(after, end - 20 * dayMillis), end - 14 * dayMillis)
    assert.deepStrictEqual(dueNotices(ends, end + 1).notices, [])
    assert.strictEqual(nextNoticeAt(ends, end), Infinity)
  })

  it("begin again with a new end, and stop with the policy", () => {
    const { ends: told } = dueNotices(ends, end - 10 * dayMillis)
    assert.deepStrictEqual(
      updatePolicyEnds(told, ends, () => false),
      told
    )
    const renewed: PolicyEnds = { one: { kind: "INSURANCE/vehicleInsurance", endDate: "2027-12-31" } }
    assert.deepStrictEqual(
      updatePolicyEnds(told, renewed, () => false),
      renewed
    )
    assert.deepStrictEqual(
      updatePolicyEnds(told, {}, () => true),
      told
    )
    assert.deepStrictEqual(
      updatePolicyEnds(told, {}, () => false),
      {}
    )
  })
})
