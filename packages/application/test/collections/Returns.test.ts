/** People who return from an authorization server to a collection under a one-time consent (decisions 9, 21). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections, CollectionStore } from "@sheaf/ports"
import { Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { CollectionProcess } from "../../src/index.ts"
import { temporaryFile } from "./NewDatabase.ts"
import * as Company from "./ScriptedCompany.ts"
import * as World from "./World.ts"
import { start, statusOf, test, until } from "./World.ts"

const request: StartCollection = {
  company: "se-fjallbanken",
  loginMethod: "EMAIL",
  parameters: [
    { type: "EMAIL", email: "maja@example.com" },
    { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  ]
}

/** Shows a page for a minute. The return skips the step after it. */
const script = Company.steps(
  Company.poll("LOGIN"),
  Company.poll("WAITING_FOR_USER_ACTION", 60_000),
  Company.end("AUTHENTICATION_TIMEOUT"),
  Company.poll("COLLECTING", 60_000),
  Company.end("COMPLETED_EMPTY")
)

/** A company that exchanges the code of a person who returned, with the number of exchanges. `response` delays them. */
const exchanging = (response: Effect.Effect<void>) => {
  const exchanges = { count: 0, response }
  const company = Company.make((step, signal, key) => {
    if (step !== 3) return script(step, signal, key)
    exchanges.count += 1
    return Effect.andThen(
      Effect.suspend(() => exchanges.response),
      script(step, signal, key)
    )
  })
  return { company: Object.assign(company, { exchange: "3" }), exchanges }
}

/** Starts a collection, and waits until the exchange of the returned person's code has begun. */
const begun = Effect.fnUntraced(function* ({ company, exchanges }: ReturnType<typeof exchanging>) {
  const id = yield* start(request)
  yield* until(id, "WAITING_FOR_USER_ACTION")
  assert.isTrue(yield* come(stateOf(company)))
  yield* TestClock.adjust("1 minute")
  const one = Effect.sync(() => exchanges.count === 1)
  yield* Effect.repeat(Effect.tap(one, World.turns(1)), { until: Boolean, times: 2_000 })
  yield* World.turns(50)
  return id
})

const come = Effect.fnUntraced(function* (state: string, code = "a-code") {
  return yield* (yield* Collections).returned(state, { code: Redacted.make(code) })
})

const stateOf = ({ orders }: Company.ScriptedCompany) => orders.at(-1)?.returnState ?? assert.fail("there is no state")

const sessionOf = (collectionId: string) =>
  Effect.flatMap(CollectionStore, (store) =>
    Effect.map(
      store.work(collectionId),
      Option.map(({ session }) => session)
    )
  )

describe("a person who returns from an authorization server", () => {
  test("continues the collection that the state names, but only once", function* (company) {
    company.script = script
    const id = yield* start(request)
    yield* until(id, "WAITING_FOR_USER_ACTION")
    assert.isTrue(yield* come(stateOf(company)))
    assert.deepStrictEqual(yield* sessionOf(id), Option.some("3"))
    assert.isFalse(yield* come(stateOf(company), "another-code"))
    assert.deepStrictEqual(company.codes, ["a-code"])
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COLLECTING")
    yield* TestClock.adjust("1 minute")
    yield* until(id, "COMPLETED_EMPTY")
    assert.isFalse(yield* come(stateOf(company)))
  })

  test("reaches no collection with a foreign, changed or malformed state", function* (company) {
    company.script = script
    const id = yield* start(request)
    yield* until(id, "WAITING_FOR_USER_ACTION")
    const first = stateOf(company)
    const other = yield* start(request)
    yield* until(other, "WAITING_FOR_USER_ACTION")
    const second = stateOf(company)
    const [, hash = ""] = second.split(".")
    const unknown = `${World.acceptedId}.${hash}`
    for (const state of [
      "",
      "a",
      id,
      `${id}.`,
      `${id}.${hash}`,
      unknown,
      first.toUpperCase(),
      `${first}A`,
      ` ${first}`
    ]) {
      assert.isFalse(yield* come(state), state)
    }
    assert.isEmpty(company.codes)
    assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
  })

  it.effect("is not forgotten if the service stops right after the return", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const file = yield* temporaryFile
      const company = Company.make(script)
      const id = yield* Effect.gen(function* () {
        const id = yield* start(request)
        yield* until(id, "WAITING_FOR_USER_ACTION")
        assert.isTrue(yield* come(stateOf(company)))
        return id
      }).pipe(Effect.provide(World.layer(company, { file })))
      yield* Effect.gen(function* () {
        assert.isFalse(yield* come(stateOf(company), "another-code"))
        yield* World.recover
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(company, { file })))
      assert.deepStrictEqual(company.codes, ["a-code"])
    })
  )
})

describe("the exchange of a returned person's code", () => {
  it.effect("is made by one of several runs of the same step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(Effect.sleep("3 seconds"))
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* CollectionProcess.process.takeSteps(id)
        yield* World.recover
        yield* World.turns(50)
        yield* TestClock.adjust("3 seconds")
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company)))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  /** Stops the service during the exchange. The stop lasts for `duration` milliseconds. */
  const stopped = Effect.fnUntraced(function* (made: ReturnType<typeof exchanging>, file: string, duration: number) {
    yield* TestClock.setTime(World.noon)
    const scope = yield* Scope.make()
    const id = yield* Effect.provide(
      begun(made),
      yield* Layer.buildWithScope(World.layer(made.company, { file }), scope)
    )
    const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
    yield* World.turns(50)
    yield* TestClock.adjust(duration)
    yield* Fiber.join(stopping)
    return id
  })

  it.effect("loses nothing if the service stops in the meantime", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = exchanging(Effect.sleep("1 second"))
      const id = yield* stopped(made, file, 1_000)
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("is repeated once its claim ends if the server's response was lost with the service", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = exchanging(Effect.never)
      const id = yield* stopped(made, file, 2_000)
      made.exchanges.response = Effect.void
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* World.turns(50)
        assert.strictEqual(made.exchanges.count, 1)
        yield* TestClock.adjust("28 seconds")
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 2)
    })
  )
})
