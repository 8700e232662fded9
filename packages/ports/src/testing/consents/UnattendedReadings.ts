/** Contract tests for the limit on unattended readings (spec 2.3). */
import { assert } from "@effect/vitest"
import { quotaOf } from "@sheaf/domain/UnattendedReadings"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { runConcurrently, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const today = Date.parse("2026-04-01T12:00:00Z")
const day = 86_400_000

export const unattendedReadingTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("counts up to the limit per consent in the 24 hours before", function* () {
    const owner = yield* Sample.newOwner()
    const [one, other] = [
      (yield* Sample.acceptConsent(owner)).view.consentId,
      (yield* Sample.acceptConsent(owner)).view.consentId
    ]
    const at = (millis: number) => Sample.acceptUnattendedReading(one, today + millis, 4)
    for (const millis of [0, 0, 1, 2]) assert.isTrue(yield* at(millis))
    for (const millis of [2, 3, day - 1]) assert.isFalse(yield* at(millis))
    assert.isTrue(yield* Sample.acceptUnattendedReading(other, today, 4))
    // The first two readings happened in the same millisecond, so both leave the window at the same time.
    assert.deepStrictEqual([yield* at(day), yield* at(day), yield* at(day)], [true, true, false])
    assert.isTrue(yield* at(day + 1))
  })

  test("counts repeated reads of an account, the most repeated one of all", function* () {
    const { view } = yield* Sample.acceptConsent(yield* Sample.newOwner())
    const store = yield* ConsentStore
    assert.isTrue(yield* Sample.acceptUnattendedReading(view.consentId, today, 4))
    yield* store.countRepeats(
      view,
      [
        { accountId: "one", count: 2 },
        { accountId: "other", count: 1 }
      ],
      today
    )
    const uses = yield* store.unattendedUses(view.consentId, today - 1)
    assert.strictEqual(quotaOf({ perDay: 4 }, uses, today).left, 1)
    assert.isTrue(uses.every(({ resource }) => !resource.includes("one")))
    assert.isEmpty(yield* store.unattendedUses(view.consentId, today))
    assert.isTrue(yield* Sample.acceptUnattendedReading(view.consentId, today, 4))
    assert.isFalse(yield* Sample.acceptUnattendedReading(view.consentId, today, 4))
  })

  test("does not count rejected readings", function* () {
    const { consentId } = (yield* Sample.acceptConsent(yield* Sample.newOwner())).view
    assert.isFalse(yield* Sample.acceptUnattendedReading(consentId, today, 0))
    assert.isTrue(yield* Sample.acceptUnattendedReading(consentId, today, 1))
    for (let i = 0; i < 3; i++) assert.isFalse(yield* Sample.acceptUnattendedReading(consentId, today, 1))
    assert.isTrue(yield* Sample.acceptUnattendedReading(consentId, today, 2))
  })

  test("counts concurrent readings up to the limit", function* () {
    const { consentId } = (yield* Sample.acceptConsent(yield* Sample.newOwner())).view
    const counts = Array.from({ length: 12 }, () => Sample.acceptUnattendedReading(consentId, today, 4))
    const counted = yield* runConcurrently(counts)
    assert.lengthOf(counted.filter(Boolean), 4)
  })
}
