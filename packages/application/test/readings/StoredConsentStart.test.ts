import { assert, describe, it } from "@effect/vitest"
import type { LimitedStart } from "@sheaf/domain/StartCollection"
import { Collections, Consents } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { account } from "../consents/BankAccounts.ts"
import * as ConsentWorld from "../consents/ConsentWorld.ts"
import { create, day, maja, minute, noon, pass, until, userOf } from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import type { ScriptedBank } from "../consents/ScriptedBank.ts"
import { authorized, collect, refusal, start, underConsent } from "./UnderStoredConsent.ts"
import * as World from "../collections/World.ts"

const run = (name: string, test: (bank: ScriptedBank) => Effect.Effect<void, unknown, World.Provided>) =>
  it.effect(name, () => {
    const bank = Object.assign(Bank.make(), { given: [account("acc-1")] })
    return test(bank).pipe(ConsentWorld.world({ bank }))
  })

const unknownId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"
const login = { type: "USERNAME_PASSWORD", username: "maja", password: "secret" } as const

interface Case {
  /** Who comes with which start; `user` owns the authorised consent of this id. */
  readonly start: (consentId: string, user: UserCaller) => LimitedStart
  readonly caller?: (user: UserCaller) => Effect.Effect<Caller, never, World.Provided>
  readonly error: object
}

const keyAlone = () => Effect.succeed(World.caller)

/** Each row breaks its rule and every one below it that it can: the order is that of decisions 2. */
const order: Readonly<Record<string, Case>> = {
  "the company is not known": {
    start: () => ({ ...underConsent(unknownId, {}, login), company: "se-nowhere" }),
    caller: keyAlone,
    error: { _tag: "UnknownCompany" }
  },
  "a login comes with it": {
    start: () => ({ ...underConsent(unknownId, {}, login), company: "se-kontobanken", products: ["INSURANCE"] }),
    caller: keyAlone,
    error: { _tag: "InvalidParameters", codes: ["UNEXPECTED_PARAMETER"], pointers: ["/parameters/1"] }
  },
  "a one-time consent comes with it": {
    start: () => underConsent(unknownId, {}, { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }),
    caller: keyAlone,
    error: { _tag: "InvalidParameters", codes: ["UNEXPECTED_PARAMETER"], pointers: ["/parameters/1"] }
  },
  "it comes twice": {
    start: () => underConsent(unknownId, {}, { type: "STORED_CONSENT", consentId: unknownId }),
    caller: keyAlone,
    error: { _tag: "InvalidParameters", codes: ["DUPLICATE_PARAMETER"], pointers: ["/parameters/1"] }
  },
  "insurances are wanted": {
    start: () => ({ ...underConsent(unknownId), company: "se-kontobanken", products: ["INSURANCE"] }),
    caller: keyAlone,
    error: { _tag: "InvalidParameters", codes: ["UNEXPECTED_PARAMETER"], pointers: ["/parameters/0"] }
  },
  "no token comes with it": {
    start: () => ({ ...underConsent(unknownId), company: "se-kontobanken" }),
    caller: keyAlone,
    error: { _tag: "UserTokenRequired" }
  },
  "there is no such consent": {
    start: () => ({ ...underConsent(unknownId), company: "se-kontobanken" }),
    error: { _tag: "UnknownConsent", pointer: "/parameters/0/consentId" }
  },
  "it is another client's": {
    start: (consentId) => ({ ...underConsent(consentId), company: "se-kontobanken" }),
    caller: () => userOf("maja", World.stranger).pipe(Effect.orDie),
    error: { _tag: "UnknownConsent", pointer: "/parameters/0/consentId" }
  },
  "it is another user's": {
    start: (consentId) => ({ ...underConsent(consentId), company: "se-kontobanken" }),
    caller: () => userOf("somebody else").pipe(Effect.orDie),
    error: { _tag: "UnknownConsent", pointer: "/parameters/0/consentId" }
  },
  "it is of another company": {
    start: (consentId) => ({ ...underConsent(consentId), company: "se-kontobanken" }),
    error: { _tag: "ConsentOfAnotherCompany", pointer: "/parameters/0/consentId" }
  }
}

const described = (error: object) =>
  "violations" in error && Array.isArray(error.violations)
    ? {
        _tag: "InvalidParameters",
        codes: error.violations.map(({ code }) => code),
        pointers: error.violations.map(({ pointer }) => pointer)
      }
    : { ...error }

describe("a start under a stored consent is refused", () => {
  for (const [name, { caller, error, start: asked }] of Object.entries(order)) {
    run(`when ${name}`, (bank) =>
      Effect.gen(function* () {
        const { consentId, user } = yield* authorized(bank)
        const by = yield* (caller ?? Effect.succeed)(user)
        const refused = yield* refusal(by, asked(consentId, user))
        assert.deepInclude(described(refused), error)
        assert.strictEqual(Bank.times(bank, "accounts"), 0)
      })
    )
  }

  run("when the consent was not authorised yet, or has ended, and tells in which status it is", (bank) =>
    Effect.gen(function* () {
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
      const { consentId } = yield* authorized(bank, {}, user)
      yield* consents.expire(user, consentId)
      assert.strictEqual(yield* statusRefusing(consentId), "EXPIRED")
      const revoked = yield* authorized(bank, {}, user)
      yield* consents.revoke(user, revoked.consentId)
      assert.strictEqual(yield* statusRefusing(revoked.consentId), "REVOKED")
    })
  )

  run("when the consent expired a moment ago, whatever its row says still", (bank) =>
    Effect.gen(function* () {
      const expiresAt = noon + 60_000
      const { consentId, user } = yield* authorized(bank, { expiresAt: new Date(expiresAt).toISOString() })
      yield* ConsentWorld.sleepsOn(consentId)
      yield* TestClock.setTime(expiresAt - 1)
      yield* start(user, underConsent(consentId))
      yield* TestClock.setTime(expiresAt)
      const refused = yield* refusal(user, underConsent(consentId))
      assert.isTrue(refused._tag === "ConsentNotUsable" && refused.status === "EXPIRED")
    })
  )
})

describe("a start under a stored consent is accepted", () => {
  run("without a login method, and is then listed without one", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      const id = yield* collect(user, underConsent(consentId))
      const { items } = yield* (yield* Collections).list(user, { limit: 10 })
      assert.deepStrictEqual(
        items.map(({ collectionId, loginMethod }) => [collectionId, loginMethod]),
        [[id, undefined]]
      )
    })
  )

  run("with a login method, also one that the company lacks, which is recorded and no more", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      yield* collect(user, { ...underConsent(consentId), loginMethod: "SWEDISH_SECURITY_TOKEN" })
      const { items } = yield* (yield* Collections).list(user, { limit: 10 })
      assert.deepStrictEqual(
        items.map(({ loginMethod }) => loginMethod),
        ["SWEDISH_SECURITY_TOKEN"]
      )
    })
  )

  run("with the parameters that go with every start", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      const attributes = { EXTERNAL_REFERENCE: "case-1" }
      yield* collect(user, underConsent(consentId, {}, { type: "SESSION_METADATA", attributes }))
      const { items } = yield* (yield* Collections).list(user, { limit: 10, externalReference: "case-1" })
      assert.lengthOf(items, 1)
    })
  )
})

describe("reading without the person", () => {
  run("is possible four times a day, and again from midnight on", (bank) =>
    Effect.gen(function* () {
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
  )

  run("is possible four times a day, of all that come at the same moment", (bank) =>
    Effect.gen(function* () {
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
  )

  run("is counted for each consent, and not for starts that are refused", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      const another = yield* authorized(bank, {}, user)
      const elsewhere = { ...underConsent(consentId, {}), company: "se-kontobanken" }
      for (let attempt = 0; attempt < 5; attempt++) yield* refusal(user, elsewhere)
      for (let reading = 0; reading < 4; reading++) yield* start(user, underConsent(consentId, {}))
      yield* refusal(user, underConsent(consentId, {}))
      yield* start(user, underConsent(another.consentId, {}))
    })
  )

  run("is not what happens with the person's address, however often", (bank) =>
    Effect.gen(function* () {
      const { consentId, user } = yield* authorized(bank)
      for (let reading = 0; reading < 9; reading++) yield* collect(user, underConsent(consentId))
      assert.deepStrictEqual(bank.attendances.at(-1), { psuIpAddress: "192.0.2.17" })
      yield* collect(user, underConsent(consentId, {}))
    })
  )
})
