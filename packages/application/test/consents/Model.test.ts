/** The invariants of a consent under any sequence of events. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { brandStatus } from "@sheaf/domain/testing"
import { Collections, CollectionStore, Consents, ConsentStore } from "@sheaf/ports"
import type { ConsentView, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { requestWithReturnUrl, codeIn, confirm } from "./ConfirmationSteps.ts"
import * as Consent from "./ConsentWorld.ts"
import { account } from "./BankAccounts.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import { makeVisit } from "../BankVisit.ts"
import { storedConsentRequest } from "../readings/ConsentRequests.ts"
import * as World from "../collections/World.ts"

const Command = Schema.Literals([
  "the user revokes it",
  "the client expires it",
  "the person returns",
  "the user confirms it",
  "the user confirms it with a wrong code",
  "another user confirms it",
  "maintenance continues it",
  "a collection reads under it",
  "all of these happen at once",
  "the user revokes it during other changes",
  "the user revokes it during a reading",
  "the bank authorizes it",
  "the bank grants it for two days",
  "the bank rejects it",
  "the bank ends it",
  "the bank becomes unavailable",
  "the bank recovers",
  "moments pass",
  "minutes pass",
  "days pass"
])
type Command = typeof Command.Type

const Ending = Schema.Literals([
  "the user revokes it",
  "the client expires it",
  "all of these happen at once",
  "the user revokes it during other changes",
  "the user revokes it during a reading"
])
const isEnding = Schema.is(Ending)

const authorizing: ReadonlyArray<Command> = [
  "moments pass",
  "the bank authorizes it",
  "the person returns",
  "the user confirms it",
  "moments pass"
]

/**
 * The maximum number of times that one step runs during an event. Each run can call the bank, always with the same key.
 */
const runsOf = (command: Command): number => {
  if (command === "all of these happen at once") return 4
  return command === "the user revokes it during other changes" ? 3 : 1
}

const Commands = Schema.Array(Command).check(Schema.isMaxLength(14))

/** `inTime` holds the readings that the bank answered before the consent ended. */
interface Readings {
  readonly collectionIds: Array<string>
  readonly inTime: Set<number>
}

/** The user agent tells the bank which collection is reading. */
const startReading = Effect.fnUntraced(function* (user: UserCaller, consentId: string, { collectionIds }: Readings) {
  const attendance = { psuIpAddress: "192.0.2.17", psuUserAgent: String(collectionIds.length) }
  const answer = yield* Effect.result((yield* Collections).start(user, storedConsentRequest(consentId, attendance)))
  if (answer._tag === "Success") collectionIds.push(answer.success.body.id)
})

const watchReadings = Effect.fnUntraced(function* (bank: ScriptedBank, user: UserCaller, consentId: string) {
  const store = yield* ConsentStore
  const readings: Readings = { collectionIds: [], inTime: new Set() }
  const { accounts } = bank
  const watched: ScriptedBank["accounts"] = (bankConsentId, scope, attendance) =>
    Effect.tap(accounts(bankConsentId, scope, attendance), () =>
      Effect.gen(function* () {
        const found = Option.getOrThrow(yield* Effect.orDie(store.find(user.clientId, consentId)))
        const holds = ConsentStatus.isUsable(found.status) && (yield* Clock.currentTimeMillis) < found.expiresAt
        if (holds) readings.inTime.add(Number(attendance.psuUserAgent))
      })
    )
  Object.assign(bank, { accounts: watched })
  return readings
})

const checkReadings = Effect.fnUntraced(function* (user: UserCaller, { collectionIds, inTime }: Readings) {
  const collections = yield* Collections
  const store = yield* CollectionStore
  for (const [reading, collectionId] of collectionIds.entries()) {
    const { body } = yield* collections.status(user, collectionId)
    const records = yield* store.wealthData(collectionId)
    assert.isTrue(CollectionStatus.isFinal(body.status), body.status)
    assert.strictEqual(Option.isSome(records), body.status === "COMPLETED")
    if (Option.isSome(records)) assert.include([...inTime], reading, "accounts were read after the end of the consent")
  }
})

const happen = (bank: ScriptedBank, user: UserCaller, consentId: string, readings: Readings) => {
  const says = (status: ScriptedBank["state"]["status"], expiresAt?: string) =>
    Effect.sync(() => {
      bank.state = { status, granted: { ...(expiresAt !== undefined && { expiresAt }) } }
    })
  const isReached = (meanwhile: ScriptedBank["meanwhile"]) =>
    Effect.sync(() => {
      bank.meanwhile = meanwhile
    })
  const revoke = Consent.revoke(user, consentId)
  const expire = Effect.flatMap(Consents, (consents) => Effect.ignore(consents.expire(user, consentId)))
  let code = "none"
  const comeBack = Effect.gen(function* () {
    const returned = yield* (yield* Consents).handleReturn(makeVisit(Bank.returnState(bank)))
    const given = returned._tag === "REDIRECTED" ? codeIn(returned.location) : "none"
    if (given !== "none") code = given
  })
  const confirmAs = (caller: UserCaller, given: () => string) =>
    Effect.suspend(() => Effect.ignore(confirm(caller, consentId, given())))
  const confirmed = confirmAs(user, () => code)
  const ofAnother = Effect.flatMap(Consent.userOf("the sender's victim"), (other) => confirmAs(other, () => code))
  const help = Effect.andThen(Consent.makeOverdue(consentId), World.runDueProcesses)
  const read = startReading(user, consentId, readings)
  const revokeInReading = Effect.gen(function* () {
    const context = yield* Effect.context<World.TestServices>()
    const { meanwhile } = bank
    const revoking = Effect.provideContext(Effect.ignore(revoke), context)
    bank.meanwhile = (call) => Effect.andThen(call === "accounts" ? revoking : Effect.void, meanwhile(call))
    yield* read
    yield* World.runPendingWork(50)
    bank.meanwhile = meanwhile
    yield* revoke
  })
  const effects: Record<Command, Effect.Effect<unknown, unknown, World.TestServices>> = {
    "the user revokes it": revoke,
    "the client expires it": expire,
    "the person returns": comeBack,
    "the user confirms it": confirmed,
    "the user confirms it with a wrong code": confirmAs(user, () => `${code}x`),
    "another user confirms it": ofAnother,
    "maintenance continues it": help,
    "a collection reads under it": read,
    "all of these happen at once": Effect.all([help, read, comeBack, confirmed, expire, revoke, comeBack, help], {
      concurrency: "unbounded"
    }),
    "the user revokes it during other changes": Effect.all([help, comeBack, revoke, help], {
      concurrency: "unbounded"
    }),
    "the user revokes it during a reading": revokeInReading,
    "the bank authorizes it": says("valid"),
    "the bank grants it for two days": says("valid", "2026-04-03T12:00:00.000Z"),
    "the bank rejects it": says("rejected"),
    "the bank ends it": says("revokedByPsu"),
    "the bank becomes unavailable": isReached(Bank.failsUnreachable),
    "the bank recovers": isReached(Bank.succeeds),
    "moments pass": Consent.passTime(4),
    "minutes pass": Consent.passTime(6 * Consent.minute, 10),
    "days pass": Consent.passTime(3 * Consent.day, Consent.day)
  }
  return (command: Command) => Effect.andThen(effects[command], World.runPendingWork(50))
}

const isReachable = (from: ConsentStatus.ConsentStatus, to: ConsentStatus.ConsentStatus): boolean =>
  from === to || (ConsentStatus.describe(from).next ?? []).some((next) => isReachable(next, to))

/** Takes the due steps before it returns the consent, because virtual time can outrun them on a busy machine. */
const look = Effect.fnUntraced(function* (user: UserCaller, consentId: string) {
  const store = yield* ConsentStore
  const now = yield* Clock.currentTimeMillis
  return yield* store.find(user.clientId, consentId).pipe(
    Effect.map((found) => Option.getOrThrow(found)),
    Effect.tap(World.runPendingWork(1)),
    Effect.repeat({ while: ({ expiresAt, status }) => status === "AUTHORIZED" && expiresAt <= now, times: 2_000 })
  )
})

const check = (before: ConsentView, after: ConsentView, now: number) => {
  assert.isTrue(isReachable(before.status, after.status), `${before.status} to ${after.status}`)
  assert.isAtLeast(after.revision, before.revision)
  if (after.revision === before.revision) assert.deepStrictEqual(after, before)
  if (ConsentStatus.isFinal(before.status)) assert.deepStrictEqual(after, before, "an ended consent does not change")
  assert.strictEqual(after.status === "REVOKED", after.revokedAt !== undefined)
  assert.strictEqual(after.status === "FAILED", after.failure !== undefined)
  if (after.status !== "AWAITING_AUTHORIZATION") assert.deepStrictEqual(after.shown, {})
  if (after.status === "AUTHORIZED") assert.isAbove(after.expiresAt, now)
}

const keepsItsRules = (name: string, surroundings: World.WorldOptions) =>
  it.effect.prop(
    `keeps its rules in any sequence of events: ${name}`,
    [Schema.Boolean, Schema.Boolean, Commands, Ending],
    ([isReturning, isAuthorized, commands, ending]) => {
      const bank = Object.assign(Bank.make(), { given: [account("acc-1")] })
      return Effect.gen(function* () {
        const user = yield* Consent.maja
        const consentId = yield* Consent.create(user, isReturning ? yield* requestWithReturnUrl() : undefined)
        const readings = yield* watchReadings(bank, user, consentId)
        const next = happen(bank, user, consentId, readings)
        if (isAuthorized) {
          for (const command of authorizing) yield* next(command)
          assert.strictEqual((yield* look(user, consentId)).status, "AUTHORIZED")
        }
        let before = yield* look(user, consentId)
        for (const command of [...commands, ending]) {
          yield* next(command)
          const after = yield* look(user, consentId)
          check(before, after, yield* Clock.currentTimeMillis)
          if (isReturning && command !== "the user confirms it" && before.status !== "AUTHORIZED")
            assert.notStrictEqual(after.status, "AUTHORIZED", "only the right code authorizes")
          if (isEnding(command)) assert.isTrue(ConsentStatus.isFinal(after.status), command)
          before = after
        }
        bank.meanwhile = Bank.succeeds
        const { status } = yield* Consent.revoke(user, consentId)
        assert.strictEqual(status, before.status, "an ended consent does not change")
        // After a long outage, Sheaf retries a bank once an hour. On a busy machine, virtual time can advance faster
        // than Sheaf takes its steps.
        yield* Consent.passTime(Consent.hour + 10 * Consent.minute, 10 * Consent.minute)
        for (let hours = 1; hours < 10 && !(yield* Consent.isClosed(consentId)); hours++) {
          // The rival writer in `contended` does not wake the consent, so a run of the due processes must continue it.
          yield* World.runDueProcesses
          yield* Consent.passTime(Consent.hour + 10 * Consent.minute, 10 * Consent.minute)
        }
        assert.isTrue(yield* Consent.isClosed(consentId))
        yield* checkReadings(user, readings)
        if (status !== "EXPIRED") assert.isEmpty(bank.open, "nothing is left open at the bank")
        assert.isAtMost(
          bank.requests.length,
          [...commands, ending].reduce((sum, command) => sum + runsOf(command), 1)
        )
      }).pipe(Consent.runInWorld({ bank, ...surroundings }))
    },
    { arbitrary: { runs: process.env["CI"] === "true" ? 25 : 10 } }
  )

/** Makes another writer win the race against the first change that ends a consent. */
const contended = (store: ConsentStore["Service"]): ConsentStore["Service"] => {
  const slowed = new Set<string>()
  return {
    ...store,
    advance: Effect.fnUntraced(function* (found, change, options) {
      if (!slowed.has(found.consentId) && ConsentStatus.isFinal(change.status)) {
        slowed.add(found.consentId)
        const consent = yield* store.loadState(found.consentId)
        const rival = { at: change.at, closed: false }
        if (Option.isSome(consent)) {
          yield* store.advance(consent.value, { ...consent.value, ...rival, status: brandStatus(consent.value.status) })
        }
      }
      return yield* store.advance(found, change, options)
    })
  }
}

describe("a consent", () => {
  keepsItsRules("without another writer", {})
  keepsItsRules("with another writer that always wins the race", { consentStore: contended })
})
