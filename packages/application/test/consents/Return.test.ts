/** The person's return from the bank's page (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import { Consents } from "@sheaf/ports"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import * as Bank from "./ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"

const back = (state: string) => Effect.flatMap(Consents, (consents) => consents.handleReturn(makeVisit(state)))

const unknown = { _tag: "UNKNOWN" }
const returned = (outcome: string, locale = "sv-se") => ({ _tag: "RETURNED", outcome, locale })
const ended = { _tag: "RETURNED", outcome: "ENDED" }

describe("a person who returns from the bank", () => {
  test("sees the authorized consent at once, in their own language", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(Consent.request({ psuLocale: "en-GB" }))
    bank.state = { status: "valid", granted: {} }
    assert.deepStrictEqual<object>(yield* back(Bank.returnState(bank)), returned("AUTHORIZED", "en-GB"))
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
  })

  test("does not authorize the consent, because only the bank can", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting()
    assert.deepStrictEqual<object>(yield* back(Bank.returnState(bank)), returned("PENDING"))
    bank.state = { status: "rejected", granted: {} }
    yield* Consent.passTime(2)
    yield* Consent.untilFailedWith(user, consentId, "REJECTED_BY_BANK")
  })

  test("sees a rejected consent once, without a call to the bank", function* ({ bank }) {
    yield* Consent.createRejected(bank)
    const state = Bank.returnState(bank)
    const asked = bank.calls.length
    assert.deepStrictEqual<object>(yield* back(state), ended)
    assert.deepStrictEqual<object>(yield* back(state), unknown)
    assert.lengthOf(bank.calls, asked)
  })

  test("waits at most five seconds for a hanging bank", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting()
    bank.meanwhile = () => Effect.never
    const coming = yield* Effect.forkChild(back(Bank.returnState(bank)))
    yield* Consent.runDueSteps
    yield* TestClock.adjust("4 seconds")
    yield* Consent.runDueSteps
    assert.isUndefined(coming.pollUnsafe())
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual<object>(yield* Fiber.join(coming), returned("PENDING"))
    bank.meanwhile = Bank.succeeds
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(40)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
  })
})
