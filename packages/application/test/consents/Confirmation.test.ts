/** Confirming a consent with a return URL (spec 2.4). */
import { assert, describe } from "@effect/vitest"
import { ClientStore, Collections, Consents } from "@sheaf/ports"
import type { UserCaller } from "@sheaf/ports"
import { Effect, Redacted } from "effect"
import * as Consent from "./ConsentWorld.ts"
import { test } from "./ConsentWorld.ts"
import {
  requestWithReturnUrl,
  returnFromBank,
  codeIn,
  confirm,
  grantAndReturn,
  returnUrl
} from "./ConfirmationSteps.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"
import { storedConsentRequest } from "../readings/ConsentRequests.ts"
import * as World from "../collections/World.ts"

const wordsOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), Consent.describeError)

const isNotConfirmed = Effect.fnUntraced(function* (bank: ScriptedBank, user: UserCaller, consentId: string) {
  yield* Consent.untilFailedWith(user, consentId, "NOT_CONFIRMED")
  yield* Consent.passTime(3)
  yield* Consent.checkClosed(bank, consentId)
})

describe("a person with a return address", () => {
  test("brings a code back to the client, which authorizes the consent", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl({ state: "a&b" }))
    bank.state = { status: "valid", granted: { accountIds: ["acc1"] } }
    const location = yield* returnFromBank(bank)
    assert.match(
      location,
      new RegExp(`^https://app.example/done\\?state=a%26b&consentId=${consentId}&code=[\\w-]{43}$`)
    )
    const before = yield* Consent.statusOf(user, consentId)
    assert.strictEqual(before.status, "AWAITING_AUTHORIZATION")
    assert.notProperty(before.scope, "accountIds")
    assert.notProperty(before, "authInstructions")
    const reading = (yield* Collections).start(user, storedConsentRequest(consentId))
    assert.strictEqual(yield* wordsOf(reading), "ConsentNotUsable AWAITING_AUTHORIZATION")
    const { body } = yield* confirm(user, consentId, codeIn(location))
    assert.strictEqual(body.status, "AUTHORIZED")
    assert.deepStrictEqual(body.scope, { type: "PSD2_AIS", accountIds: ["acc1"], balances: true, transactions: true })
    yield* reading
  })

  test("brings the same code back only in the same browser, until the code is used", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    bank.state = { status: "valid", granted: {} }
    const first = yield* (yield* Consents).handleReturn(makeVisit(Bank.returnState(bank)))
    if (first._tag !== "REDIRECTED" || first.browser === undefined) return assert.fail("no secret for the browser")
    yield* Consent.passTime(9 * Consent.minute, Consent.minute)
    const calls = bank.calls.length
    for (const other of [undefined, Redacted.make(codeIn(first.location))]) {
      assert.strictEqual(yield* returnFromBank(bank, other), `${returnUrl}?consentId=${consentId}`)
    }
    assert.strictEqual(yield* returnFromBank(bank, first.browser.secret), first.location)
    assert.lengthOf(bank.calls, calls, "the bank has already decided")
    yield* confirm(user, consentId, codeIn(first.location))
    assert.strictEqual(yield* returnFromBank(bank, first.browser.secret), "UNKNOWN")
  })

  test("gets the code in only one of several simultaneous browsers", function* ({ bank }) {
    yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(10)
    const browsers = Array.from({ length: 5 }, () => returnFromBank(bank))
    const locations = yield* Effect.all(browsers, { concurrency: "unbounded" })
    assert.lengthOf(
      locations.filter((location) => codeIn(location) !== "none"),
      1
    )
  })

  test("gets the code if the bank decides soon after the return", function* ({ bank }) {
    for (const status of ["received", "partiallyAuthorised"] as const) {
      const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
      bank.state = { status, granted: {} }
      assert.strictEqual(yield* returnFromBank(bank), "UNDECIDED")
      yield* Consent.passTime(14)
      assert.strictEqual(yield* returnFromBank(bank), "UNDECIDED")
      bank.state = { status: "valid", granted: {} }
      yield* confirm(user, consentId, codeIn(yield* returnFromBank(bank)))
    }
  })

  test("makes the consent end if somebody approves after a stranger's visit, even a single one", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    assert.strictEqual(yield* returnFromBank(bank), "UNDECIDED")
    yield* Consent.passTime(15)
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual(yield* returnFromBank(bank), `${returnUrl}?consentId=${consentId}`)
    yield* Consent.passTime(10)
    yield* isNotConfirmed(bank, user, consentId)
  })

  test("gets no code after a return without a decision, and a later approval ends the consent", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    const withoutCode = `${returnUrl}?consentId=${consentId}`
    assert.strictEqual(yield* returnFromBank(bank), "UNDECIDED")
    yield* Consent.passTime(15)
    assert.strictEqual(yield* returnFromBank(bank), withoutCode)
    const calls = bank.calls.length
    bank.state = { status: "valid", granted: {} }
    assert.strictEqual(yield* returnFromBank(bank), withoutCode)
    assert.lengthOf(bank.calls, calls, "a repeated return asks nothing")
    yield* Consent.passTime(10)
    yield* isNotConfirmed(bank, user, consentId)
    assert.strictEqual(yield* returnFromBank(bank), withoutCode)
  })

  test("is the first to learn of the grant", function* ({ bank }) {
    const { body, consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(10)
    assert.strictEqual((yield* Consent.progressOf(consentId))._tag, "Granted")
    assert.deepStrictEqual(yield* Consent.statusOf(user, consentId), body)
    yield* returnFromBank(bank)
    assert.notProperty(yield* Consent.statusOf(user, consentId), "authInstructions")
  })

  test("brings no code back from a rejected consent, and returns only once", function* ({ bank }) {
    const { consentId } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    bank.state = { status: "rejected", granted: {} }
    yield* Consent.passTime(5)
    assert.isTrue(yield* Consent.isClosed(consentId))
    assert.strictEqual(yield* returnFromBank(bank), `${returnUrl}?consentId=${consentId}`)
    assert.strictEqual(yield* returnFromBank(bank), "UNKNOWN")
  })

  test("waits on Sheaf's page while the bank is unreachable", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    bank.meanwhile = Bank.failsUnreachable
    assert.strictEqual(yield* returnFromBank(bank), "UNDECIDED")
    bank.meanwhile = Bank.succeeds
    bank.state = { status: "valid", granted: {} }
    yield* confirm(user, consentId, codeIn(yield* returnFromBank(bank)))
  })
})

describe("a consent that waits for its code", () => {
  test("fails ten minutes after the bank's decision, and is revoked as soon as the bank can be reached", function* ({
    bank
  }) {
    const { code, consentId, user } = yield* grantAndReturn(bank)
    yield* Consent.passTime(10 * Consent.minute - 1, Consent.minute)
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AWAITING_AUTHORIZATION")
    bank.meanwhile = Bank.failsUnreachable
    yield* Consent.passTime(1)
    yield* Consent.untilFailedWith(user, consentId, "NOT_CONFIRMED")
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, code)), "ConsentNotConfirmed")
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    assert.strictEqual(bank.open.size, 1)
    bank.meanwhile = Bank.succeeds
    yield* Consent.passTime(Consent.hour, 10 * Consent.minute)
    yield* Consent.checkClosed(bank, consentId)
  })

  test("fails at the bank's own end if that is earlier", function* ({ bank }) {
    const { consentId, user } = yield* grantAndReturn(bank, Consent.expiringAfter(Consent.minute * 1000))
    yield* Consent.passTime(Consent.minute, 10)
    yield* isNotConfirmed(bank, user, consentId)
  })

  test("ends at once with a wrong code", function* ({ bank }) {
    const { code, consentId, user } = yield* grantAndReturn(bank)
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, `${code}x`)), "ConsentNotConfirmed")
    yield* isNotConfirmed(bank, user, consentId)
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, code)), "ConsentNotConfirmed")
  })

  test("ends with the code of another consent of the same user", function* ({ bank }) {
    const first = yield* grantAndReturn(bank)
    const second = yield* grantAndReturn(bank)
    assert.notStrictEqual(first.code, second.code)
    assert.strictEqual(yield* wordsOf(confirm(second.user, second.consentId, first.code)), "ConsentNotConfirmed")
    assert.strictEqual((yield* confirm(first.user, first.consentId, first.code)).body.status, "AUTHORIZED")
  })

  test("is unknown to other users, who cannot end it without its code", function* ({ bank }) {
    const { code, consentId, user } = yield* grantAndReturn(bank)
    const other = yield* Consent.userOf("the sender's victim")
    assert.strictEqual(yield* wordsOf(confirm(other, consentId, "wrong")), "ConsentNotFound")
    assert.strictEqual((yield* confirm(user, consentId, code)).body.status, "AUTHORIZED")
  })

  test("ends if another user sends its code, even after its own user did", function* ({ bank }) {
    const other = yield* Consent.userOf("the sender's victim")
    const waiting = yield* grantAndReturn(bank)
    assert.strictEqual(yield* wordsOf(confirm(other, waiting.consentId, waiting.code)), "ConsentNotFound")
    yield* isNotConfirmed(bank, waiting.user, waiting.consentId)
    const late = "ConsentNotConfirmed"
    assert.strictEqual(yield* wordsOf(confirm(waiting.user, waiting.consentId, waiting.code)), late)
    const confirmed = yield* grantAndReturn(bank)
    yield* confirm(confirmed.user, confirmed.consentId, confirmed.code)
    assert.strictEqual(yield* wordsOf(confirm(other, confirmed.consentId, confirmed.code)), "ConsentNotFound")
    yield* Consent.untilStatus(confirmed.user, confirmed.consentId, "REVOKED")
    yield* Consent.passTime(3)
    yield* Consent.checkClosed(bank, confirmed.consentId)
  })

  test("forgets its code ten minutes after the bank's decision", function* ({ bank }) {
    const other = yield* Consent.userOf("the next user of the browser")
    const { code, consentId, user } = yield* grantAndReturn(bank)
    yield* confirm(user, consentId, code)
    yield* Consent.passTime(10 * Consent.minute, Consent.minute)
    assert.strictEqual(yield* wordsOf(confirm(other, consentId, code)), "ConsentNotFound")
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, code)), "ConsentNotAwaitingConfirmation AUTHORIZED")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    yield* Consent.passTime(Consent.day, Consent.hour)
    assert.notProperty(yield* Consent.progressOf(consentId), "accepts")
  })

  test("accepts the right code again, and no other code", function* ({ bank }) {
    const { code, consentId, user } = yield* grantAndReturn(bank)
    const { body } = yield* confirm(user, consentId, code)
    yield* Consent.passTime(9 * Consent.minute, Consent.minute)
    assert.deepStrictEqual((yield* confirm(user, consentId, code)).body, body)
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, "wrong")), "ConsentNotAwaitingConfirmation AUTHORIZED")
    assert.strictEqual((yield* Consent.statusOf(user, consentId)).status, "AUTHORIZED")
    yield* Consent.revoke(user, consentId)
    assert.strictEqual(yield* wordsOf(confirm(user, consentId, code)), "ConsentNotAwaitingConfirmation REVOKED")
  })

  test("is not confirmed before the bank's decision, or without a return address", function* ({ bank }) {
    const early = yield* Consent.createAwaiting(yield* requestWithReturnUrl())
    const plain = yield* Consent.createAwaiting()
    for (const { consentId, user } of [early, plain]) {
      const words = yield* wordsOf(confirm(user, consentId, "a code"))
      assert.strictEqual(words, "ConsentNotAwaitingConfirmation AWAITING_AUTHORIZATION")
    }
    bank.state = { status: "valid", granted: {} }
    yield* Consent.passTime(4)
    yield* Consent.untilStatus(plain.user, plain.consentId, "AUTHORIZED")
    assert.strictEqual((yield* Consent.statusOf(early.user, early.consentId)).status, "AWAITING_AUTHORIZATION")
  })

  test("is confirmed by simultaneous requests with its code", function* ({ bank }) {
    const { code, consentId, user } = yield* grantAndReturn(bank)
    const results = yield* Effect.all(
      Array.from({ length: 5 }, () => Effect.result(confirm(user, consentId, code))),
      { concurrency: "unbounded" }
    )
    for (const result of results) assert.strictEqual(result._tag, "Success")
  })

  test("keeps no code, only the code's hash", function* ({ bank }) {
    const { code, consentId } = yield* grantAndReturn(bank)
    const progress = JSON.stringify(yield* Consent.progressOf(consentId))
    assert.include(progress, "codeHash")
    assert.notInclude(progress, code)
  })
})

describe("a return address", () => {
  test("must be registered by the consent's own client", function* () {
    const store = yield* ClientStore
    const consents = yield* Consents
    const user = yield* Consent.maja
    const request = { ...Consent.request(), returnUrl }
    const refusal = "INVALID_FIELD /returnUrl"
    assert.strictEqual(yield* wordsOf(consents.create(user, request)), refusal)
    yield* store.addClient({ id: "client-two", name: "Two", environment: "test" })
    yield* store.addReturnUrl("client-two", returnUrl)
    assert.strictEqual(yield* wordsOf(consents.create(user, request)), refusal)
    yield* store.addReturnUrl(World.caller.clientId, returnUrl)
    yield* consents.create(user, request)
    assert.strictEqual(yield* wordsOf(consents.create(user, { ...request, returnUrl: `${returnUrl}/` })), refusal)
    const loopback = { ...request, returnUrl: "http://localhost:3000/done" }
    assert.strictEqual(yield* wordsOf(consents.create(user, loopback)), refusal, "outside the sandbox")
  })
})
