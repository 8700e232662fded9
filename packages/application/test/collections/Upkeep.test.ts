import { assert, describe, it } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import type { NewCollection } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CollectionProcess, Upkeep } from "../../src/index.ts"
import * as World from "./World.ts"

const script = World.steps(
  World.poll("LOGIN"),
  World.askForCode,
  World.poll("COLLECTING"),
  World.end("COMPLETED", World.nothing)
)
const world = Effect.provide(World.layer(script))

const collectionId = "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10"

/** Accepts a collection as a process does that dies before it tells the engine. */
const acceptOnly = Effect.gen(function* () {
  const store = yield* CollectionStore
  const now = yield* Clock.currentTimeMillis
  const collection: NewCollection = {
    head: {
      collectionId,
      clientId: World.caller.clientId,
      company: "se-nordhem",
      market: "se",
      loginMethod: "USERNAME_AND_PASSWORD",
      status: "RUNNING",
      revision: 1,
      createdAt: now,
      statusChangedAt: now
    },
    products: ["INSURANCE"],
    order: {
      _tag: "Login",
      loginMethod: "USERNAME_AND_PASSWORD",
      login: { type: "USERNAME_PASSWORD", username: "maja", password: "secret" },
      attributes: {}
    },
    deadline: now + 600_000
  }
  yield* store.accept(collection)
})

describe("recovery", () => {
  it.effect("starts a collection that was accepted and that the engine never heard of", () =>
    Effect.gen(function* () {
      yield* acceptOnly
      yield* Upkeep.recover
      yield* World.until(collectionId, "TWO_FACTOR_PENDING")
    }).pipe(world)
  )

  it.effect("wakes a collection whose accepted input the engine never heard of", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      yield* acceptOnly
      yield* Upkeep.recover
      yield* World.until(collectionId, "TWO_FACTOR_PENDING")
      const work = Option.getOrThrow(yield* store.work(collectionId))
      const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const
      const at = yield* Clock.currentTimeMillis
      const answered = { revision: work.revision + 1, shown: {}, at, answers: [code], answeredEtags: [] }
      assert.isTrue(yield* store.supply(work, answered))
      yield* Upkeep.recover
      yield* World.until(collectionId, "COMPLETED_EMPTY")
    }).pipe(world)
  )

  it.effect("changes nothing of a collection that runs as it should", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const store = yield* CollectionStore
      const { body } = yield* collections.start(World.caller, World.request)
      yield* World.until(body.id, "TWO_FACTOR_PENDING")
      const before = yield* store.history(body.id)
      yield* Upkeep.recover
      yield* Upkeep.goOn()
      assert.deepStrictEqual(yield* store.history(body.id), before)
    }).pipe(world)
  )
})

describe("a collection that the engine has lost", () => {
  it.effect("goes on where it stands, a while after it should have", () =>
    Effect.gen(function* () {
      yield* acceptOnly
      yield* TestClock.adjust("101 seconds")
      yield* Upkeep.goOn()
      yield* World.until(collectionId, "TWO_FACTOR_PENDING")
    }).pipe(world)
  )

  it.effect("is given up when its time is over", () =>
    Effect.gen(function* () {
      yield* acceptOnly
      yield* TestClock.adjust("11 minutes")
      yield* Upkeep.goOn()
      const body = yield* World.until(collectionId, "FAILED")
      assert.strictEqual(body.extraInformation?.FAILURE_REASON?.code, "COLLECTION_TIMEOUT")
    }).pipe(world)
  )
})

describe("a collection that cannot be read any more", () => {
  it.effect("does not hold up the others, and ends when its time is over", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const store = yield* CollectionStore
      yield* acceptOnly
      yield* World.damage(collectionId)
      const { body } = yield* collections.start(World.caller, World.request)
      yield* World.until(body.id, "TWO_FACTOR_PENDING")
      yield* TestClock.adjust("1 minute")
      yield* Upkeep.goOn()
      assert.strictEqual((yield* collections.status(World.caller, collectionId)).body.status, "RUNNING")
      yield* TestClock.adjust("12 minutes")
      yield* Upkeep.goOn()
      yield* World.until(collectionId, "FAILED")
      yield* World.until(body.id, "AUTHENTICATION_TIMEOUT")
      const history = yield* store.history(collectionId)
      assert.deepStrictEqual(
        history.map(({ status }) => status),
        ["RUNNING", "FAILED"]
      )
    }).pipe(world)
  )
})

describe("what the engine kept", () => {
  it.effect("is forgotten once, also when that was cut in two by a crash", () =>
    Effect.gen(function* () {
      const store = yield* CollectionStore
      const engine = yield* CollectionProcess.CollectionEngine
      const collections = yield* Collections
      const { body } = yield* collections.start(World.caller, World.request)
      yield* World.until(body.id, "COMPLETED_EMPTY")
      yield* engine.forget([body.id])
      yield* TestClock.adjust("11 minutes")
      yield* Upkeep.forgetJournals
      assert.deepStrictEqual(yield* store.journaled(yield* Clock.currentTimeMillis, 10), [])
    }).pipe(Effect.provide(World.layer(World.steps(World.poll("COLLECTING"), World.end("COMPLETED", World.nothing)))))
  )
})

describe("retention", () => {
  it.effect("erases the data after a day, and the record after a month", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const { body } = yield* collections.start(World.caller, World.request)
      yield* World.until(body.id, "COMPLETED_EMPTY")
      const tagOfData = Effect.map(Effect.result(collections.insuranceData(World.caller, body.id)), (result) =>
        result._tag === "Success" ? "Success" : result.failure._tag
      )
      yield* TestClock.adjust("23 hours")
      yield* Upkeep.expire
      assert.strictEqual(yield* tagOfData, "Success")
      yield* TestClock.adjust("2 hours")
      yield* Upkeep.expire
      assert.strictEqual(yield* tagOfData, "DataExpired")
      assert.strictEqual((yield* collections.status(World.caller, body.id)).body.status, "COMPLETED_EMPTY")
      yield* Upkeep.forgetJournals
      yield* TestClock.adjust("30 days")
      yield* Upkeep.expire
      assert.strictEqual(yield* tagOfData, "CollectionNotFound")
    }).pipe(Effect.provide(World.layer(World.steps(World.poll("COLLECTING"), World.end("COMPLETED", World.nothing)))))
  )
})
