import { assert, describe } from "@effect/vitest"
import type { LimitedStart } from "@sheaf/domain/StartCollection"
import { Collections, Consents } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as ConsentWorld from "../consents/ConsentWorld.ts"
import {
  authorized,
  create,
  day,
  maja,
  minute,
  noon,
  pass,
  testWith,
  until,
  userOf,
  wordsOf
} from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import { accounts, collect, refusal, start, underConsent } from "./UnderConsent.ts"
import * as World from "../collections/World.ts"

const test = testWith({ bank: { given: accounts } })

const unknownId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const login = { type: "USERNAME_PASSWORD", username: "maja", password: "secret" } as const

interface Row {
  readonly when: string
  /** The start; an authorised consent of the user's has this id. */
  readonly start: (consentId: string) => LimitedStart
  /** The owner of the consent, unless another caller comes. */
  readonly caller?: Effect.Effect<Caller, unknown, World.Provided>
  readonly words: string
}

const keyAlone = Effect.succeed(World.caller)
const asked = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" } as const
const twice = { type: "STORED_CONSENT", consentId: unknownId } as const
const elsewhere = (consentId: string) => ({ ...underConsent(consentId), company: "se-kontobanken" })
const insurances = { company: "se-kontobanken", products: ["INSURANCE"] } as const

/** Each row breaks its rule and every one below it that it can: the order is that of decisions 2. */
const order: ReadonlyArray<Row> = [
  {
    when: "the company is not known",
    start: () => ({ ...underConsent(unknownId, {}, login), company: "se-nowhere" }),
    caller: keyAlone,
    words: "UnknownCompany"
  },
  {
    when: "a login comes with it",
    start: () => ({ ...underConsent(unknownId, {}, login), ...insurances }),
    caller: keyAlone,
    words: "UNEXPECTED_PARAMETER /parameters/1"
  },
  {
    when: "a one-time consent comes with it",
    start: () => underConsent(unknownId, {}, asked),
    caller: keyAlone,
    words: "UNEXPECTED_PARAMETER /parameters/1"
  },
  {
    when: "it comes twice",
    start: () => underConsent(unknownId, {}, twice),
    caller: keyAlone,
    words: "DUPLICATE_PARAMETER /parameters/1"
  },
  {
    when: "insurances are wanted",
    start: () => ({ ...underConsent(unknownId), ...insurances }),
    caller: keyAlone,
    words: "UNEXPECTED_PARAMETER /parameters/0"
  },
  {
    when: "no token comes with it",
    start: () => elsewhere(unknownId),
    caller: keyAlone,
    words: "UserTokenRequired"
  },
  {
    when: "there is no such consent",
    start: () => elsewhere(unknownId),
    words: "UnknownConsent /parameters/0/consentId"
  },
  {
    when: "it is another client's",
    start: elsewhere,
    caller: userOf("maja", World.stranger),
    words: "UnknownConsent /parameters/0/consentId"
  },
  {
    when: "it is another user's",
    start: elsewhere,
    caller: userOf("somebody else"),
    words: "UnknownConsent /parameters/0/consentId"
  },
  {
    when: "it is of another company",
    start: elsewhere,
    words: "ConsentOfAnotherCompany /parameters/0/consentId"
  }
]

describe("a start under a stored consent is refused", () => {
  for (const { caller, start: made, when, words } of order) {
    test(`when ${when}`, function* ({ bank }) {
      const { consentId, user } = yield* authorized(bank)
      const refused = yield* refusal(yield* caller ?? Effect.succeed(user), made(consentId))
      assert.strictEqual(wordsOf(refused), words)
      assert.strictEqual(Bank.times(bank, "accounts"), 0)
    })
  }

  test("when the consent was not authorised yet, or has ended, and tells in which status it is", function* ({ bank }) {
    const consents = yield* Consents
    const user = yield* maja
    const statusRefusing = (consentId: string) =>
      Effect.map(refusal(user, underConsent(consentId, {})), (error) =>
        error._tag === "ConsentNotUsable" ? error.status : error._tag
      )
    bank.meanwhile = Bank.isAway
    const initiated = yield* create(user)
    assert.strictEqual(yield* statusRefusing(initiated), "INITIATED")
    bank.meanwhile = Bank.isThere
    const awaiting = yield* create(user)
    yield* until(user, awaiting, "AWAITING_AUTHORIZATION")
    assert.strictEqual(yield* statusRefusing(awaiting), "AWAITING_AUTHORIZATION")
    yield* pass(5 * minute)
    yield* until(user, awaiting, "FAILED")
    assert.strictEqual(yield* statusRefusing(awaiting), "FAILED")
    const { consentId } = yield* authorized(bank, {}, { owner: user })
    yield* consents.expire(user, consentId)
    assert.strictEqual(yield* statusRefusing(consentId), "EXPIRED")
    const revoked = yield* authorized(bank, {}, { owner: user })
    yield* consents.revoke(user, revoked.consentId)
    assert.strictEqual(yield* statusRefusing(revoked.consentId), "REVOKED")
  })

  test("when the consent expired a moment ago, whatever its row says still", function* ({ bank }) {
    const expiresAt = noon + 60_000
    const { consentId, user } = yield* authorized(bank, { expiresAt: new Date(expiresAt).toISOString() })
    yield* ConsentWorld.sleepsOn(consentId)
    yield* TestClock.setTime(expiresAt - 1)
    yield* start(user, underConsent(consentId))
    yield* TestClock.setTime(expiresAt)
    const refused = yield* refusal(user, underConsent(consentId))
    assert.isTrue(refused._tag === "ConsentNotUsable" && refused.status === "EXPIRED")
  })
})

describe("a start under a stored consent is accepted", () => {
  test("without a login method, and is then listed without one", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    const id = yield* collect(user, underConsent(consentId))
    const { items } = yield* (yield* Collections).list(user, { limit: 10 })
    assert.deepStrictEqual(
      items.map(({ collectionId, loginMethod }) => [collectionId, loginMethod]),
      [[id, undefined]]
    )
  })

  test("with a login method, also one that the company lacks, which is recorded and no more", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    yield* collect(user, { ...underConsent(consentId), loginMethod: "SWEDISH_SECURITY_TOKEN" })
    const { items } = yield* (yield* Collections).list(user, { limit: 10 })
    assert.deepStrictEqual(
      items.map(({ loginMethod }) => loginMethod),
      ["SWEDISH_SECURITY_TOKEN"]
    )
  })

  test("with the parameters that go with every start", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    const attributes = { EXTERNAL_REFERENCE: "case-1" }
    yield* collect(user, underConsent(consentId, {}, { type: "SESSION_METADATA", attributes }))
    const { items } = yield* (yield* Collections).list(user, { limit: 10, externalReference: "case-1" })
    assert.lengthOf(items, 1)
  })
})

describe("reading without the person", () => {
  test("is possible four times a day, and again from midnight on", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    const unattended = underConsent(consentId, { psuUserAgent: "an agent without an address" })
    for (let reading = 0; reading < 4; reading++) yield* collect(user, unattended)
    yield* TestClock.setTime(noon + (day / 4) * 1000 + 250)
    const refused = yield* refusal(user, unattended)
    // Six hours, less a quarter of a second: a client that waits for whole seconds is never too early.
    assert.isTrue(refused._tag === "UnattendedLimit" && refused.retryAfterSeconds === day / 4)
    yield* collect(user, underConsent(consentId))
    yield* TestClock.setTime(noon + (day / 2) * 1000 - 1)
    assert.strictEqual((yield* refusal(user, unattended))._tag, "UnattendedLimit")
    yield* TestClock.setTime(noon + (day / 2) * 1000)
    yield* collect(user, unattended)
    assert.deepStrictEqual(bank.attendances.at(-1), { psuUserAgent: "an agent without an address" })
  })

  test("is possible four times a day, of all that come at the same moment", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    const answers = yield* Effect.all(
      Array.from({ length: 12 }, () => Effect.result(start(user, underConsent(consentId, {})))),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      answers.filter(({ _tag }) => _tag === "Success"),
      4
    )
  })

  test("is counted for each consent, and not for starts that are refused", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    const another = yield* authorized(bank, {}, { owner: user })
    const elsewhere = { ...underConsent(consentId, {}), company: "se-kontobanken" }
    for (let attempt = 0; attempt < 5; attempt++) yield* refusal(user, elsewhere)
    for (let reading = 0; reading < 4; reading++) yield* start(user, underConsent(consentId, {}))
    yield* refusal(user, underConsent(consentId, {}))
    yield* start(user, underConsent(another.consentId, {}))
  })

  test("is not what happens with the person's address, however often", function* ({ bank }) {
    const { consentId, user } = yield* authorized(bank)
    for (let reading = 0; reading < 9; reading++) yield* collect(user, underConsent(consentId))
    assert.deepStrictEqual(bank.attendances.at(-1), { psuIpAddress: "192.0.2.17" })
    yield* collect(user, underConsent(consentId, {}))
  })
})
