/** Limits on starts: attempts for one login, open electronic-ID orders and running collections (spec 8). */
import { assert, it } from "@effect/vitest"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { CurrentIdempotentRequest, Collections } from "@sheaf/ports"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { StartLimits } from "../../src/index.ts"
import * as Company from "../collections/ScriptedCompany.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import * as Bank from "../consents/ScriptedBank.ts"
import * as World from "../collections/World.ts"
import { request, start, stranger, untilStatus } from "../collections/World.ts"

const limited = (
  name: string,
  limits: Partial<StartLimits.StartLimits>,
  script: Company.ScriptedCompany["script"],
  body: () => Generator<Effect.Effect<unknown, unknown, World.TestServices>, void, never>
) =>
  it.effect(name, () => {
    const company = Company.make()
    company.script = script
    const run = Effect.andThen(
      TestClock.setTime(World.noon),
      Effect.gen(() => body())
    )
    return Effect.provide(run, World.layer(company, { startLimits: limits }))
  })

const refusal = (asked: StartCollection, owner = World.caller) =>
  Effect.map(Effect.flip(start(asked, owner)), (error) =>
    error._tag === "TooManyAttempts" ? ([error.limit, error.retryAfterSeconds] as const) : error._tag
  )

const byEmail = (email: string): StartCollection => ({
  company: "se-nordhem",
  loginMethod: "EMAIL",
  parameters: [{ type: "EMAIL", email }]
})

const signing: StartCollection = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
}

const attempts = { starts: 3, startsAfterFailure: 2, windowMillis: 600_000 }
const waiting = Company.steps(Company.poll("LOGIN", 60_000))
const wrong = Company.steps(Company.poll("LOGIN"), Company.end("INCORRECT_CREDENTIALS"))

limited("a login reaches its limit at one company and for one client only", { attempts }, waiting, function* () {
  for (const email of ["maja@example.com", "Maja@Example.com", "maja@example.com"]) yield* start(byEmail(email))
  yield* TestClock.adjust(1000)
  assert.deepStrictEqual(yield* refusal(byEmail("maja@example.com")), ["STARTS", 599])
  yield* start(byEmail("nils@example.com"))
  yield* start(byEmail("maja@example.com"), stranger)
  yield* TestClock.adjust(attempts.windowMillis)
  yield* start(byEmail("maja@example.com"))
})

limited("refused starts do not count for a login", { attempts, runningCollections: 1 }, waiting, function* () {
  yield* start(byEmail("nils@example.com"))
  const refused = byEmail("maja@example.com")
  for (let sent = 0; sent <= attempts.starts; sent++) {
    assert.deepStrictEqual(yield* refusal(refused), ["COLLECTIONS", 10])
  }
})

limited("failed starts do not count for a login, and interrupted starts count", { attempts }, waiting, function* () {
  const parameter = { type: "EMAIL", email: "maja@example.com" } as const
  const login = { clientId: "brask", company: "se-nordhem", login: parameter, at: World.noon }
  const accepted = StartLimits.countStart(login, Effect.void)
  for (let sent = 0; sent <= attempts.starts; sent++) {
    assert.isTrue(Exit.isFailure(yield* Effect.exit(StartLimits.countStart(login, Effect.die("the disk is full")))))
  }
  yield* accepted
  for (let sent = 1; sent < attempts.starts; sent++) yield* Effect.exit(StartLimits.countStart(login, Effect.interrupt))
  assert.strictEqual((yield* Effect.flip(accepted)).limit, "STARTS")
})

it.effect("rejected consents do not count for a login", () => {
  const test = Effect.gen(function* () {
    const user = yield* Consent.maja
    const create = Consent.create(user, Consent.byElectronicId("SWEDISH_MOBILE_EID_SAME_DEVICE"))
    for (let sent = 0; sent <= attempts.starts; sent++) {
      assert.deepInclude(yield* Effect.flip(create), { _tag: "TooManyAttempts", limit: "ORDERS" })
    }
  })
  return Consent.runInWorld({ bank: Bank.make(), startLimits: { attempts, openOrders: 0 } })(test)
})

limited("wrong credentials lower the limit", { attempts }, wrong, function* () {
  for (const _ of [1, 2]) {
    const id = yield* start()
    yield* untilStatus(id, "INCORRECT_CREDENTIALS")
  }
  const refused = yield* refusal(request)
  assert.strictEqual(refused[0], "STARTS")
})

limited("repeats of an accepted start do not count", { attempts: { ...attempts, starts: 1 } }, waiting, function* () {
  const key = IdempotencyKey.parse("one")
  if (key === undefined) return assert.fail("the key is well formed")
  const { clientId } = World.caller
  const keyed = { clientId, method: "POST", path: "/collections", key, markReplayed: Effect.void }
  const send = Effect.provideService(
    Effect.flatMap(Collections, (collections) => collections.start(World.caller, request)),
    CurrentIdempotentRequest,
    keyed
  )
  const [first, second] = [yield* send, yield* send]
  assert.strictEqual(first.body.id, second.body.id)
  assert.strictEqual((yield* refusal(request))[0], "STARTS")
})

limited("starts of a login are not counted without a limit", {}, waiting, function* () {
  for (let sent = 0; sent < 12; sent++) yield* start(byEmail("maja@example.com"))
})

limited("open orders of one person are limited for each client", {}, waiting, function* () {
  for (const _ of [1, 2, 3]) yield* start(signing)
  assert.deepStrictEqual(yield* refusal(signing), ["ORDERS", 10])
  yield* start(signing, stranger)
  yield* start({ ...signing, loginMethod: "SWEDISH_SECURITY_TOKEN" })
})
