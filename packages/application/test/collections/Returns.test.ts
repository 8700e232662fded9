/** People who return from an authorization server to a collection under a one-time consent (decisions 9, 21). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections, CollectionStore, ConnectorError } from "@sheaf/ports"
import { Clock, Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Settlement from "../../src/collections/Settlement.ts"
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
const exchanging = (response: Effect.Effect<void, ConnectorError>) => {
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

const unreachable = Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))

/** Lets seconds pass one by one, with real work in between. */
const pass = Effect.fnUntraced(function* (seconds: number) {
  for (let left = seconds; left > 0; left--) {
    yield* World.turns(10)
    yield* TestClock.adjust("1 second")
  }
  yield* World.turns(10)
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

  it.effect("is repeated while the company is unreachable, each time by only one run of the step", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* pass(45)
        assert.strictEqual((yield* statusOf(id)).status, "WAITING_FOR_USER_ACTION")
        const failed = made.exchanges.count
        assert.isAbove(failed, 2)
        made.exchanges.response = Effect.sleep("15 seconds")
        yield* pass(12)
        yield* CollectionProcess.process.takeSteps(id)
        yield* World.recover
        yield* pass(15)
        yield* until(id, "COLLECTING")
        assert.strictEqual(made.exchanges.count, failed + 1)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("ends the collection if the company is unreachable for more than a minute", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(unreachable)
      yield* Effect.gen(function* () {
        const id = yield* begun(made)
        yield* pass(80)
        const { extraInformation } = yield* until(id, "THIRD_PARTY_ERROR")
        assert.strictEqual(extraInformation?.FAILURE_REASON?.code, "COMPANY_UNREACHABLE")
        assert.isAbove(made.exchanges.count, 7)
      }).pipe(Effect.provide(World.layer(made.company)))
    })
  )

  it.effect("is repeated once its claim ends if the service was killed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.noon)
      const made = exchanging(Effect.void)
      yield* Effect.gen(function* () {
        const id = yield* start(request)
        yield* until(id, "WAITING_FOR_USER_ACTION")
        assert.isTrue(yield* come(stateOf(made.company)))
        const store = yield* CollectionStore
        const work = Option.getOrThrow(yield* store.work(id))
        const now = yield* Clock.currentTimeMillis
        yield* store.advance(work, [{ ...Settlement.unchanged(work, now), dueAt: now + 90_000 }], {
          isJournaled: false
        })
        yield* pass(85)
        assert.strictEqual(made.exchanges.count, 0)
        yield* pass(10)
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
      const made = exchanging(Effect.sleep("15 seconds"))
      const id = yield* stopped(made, file, 15_000)
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 1)
    })
  )

  it.effect("ends at its time limit if the server does not respond, and is repeated after the restart", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = exchanging(Effect.never)
      const id = yield* stopped(made, file, 20_000)
      made.exchanges.response = Effect.void
      yield* Effect.gen(function* () {
        yield* World.recover
        yield* pass(1)
        yield* until(id, "COLLECTING")
      }).pipe(Effect.provide(World.layer(made.company, { file })))
      assert.strictEqual(made.exchanges.count, 2)
    })
  )
})
