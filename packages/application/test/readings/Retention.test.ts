/** How long data read under a consent is kept (spec 10). */
import { assert, describe } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as World from "../collections/World.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Expiration from "../../src/tasks/Expiration.ts"
import {
  accounts,
  collectUntilEnd,
  accountsScript,
  storedConsentRequest,
  oneTimeConsentRequest
} from "./ConsentRequests.ts"

const setUp = { bank: { given: accounts }, script: accountsScript }
const test = Consent.testWith(setUp)
const erasing = Consent.testWith({ ...setUp, retention: { data: 200 * 3_600_000, eraseWithConsent: true } })

const read = Effect.fnUntraced(function* (caller: Caller, collectionId: string) {
  return yield* Effect.match((yield* Collections).wealthData(caller, collectionId), {
    onFailure: ({ _tag }) => _tag,
    onSuccess: () => "Success"
  })
})

const isStored = Effect.fnUntraced(function* (collectionId: string) {
  return Option.isSome(yield* (yield* CollectionStore).wealthData(collectionId))
})

describe("data under a consent", () => {
  test("stays until its own retention ends, by default", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const id = yield* collectUntilEnd(user, storedConsentRequest(consentId))
    yield* Consent.revoke(user, consentId)
    yield* Expiration.eraseCollections
    assert.strictEqual(yield* read(user, id), "Success")
  })

  erasing("is erased when the consent is revoked, if the operator chose that", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const [id, other] = [
      yield* collectUntilEnd(user, storedConsentRequest(consentId)),
      yield* collectUntilEnd(World.caller, oneTimeConsentRequest())
    ]
    yield* Expiration.eraseCollections
    assert.strictEqual(yield* read(user, id), "Success")
    yield* Consent.revoke(user, consentId)
    assert.strictEqual(yield* read(user, id), "DataExpiredError")
    assert.isTrue(yield* isStored(id))
    yield* Expiration.eraseCollections
    assert.isFalse(yield* isStored(id))
    assert.strictEqual(yield* read(World.caller, other), "Success")
  })

  erasing("is erased when the consent expires, to the second", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(3_600_000))
    const id = yield* collectUntilEnd(user, storedConsentRequest(consentId))
    yield* TestClock.setTime(Consent.noon + 3_599_000)
    assert.strictEqual(yield* read(user, id), "Success")
    yield* TestClock.setTime(Consent.noon + 3_600_000)
    assert.strictEqual(yield* read(user, id), "DataExpiredError")
    yield* Expiration.eraseCollections
    assert.isFalse(yield* isStored(id))
  })

  erasing("is erased at the end of a one-time consent's last day", function* () {
    const id = yield* collectUntilEnd(World.caller, oneTimeConsentRequest({ validUntil: "2026-04-03" }))
    yield* TestClock.setTime(Date.parse("2026-04-03T23:59:59Z"))
    assert.strictEqual(yield* read(World.caller, id), "Success")
    yield* TestClock.setTime(Date.parse("2026-04-04T00:00:00Z"))
    assert.strictEqual(yield* read(World.caller, id), "DataExpiredError")
    yield* Expiration.eraseCollections
    assert.isFalse(yield* isStored(id))
  })
})
