/** People who return from an authorization server to a collection under a one-time consent (decisions 9, 21). */
import { assert, describe, it } from "@effect/vitest"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Collections, CollectionStore } from "@sheaf/ports"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
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
