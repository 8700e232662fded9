/** Contract tests for the daily limit on readings while the person is absent (spec 2.3). */
import { assert } from "@effect/vitest"
import { ConsentStore } from "../../consents/ConsentStore.ts"
import { runConcurrently, testsOf } from "../samples/Fixture.ts"
import * as Sample from "../samples/ConsentSample.ts"
import type { ConsentTestMethods } from "../samples/ConsentSample.ts"

const today = "2026-04-01"
const tomorrow = "2026-04-02"

export const unattendedReadingTests = (it: ConsentTestMethods): void => {
  const test = testsOf(it, ConsentStore)

  test("counts up to the limit per consent and day", function* () {
    const owner = yield* Sample.newOwner()
    const [one, other] = [
      (yield* Sample.acceptConsent(owner)).view.consentId,
      (yield* Sample.acceptConsent(owner)).view.consentId
    ]
    for (let i = 0; i < 4; i++) assert.isTrue(yield* Sample.acceptUnattendedReading(one, today, 4))
    assert.isFalse(yield* Sample.acceptUnattendedReading(one, today, 4))
    assert.isFalse(yield* Sample.acceptUnattendedReading(one, today, 4))
    assert.isTrue(yield* Sample.acceptUnattendedReading(one, tomorrow, 4))
    assert.isTrue(yield* Sample.acceptUnattendedReading(other, today, 4))
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
