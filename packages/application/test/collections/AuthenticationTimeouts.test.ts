/** How long an authentication may take, also when a question comes after it, and a timeout that is made to be over. */
import { assert, describe, it } from "@effect/vitest"
import { Collections } from "@sheaf/ports"
import type { Step } from "@sheaf/ports"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as World from "./World.ts"

const start = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00Z"))
  const collections = yield* Collections
  return (yield* collections.start(World.caller, World.request)).body.id
})

const askForContact = (session: string): Step => ({
  _tag: "Ask",
  status: "CONTACT_FORM_PENDING",
  question: { kind: "CONTACT_FORM", inputs: ["EMAIL"] },
  information: { REQUIRED_INPUT_TYPES: ["EMAIL"] },
  session
})

describe("a question behind an authentication", () => {
  const signs = (afterMillis: number) => World.poll("WAITING_FOR_USER_ACTION", afterMillis)

  it.effect("has the time of its own, however late the person signed", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "WAITING_FOR_USER_ACTION")
      yield* World.turns(20)
      yield* TestClock.adjust("170 seconds")
      yield* World.until(id, "CONTACT_FORM_PENDING")
      yield* World.turns(20)
      yield* TestClock.adjust("119 seconds")
      yield* World.turns(20)
      assert.strictEqual((yield* collections.status(World.caller, id)).body.status, "CONTACT_FORM_PENDING")
      yield* TestClock.adjust("1 second")
      yield* World.until(id, "CONTACT_FORM")
    }).pipe(Effect.provide(World.layer(World.steps(World.poll("LOGIN"), signs(170_000), askForContact))))
  )

  it.effect("does not give the authentication more time when it is gone back to", () =>
    Effect.gen(function* () {
      const id = yield* start
      for (let round = 0; round < 22; round++) {
        yield* World.turns(60)
        yield* TestClock.adjust("10 seconds")
      }
      yield* World.until(id, "AUTHENTICATION_TIMEOUT")
    }).pipe(
      Effect.provide(
        World.layer((step) =>
          Effect.succeed((step % 2 === 0 ? World.poll("LOGIN", 10_000) : signs(10_000))(String(step + 1)))
        )
      )
    )
  )

  it.effect("holds the time of the authentication also while the company is asked", () =>
    Effect.gen(function* () {
      const id = yield* start
      yield* World.until(id, "WAITING_FOR_USER_ACTION")
      yield* World.turns(20)
      yield* TestClock.adjust("178 seconds")
      yield* World.turns(50)
      yield* TestClock.adjust("2 seconds")
      yield* World.until(id, "AUTHENTICATION_TIMEOUT")
    }).pipe(
      Effect.provide(
        World.layer((step) =>
          step < 2 ? World.steps(World.poll("LOGIN"), signs(178_000))(step, undefined, "") : Effect.never
        )
      )
    )
  )
})

describe("a timeout", () => {
  it.effect("cannot be made to be over where none is waited for", () =>
    Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "COLLECTING")
      const error = yield* Effect.flip(collections.expire(World.caller, id))
      assert.strictEqual(error._tag === "NothingToExpire" && error.status, "COLLECTING")
    }).pipe(Effect.provide(World.layer(World.steps(World.poll("LOGIN"), World.poll("COLLECTING", 60_000)))))
  )

  it.effect("of an authentication is over at its next look when it is made to be", () => {
    const cancelled: Array<string> = []
    return Effect.gen(function* () {
      const collections = yield* Collections
      const id = yield* start
      yield* World.until(id, "WAITING_FOR_USER_ACTION")
      yield* World.turns(20)
      yield* collections.expire(World.caller, id)
      yield* TestClock.adjust("2 seconds")
      yield* World.until(id, "AUTHENTICATION_TIMEOUT")
      yield* World.turns(20)
      assert.deepStrictEqual(cancelled, ["2"])
    }).pipe(
      Effect.provide(
        World.layer(
          World.steps(World.poll("LOGIN"), World.poll("WAITING_FOR_USER_ACTION", 2000), () => {
            throw new Error("the company was asked again")
          }),
          cancelled
        )
      )
    )
  })
})
