/** Tests a bank's availability, its timeouts, and the circuit breaker for its calls (spec 8, 16). */
import { assert, describe, it } from "@effect/vitest"
import { CallContext } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { setImmediate } from "node:timers/promises"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const consents = Array.from({ length: 12 }, (_, index) => `consent-${index}`)

/**
 * Asks once for each consent's status, alternating between two clients. For each consent, the bank returns the
 * responses in `answers`, one per request.
 */
const asked = Effect.fnUntraced(function* (...answers: ReadonlyArray<Bank.BankResponse>) {
  const script = Object.fromEntries(consents.map((id) => [`GET /v1/consents/${id}/status`, answers]))
  const made = yield* Bank.makeScriptedBank(script, { openMillis: 30_000 })
  const shown = Effect.map(made.companies.all, ([company]) => company?.availability.status)
  const ask = (id: string, index: number) =>
    Effect.provideService(Effect.result(made.bank.status(id)), CallContext, {
      client: `client ${index % 2}`,
      person: id
    })
  for (const [index, id] of consents.entries()) yield* ask(id, index)
  return { ask, shown, isPaused: made.asked.length < consents.length }
})

const outcomeOf = Effect.fnUntraced(function* (answer: Bank.BankResponse) {
  const { isPaused, shown } = yield* asked(answer)
  return [yield* shown, isPaused]
}, quietly)

describe("a bank's response", () => {
  test("with rejections of single consents leaves the bank available", function* () {
    assert.deepStrictEqual(yield* outcomeOf(Bank.failing(401, "CONSENT_INVALID")), ["OPERATIONAL", false])
    assert.deepStrictEqual(yield* outcomeOf(Bank.failing(429, "ACCESS_EXCEEDED")), ["OPERATIONAL", false])
  })

  test("that never arrives is UNREACHABLE after the entry's timeout", function* () {
    const { asked: received, bank } = yield* Bank.makeScriptedBank(
      { "GET /v1/consents/consent-1/status": { hangs: true } },
      { timeoutMillis: 7_000 }
    )
    const waiting = yield* Effect.forkChild(Bank.reasonOf(bank.status("consent-1")))
    const isAsked = Effect.andThen(
      Effect.yieldNow,
      Effect.promise(() => setImmediate(received.length === 1))
    )
    yield* Effect.repeat(isAsked, { until: Boolean, times: 100_000 })
    yield* TestClock.adjust("6 seconds")
    assert.isUndefined(waiting.pollUnsafe())
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(waiting), "UNREACHABLE")
  })

  test("with faults for several clients pauses the calls to the bank", function* () {
    assert.deepStrictEqual(yield* outcomeOf(Bank.failing(500)), ["UNAVAILABLE", true])
    assert.deepStrictEqual(yield* outcomeOf(Bank.failing(401, "CERTIFICATE_REVOKED")), ["UNAVAILABLE", true])
  })
})
