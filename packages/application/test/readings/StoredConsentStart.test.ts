/** Accepted and rejected start requests under a stored consent, and the limit on unattended readings. */
import { assert, describe } from "@effect/vitest"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import { Collections, Consents } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import { accounts, collectUntilEnd, startError, storedConsentRequest } from "./ConsentRequests.ts"
import * as World from "../collections/World.ts"

const test = Consent.testWith({ bank: { given: accounts } })

const unknownId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const login = { type: "USERNAME_PASSWORD", username: "maja", password: "secret" } as const

/**
 * A row holds the rule, the error, a start request with the authorized consent's id, and the caller if that is not the
 * consent's owner.
 */
type Row = readonly [
  when: string,
  words: string,
  start: (consentId: string) => StartCommand,
  caller?: Effect.Effect<Caller, unknown, World.TestServices>
]

const keyAlone = Effect.succeed(World.caller)
const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const
const twice = { type: "STORED_CONSENT", consentId: unknownId } as const
const elsewhere = (consentId: string) => ({ ...storedConsentRequest(consentId), company: "se-kontobanken" })
const insurances = { company: "se-kontobanken", products: ["INSURANCE"] } as const

const unknown = (...more: StartCommand["parameters"]) => storedConsentRequest(unknownId, {}, ...more)

/** Each row violates its own rule and as many later rules as possible. The rules are in the order of spec 2.1. */
const order: ReadonlyArray<Row> = [
  ["the company is unknown", "UnknownCompany", () => ({ ...unknown(login), company: "se-nowhere" }), keyAlone],
  ["it has a login", "UNEXPECTED_PARAMETER /parameters/1", () => ({ ...unknown(login), ...insurances }), keyAlone],
  ["it has a one-time consent", "UNEXPECTED_PARAMETER /parameters/1", () => unknown(asked), keyAlone],
  ["it has a second consent", "DUPLICATE_PARAMETER /parameters/1", () => unknown(twice), keyAlone],
  [
    "it is limited to insurance",
    "UNEXPECTED_PARAMETER /parameters/0",
    () => ({ ...unknown(), ...insurances }),
    keyAlone
  ],
  ["the caller has no user token", "UserTokenRequired", () => elsewhere(unknownId), keyAlone],
  ["the consent does not exist", "UnknownConsent /parameters/0/consentId", () => elsewhere(unknownId)],
  [
    "the consent belongs to another client",
    "UnknownConsent /parameters/0/consentId",
    elsewhere,
    Consent.userOf("maja", World.stranger)
  ],
  [
    "the consent belongs to another user",
    "UnknownConsent /parameters/0/consentId",
    elsewhere,
    Consent.userOf("somebody else")
  ],
  ["the consent is for another company", "ConsentOfAnotherCompany /parameters/0/consentId", elsewhere]
]

describe("a start under a stored consent is rejected", () => {
  for (const [when, words, made, caller] of order) {
    test(`if ${when}`, function* ({ bank }) {
      const { consentId, user } = yield* Consent.createAuthorized(bank)
      const refused = yield* startError(yield* caller ?? Effect.succeed(user), made(consentId))
      assert.strictEqual(Consent.describeError(refused), words)
      assert.strictEqual(Bank.countCalls(bank, "accounts"), 0)
    })
  }

  test("if the consent has just expired, even if its row is still AUTHORIZED", function* ({ bank }) {
    const expiresAt = Consent.noon + 60_000
    const { consentId, user } = yield* Consent.createAuthorized(bank, Consent.expiringAfter(60_000))
    yield* Consent.postponeNextStep(consentId)
    yield* TestClock.setTime(expiresAt - 1)
    yield* World.start(storedConsentRequest(consentId), user)
    yield* TestClock.setTime(expiresAt)
    const refused = yield* startError(user, storedConsentRequest(consentId))
    assert.isTrue(refused._tag === "ConsentNotUsable" && refused.status === "EXPIRED")
  })
})

describe("a start under a stored consent is accepted", () => {
  test("with any login method, which has no further effect", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* collectUntilEnd(user, { ...storedConsentRequest(consentId), loginMethod: "SWEDISH_SECURITY_TOKEN" })
    const { items } = yield* (yield* Collections).list(user, { limit: 10 })
    assert.deepStrictEqual(
      items.map(({ loginMethod }) => loginMethod),
      ["SWEDISH_SECURITY_TOKEN"]
    )
  })
})

describe("unattended reading", () => {
  test("is possible four times in 24 hours, which the consent shows", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const unattended = storedConsentRequest(consentId, { psuUserAgent: "an agent without an address" })
    const left = Effect.map(
      Effect.flatMap(Consents, (consents) => consents.read(user, consentId)),
      ({ nextUnattendedReadingAt, unattendedReadingsLeft }) => [unattendedReadingsLeft, nextUnattendedReadingAt]
    )
    assert.deepStrictEqual(yield* left, [4, undefined])
    const starts: Array<number> = []
    for (let reading = 0; reading < 4; reading++) {
      starts.push(yield* Clock.currentTimeMillis)
      yield* collectUntilEnd(user, unattended)
    }
    const next = (starts[0] ?? 0) + Consent.day * 1000
    assert.deepStrictEqual(yield* left, [0, new Date(next).toISOString()])
    yield* TestClock.setTime(next - 1_250)
    const refused = yield* startError(user, unattended)
    // Rounded up, so that no client retries too early.
    assert.isTrue(refused._tag === "UnattendedLimitExceeded" && refused.retryAfterSeconds === 2)
    yield* collectUntilEnd(user, storedConsentRequest(consentId))
    yield* TestClock.setTime(next)
    yield* collectUntilEnd(user, unattended)
    assert.deepInclude(bank.attendances.at(-1), { psuUserAgent: "an agent without an address" })
  })

  test("counts what the bank was asked for twice", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    bank.repeats = [{ accountId: "1", count: 2 }]
    yield* collectUntilEnd(user, storedConsentRequest(consentId, {}))
    const { unattendedReadingsLeft } = yield* (yield* Consents).read(user, consentId)
    assert.strictEqual(unattendedReadingsLeft, 1)
  })

  test("does not count attended readings", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    for (let reading = 0; reading < 9; reading++) yield* collectUntilEnd(user, storedConsentRequest(consentId))
    assert.deepInclude(bank.attendances.at(-1), { psuIpAddress: "192.0.2.17" })
    yield* collectUntilEnd(user, storedConsentRequest(consentId, {}))
  })
})
