/** Users, requests and virtual time for tests of consents. */
import { assert, it } from "@effect/vitest"
import type { CreateConsent } from "@sheaf/domain/CreateConsent"
import type { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Parameter } from "@sheaf/domain/Parameter"
import type { Violation } from "@sheaf/domain/Violation"
import { brandStatus } from "@sheaf/domain/testing"
import { Consents, ConsentStore, Users } from "@sheaf/ports"
import type { Caller, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Logger, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Company from "../collections/ScriptedCompany.ts"
import * as World from "../collections/World.ts"
import type { Script, ScriptedCompany } from "../collections/ScriptedCompany.ts"
import type { WorldOptions } from "../collections/World.ts"
import * as Bank from "./ScriptedBank.ts"
import type { ScriptedBank } from "./ScriptedBank.ts"
import * as Eid from "./ScriptedElectronicId.ts"
import type { ScriptedElectronicId } from "./ScriptedElectronicId.ts"

export const noon = Date.parse("2026-04-01T12:00:00Z")

export const runInWorld =
  (surroundings: WorldOptions, company?: ScriptedCompany) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.andThen(TestClock.setTime(noon), runInWorldAgain(surroundings, company)(test))

export interface ExternalServices {
  readonly bank: ScriptedBank
  readonly electronicId: ScriptedElectronicId
  readonly company: ScriptedCompany
}

interface SetUp {
  readonly bank?: Partial<ScriptedBank>
  readonly electronicId?: Partial<ScriptedElectronicId>
  readonly script?: Script
  readonly retention?: WorldOptions["retention"]
  readonly consentStore?: WorldOptions["consentStore"]
  readonly startLimits?: WorldOptions["startLimits"]
  readonly logger?: Logger.Logger<unknown, void>
}

export const testWith =
  ({ consentStore, logger, retention = {}, script, startLimits = {}, ...setUp }: SetUp) =>
  (name: string, body: World.TestBody<[ExternalServices]>) =>
    it.effect(name, () => {
      const bank = Object.assign(Bank.make(), setUp.bank)
      const electronicId = Object.assign(Eid.make(), setUp.electronicId)
      const company = Company.make(script)
      const run = Effect.gen(() => body({ bank, electronicId, company }))
      const logging = Logger.layer(logger === undefined ? [] : [logger])
      return run.pipe(
        runInWorld({ bank, electronicId, retention, startLimits, ...(consentStore && { consentStore }) }, company),
        Effect.provide(logging)
      )
    })

export const test = testWith({})

export const runInWorldAgain =
  (surroundings: WorldOptions, company = Company.make()) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.provide(test, World.layer(company, surroundings))

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

export const create = Effect.fnUntraced(function* (caller: UserCaller, asked: CreateConsent = request()) {
  return (yield* (yield* Consents).create(caller, asked)).consentId
})

export const createConsent = Effect.fnUntraced(function* (asked: CreateConsent = request(), owner?: UserCaller) {
  const user = owner ?? (yield* maja)
  return { user, consentId: yield* create(user, asked) }
})

export const createAwaiting = Effect.fnUntraced(function* (asked?: CreateConsent, owner?: UserCaller) {
  const { consentId, user } = yield* createConsent(asked, owner)
  return { user, consentId, body: yield* untilStatus(user, consentId, "AWAITING_AUTHORIZATION") }
})

export const createRejected = Effect.fnUntraced(function* (bank: ScriptedBank) {
  const { consentId, user } = yield* createAwaiting()
  bank.state = { status: "rejected", granted: {} }
  yield* passTime(2)
  return { user, consentId, body: yield* untilStatus(user, consentId, "FAILED") }
})

export const createAuthorized = Effect.fnUntraced(function* (
  bank: ScriptedBank,
  granted: ScriptedBank["state"]["granted"] = {},
  { asked, owner }: { readonly asked?: CreateConsent; readonly owner?: UserCaller } = {}
) {
  bank.state = { status: "received", granted: {} }
  const { consentId, user } = yield* createAwaiting(asked, owner)
  bank.state = { status: "valid", granted }
  yield* passTime(2)
  return { user, consentId, body: yield* untilStatus(user, consentId, "AUTHORIZED") }
})

interface Refusal {
  readonly _tag: string
  readonly violations?: ReadonlyArray<Violation>
}

export const expiringAfter = (millis: number) => ({ expiresAt: new Date(noon + millis).toISOString() })

export const describeError = ({ _tag, violations, ...rest }: Refusal): string =>
  violations === undefined
    ? [_tag, ...Object.values(rest)].join(" ")
    : violations.map(({ code, pointer }) => `${code} ${pointer}`).join(", ")

export const revoke = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
  return (yield* (yield* Consents).revoke(caller, consentId)).body
})

export const statusOf = Effect.fnUntraced(function* (caller: Caller, consentId: string) {
  return (yield* (yield* Consents).status(caller, consentId)).body
})

export const untilStatus = Effect.fnUntraced(function* (caller: Caller, consentId: string, status: ConsentStatus) {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const body = yield* statusOf(caller, consentId)
    if (body.status === status) {
      // Before the test moves the clock, the consent must have begun to wait.
      yield* World.runPendingWork(50)
      return yield* statusOf(caller, consentId)
    }
    yield* World.runPendingWork(1)
  }
  return yield* Effect.die(`the consent never reached ${status}: ${JSON.stringify(yield* statusOf(caller, consentId))}`)
})

/** Lets the service take its due steps, because virtual time can outrun them on a busy machine. */
export const runDueSteps = Effect.gen(function* () {
  yield* World.runPendingWork(20)
  const [sql, now, bank] = [yield* SqlClient.SqlClient, yield* Clock.currentTimeMillis, yield* World.BankCalls]
  yield* sql`SELECT id FROM consent WHERE closed_at IS NULL AND due_at <= ${now}`.pipe(
    // A step that waits for an unresponsive bank stays due until virtual time passes, so the loop ends when only such
    // steps are due. Calls to responsive banks finish within a few turns of the event loop.
    Effect.tap(({ length }) => World.runPendingWork(length > bank.pending ? 1 : 20)),
    Effect.repeat({ while: ({ length }) => length > bank.pending, times: 2_000 })
  )
})

export const passTime = Effect.fnUntraced(function* (seconds: number, step = 1) {
  yield* runDueSteps
  for (let left = seconds; left > 0; left -= step) {
    yield* TestClock.adjust(Math.min(step, left) * 1000)
    yield* runDueSteps
  }
})

/** Returns true if nothing is left to do for a consent, in Sheaf or at its bank. */
export const isClosed = Effect.fnUntraced(function* (consentId: string) {
  return Option.isNone(yield* (yield* ConsentStore).loadState(consentId))
})

export const untilClosed = Effect.fnUntraced(function* (consentId: string) {
  yield* Effect.repeat(Effect.tap(isClosed(consentId), World.runPendingWork(1)), { until: Boolean, times: 2_000 })
  assert.isTrue(yield* isClosed(consentId))
})

export const checkClosed = Effect.fnUntraced(function* (bank: ScriptedBank, consentId: string) {
  yield* untilClosed(consentId)
  assert.isEmpty(bank.open)
})

export const makeOverdue = (consentId: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE consent SET due_at = 0 WHERE id = ${consentId}`)

/** Postpones a consent's next step by a day, as if the service had missed the consent's expiration. */
export const postponeNextStep = Effect.fnUntraced(function* (consentId: string) {
  const store = yield* ConsentStore
  const consent = Option.getOrThrow(yield* store.loadState(consentId))
  const at = yield* Clock.currentTimeMillis
  const change = { at, dueAt: at + day * 1000, closed: false, status: brandStatus(consent.status) }
  assert.isTrue(yield* store.advance(consent, { ...consent, ...change }))
})

export const corruptColumn = (consentId: string, column: "progress" | "scope" = "progress") =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE consent SET ${sql(column)} = ${new Uint8Array([1, 2, 3])} WHERE id = ${consentId}`
  )

export const untilFailedWith = Effect.fnUntraced(function* (caller: Caller, consentId: string, code: string) {
  const body = yield* untilStatus(caller, consentId, "FAILED")
  assert.strictEqual(body.error?.code, code)
  return body
})

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

export const progressOf = Effect.fnUntraced(function* (consentId: string) {
  return Option.getOrThrow(yield* (yield* ConsentStore).loadState(consentId)).progress
})
