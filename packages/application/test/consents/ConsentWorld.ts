/** What tests of consents share: users of clients, requests, and time that passes. */
import { assert, it } from "@effect/vitest"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Violation } from "@sheaf/domain/Violation"
import { Consents, ConsentStore, Users } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Logger, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Recovery from "../../src/durable/Recovery.ts"
import { ConsentProcess } from "../../src/index.ts"
import * as World from "../collections/World.ts"
import type { Script, ScriptedCompany, Surroundings } from "../collections/World.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import type { ScriptedElectronicId } from "./ScriptedElectronicId.ts"

/** When every test begins. */
export const noon = Date.parse("2026-04-01T12:00:00Z")

/** Runs a test at noon, over these surroundings. */
export const world =
  (surroundings: Surroundings, company?: ScriptedCompany) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(noon), again(surroundings, company)(test))

/** The world around the service, which a test changes and questions. */
export interface Outside {
  readonly bank: ScriptedBank
  readonly electronicId: ScriptedElectronicId
  readonly company: ScriptedCompany
}

interface SetUp {
  readonly bank?: Partial<ScriptedBank>
  readonly electronicId?: Partial<ScriptedElectronicId>
  readonly script?: Script
  readonly logger?: Logger.Logger<unknown, void>
}

/** Tests at noon, over a bank and an electronic ID that answer everything unless set up otherwise, and a scripted company. */
export const testWith =
  ({ logger, script, ...setUp }: SetUp) =>
  (name: string, body: World.Body<[Outside]>) =>
    it.effect(name, () => {
      const bank = Object.assign(Bank.make(), setUp.bank)
      const electronicId = Object.assign(Eid.make(), setUp.electronicId)
      const company = World.company(script)
      const run = Effect.gen(() => body({ bank, electronicId, company }))
      const logging = Logger.layer(logger === undefined ? [] : [logger])
      return run.pipe(world({ bank, electronicId }, company), Effect.provide(logging))
    })

export const test = testWith({})

/** Runs what comes after {@link world} over the same database, when the time is what it is. */
export const again =
  (surroundings: Surroundings, company = World.company()) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.provide(test, World.layer(company, surroundings))

/** A user of a client, who is made known where that is needed, as behind a token. */
export const userOf = Effect.fnUntraced(function* (externalId: string, client: Caller = World.caller) {
  const { user } = yield* (yield* Users).create(client, externalId)
  const caller: UserCaller = { ...client, userId: user.userId }
  return caller
})

export const maja = userOf("maja")

export const personalNumber = "198112189876"

type Asked = Partial<Extract<Parameter, { readonly type: "PSD2_AIS_CONSENT" }>>

export const request = (asked: Asked = {}): CreateConsent => ({
  company: "se-fjallbanken",
  parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17", validUntil: "2026-06-30", ...asked }]
})

export const byElectronicId = (loginMethod: LoginMethod): CreateConsent => ({
  ...request(),
  loginMethod,
  parameters: [...request().parameters, { type: "SWEDISH_EID", personalNumber }]
})

/** The id of a new consent. */
export const create = Effect.fnUntraced(function* (caller: UserCaller, asked: CreateConsent = request()) {
  return (yield* (yield* Consents).create(caller, asked)).consentId
})

/** A new consent, of Maja's unless it has another owner. */
export const created = Effect.fnUntraced(function* (asked: CreateConsent = request(), owner?: UserCaller) {
  const user = owner ?? (yield* maja)
  return { user, consentId: yield* create(user, asked) }
})

/** A new consent that waits for the person. */
export const awaiting = Effect.fnUntraced(function* (asked?: CreateConsent, owner?: UserCaller) {
  const { consentId, user } = yield* created(asked, owner)
  return { user, consentId, body: yield* until(user, consentId, "AWAITING_AUTHORIZATION") }
})

/** A new consent that the bank refuses. */
export const rejected = Effect.fnUntraced(function* (bank: ScriptedBank) {
  const { consentId, user } = yield* awaiting()
  bank.state = { status: "rejected", granted: {} }
  yield* pass(2)
  return { user, consentId, body: yield* until(user, consentId, "FAILED") }
})

/** A new consent that is authorised for what the bank grants. */
export const authorized = Effect.fnUntraced(function* (
  bank: ScriptedBank,
  granted: ScriptedBank["state"]["granted"] = {},
  { asked, owner }: { readonly asked?: CreateConsent; readonly owner?: UserCaller } = {}
) {
  bank.state = { status: "received", granted: {} }
  const { consentId, user } = yield* awaiting(asked, owner)
  bank.state = { status: "valid", granted }
  yield* pass(2)
  return { user, consentId, body: yield* until(user, consentId, "AUTHORIZED") }
})

interface Refusal {
  readonly _tag: string
  readonly violations?: ReadonlyArray<Violation>
}

/** Why a request is refused: the rules that it breaks, or the error and what the error names. */
export const wordsOf = ({ _tag, violations, ...rest }: Refusal): string =>
  violations === undefined
    ? [_tag, ...Object.values(rest)].join(" ")
    : violations.map(({ code, pointer }) => `${code} ${pointer}`).join(", ")

/** The status object after a consent was revoked. */
export const revoke = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
  return (yield* (yield* Consents).revoke(caller, consentId)).body
})

/** The status object, as it stands. */
export const statusOf = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
  return (yield* (yield* Consents).status(caller, consentId)).body
})

/** Waits until a consent is in a status, with the clock standing still. */
export const until = Effect.fnUntraced(function* (caller: Caller, consentId: string, status: ConsentStatus) {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const body = yield* statusOf(caller, consentId)
    if (body.status === status) {
      // What is durable has to fall asleep before time goes on.
      yield* World.turns(50)
      return yield* statusOf(caller, consentId)
    }
    yield* World.turns(1)
  }
  return yield* Effect.die(`the consent never came to ${status}: ${JSON.stringify(yield* statusOf(caller, consentId))}`)
})

/** Lets time go by, in steps of so many seconds, and at each of them happen what is to happen. */
export const pass = Effect.fnUntraced(function* (seconds: number, step = 1) {
  yield* World.turns(20)
  for (let left = seconds; left > 0; left -= step) {
    yield* TestClock.adjust(Math.min(step, left) * 1000)
    yield* World.turns(20)
  }
})

/** Nothing is left to be done about a consent, here or at its bank. */
export const isClosed = Effect.fnUntraced(function* (consentId: string) {
  return Option.isNone(yield* (yield* ConsentStore).work(consentId))
})

/** Checks that a consent has ended at its bank, and that nothing is left to be done about it. */
export const checkClosed = Effect.fnUntraced(function* (bank: ScriptedBank, consentId: string) {
  assert.isEmpty(bank.open)
  assert.isTrue(yield* isClosed(consentId))
})

/** One run of each background task of consents. */
export const recover = Recovery.recover(ConsentProcess.process)
export const goOn = (logged?: Recovery.Logged) => Recovery.goOn(ConsentProcess.process, logged)
export const forgetJournals = Recovery.forgetJournals(ConsentProcess.process)

/** Makes a consent look as if nobody had taken care of it for a long time. */
export const overdue = (consentId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE consent SET due_at = 0 WHERE id = ${consentId}`)

/** Makes a consent miss its own time, as while the service is away. */
export const sleepsOn = Effect.fnUntraced(function* (consentId: string) {
  const store = yield* ConsentStore
  const work = Option.getOrThrow(yield* store.work(consentId))
  const at = yield* Clock.currentTimeMillis
  assert.isTrue(yield* store.advance(work, { ...work, at, dueAt: at + day * 1000, closed: false }))
})

/** Makes an authorised consent one whose name at the bank is not known. */
export const forgetsItsBank = Effect.fnUntraced(function* (consentId: string) {
  const store = yield* ConsentStore
  const work = Option.getOrThrow(yield* store.work(consentId))
  const { bankConsentId: _, ...progress } = work.progress
  const at = yield* Clock.currentTimeMillis
  assert.isTrue(yield* store.advance(work, { ...work, at, progress, dueAt: at + day * 1000, closed: false }))
})

/** Changes what the steps of a consent need, so that it opens with no key. */
export const damage = (consentId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE consent SET progress = ${new Uint8Array([1, 2, 3])} WHERE id = ${consentId}`
  )

/** Changes what is shown of a consent, so that it opens with no key. */
export const damageScope = (consentId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE consent SET scope = ${new Uint8Array([1, 2, 3])} WHERE id = ${consentId}`
  )

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
