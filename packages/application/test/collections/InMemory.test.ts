/** Collections that first run in memory, and then move to the engine (architecture 4). */
import { assert, describe, it } from "@effect/vitest"
import { Collections, CollectionStore } from "@sheaf/ports"
import { CollectionSample } from "@sheaf/ports/testing"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { CollectionProcess } from "../../src/index.ts"
import * as Company from "./ScriptedCompany.ts"
import { temporaryFile } from "./NewDatabase.ts"
import * as World from "./World.ts"
import { start, test, until } from "./World.ts"

const journaled = Effect.gen(function* () {
  return yield* (yield* CollectionStore).journaled((yield* Clock.currentTimeMillis) + 1, 10)
})

const answer = (id: string) =>
  Effect.flatMap(Collections, (collections) =>
    collections.supply(World.caller, id, { type: "TWO_FACTOR_CODE", value: "123456" })
  )

describe("a collection in memory", () => {
  test("ends without the engine, and leaves nothing for the engine to forget", function* (company) {
    company.script = Company.completing
    const id = yield* start()
    yield* until(id, "COMPLETED_EMPTY")
    assert.strictEqual(yield* World.executions, 0)
    assert.deepStrictEqual(yield* journaled, [])
    assert.deepStrictEqual(yield* World.historyOf(id), ["RUNNING", "COLLECTING", "COMPLETED_EMPTY"])
  })

  test("is handed to the engine at its first question, and continued there", function* (company) {
    company.script = Company.asking
    const id = yield* start()
    yield* until(id, "TWO_FACTOR_PENDING")
    yield* World.untilHandedOver
    yield* answer(id)
    yield* until(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(yield* journaled, [id])
  })

  test("is handed to the engine before a pause of more than a minute", function* (company) {
    company.script = Company.always(Company.poll("LOGIN", 61_000))
    yield* start()
    yield* World.untilHandedOver
    assert.strictEqual(yield* World.executions, 1)
  })

  test("is not run by the engine at the same time", function* (company) {
    const step = yield* World.gate
    company.script = (number, signal, key) => Effect.andThen(step.passing, Company.completing(number, signal, key))
    const engine = yield* CollectionProcess.CollectionEngine
    const id = yield* start()
    yield* step.reached
    assert.deepStrictEqual(yield* engine.lost([id, World.acceptedId]), [World.acceptedId])
    yield* engine.restart(id)
    yield* World.recover
    yield* engine.wake(id, 0)
    yield* World.turns(20)
    assert.strictEqual(yield* World.executions, 0)
    yield* step.open
    yield* until(id, "COMPLETED_EMPTY")
    assert.deepStrictEqual(company.keys, [`${id}/0`, `${id}/1`])
  })

  test("begins with the row that it has just written, without reading it", function* (company) {
    company.script = Company.completing
    const engine = yield* CollectionProcess.CollectionEngine
    const id = World.acceptedId
    yield* World.acceptOnly(CollectionSample.order)
    const written = yield* (yield* CollectionStore).work(id)
    yield* World.damage(id)
    yield* engine.start(id, Effect.succeed(true), () => Option.getOrThrow(written))
    yield* until(id, "COMPLETED_EMPTY")
  })

  test("is not run if it is not accepted", function* () {
    const engine = yield* CollectionProcess.CollectionEngine
    const id = World.acceptedId
    assert.isFalse(yield* engine.start(id, Effect.succeed(false)))
    assert.strictEqual(yield* Effect.flip(engine.start(id, Effect.fail("no"))), "no")
    assert.deepStrictEqual(yield* engine.lost([id]), [id])
  })
})

/**
 * Runs `during` before the engine accepts a waiting collection, and then `after`, either in this world or after a
 * crash.
 */
const handOver = (
  name: string,
  {
    after,
    during,
    isCrash
  }: {
    readonly during: (id: string) => Effect.Effect<unknown, unknown, World.Provided>
    readonly after: (id: string) => Effect.Effect<unknown, unknown, World.Provided>
    readonly isCrash: boolean
  }
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      const company = Company.make(Company.asking)
      const file = yield* temporaryFile
      const execution = yield* World.gate
      const before = World.layer(company, { file, beforeExecution: execution.passing })
      const id = yield* Effect.gen(function* () {
        const id = yield* start()
        yield* until(id, "TWO_FACTOR_PENDING")
        yield* execution.reached
        yield* during(id)
        if (!isCrash) {
          yield* execution.open
          yield* after(id)
        }
        return id
      }).pipe(Effect.provide(before))
      if (isCrash) yield* Effect.provide(Effect.andThen(World.recover, after(id)), World.layer(company, { file }))
      assert.deepStrictEqual(
        company.keys,
        [0, 1, 2, 3].map((step) => `${id}/${step}`)
      )
    })
  )

const completes = (id: string) => until(id, "COMPLETED_EMPTY")
const answered = (id: string) => Effect.andThen(answer(id), completes(id))
const nothing = () => Effect.void

describe("a collection with an answered question", () => {
  it.effect("continues in memory, without waiting for the engine", () =>
    Effect.gen(function* () {
      const company = Company.make(Company.asking)
      yield* Effect.gen(function* () {
        const id = yield* start()
        yield* until(id, "TWO_FACTOR_PENDING")
        yield* World.untilHandedOver
        // The engine needs a moment to set its clock.
        yield* World.turns(100)
        yield* answered(id)
        assert.deepStrictEqual(
          company.keys,
          [0, 1, 2, 3].map((step) => `${id}/${step}`)
        )
        yield* TestClock.adjust("3 seconds")
        yield* World.forgetJournals
        assert.deepStrictEqual(yield* journaled, [])
      }).pipe(Effect.provide(World.layer(company, { beforeSignal: Effect.never })))
    })
  )
})

describe("the hand-over of a question", () => {
  handOver("continues after a crash", { during: nothing, after: answered, isCrash: true })
  handOver("continues after an answer and a crash", { during: answer, after: completes, isCrash: true })
  handOver("passes on an answer that arrives meanwhile", { during: answer, after: completes, isCrash: false })
})
