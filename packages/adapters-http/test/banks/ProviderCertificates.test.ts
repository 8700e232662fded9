/** Tests the operator's certificates for a bank: their expiry, and their replacement without a restart (spec 16). */
import { assert, describe, it } from "@effect/vitest"
import { CallContext } from "@sheaf/ports"
import { testsOf } from "@sheaf/ports/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { createSecureContext } from "node:tls"
import type { RemoteBankOptions } from "../../src/banks/RemoteBanks.ts"
import { quietly } from "../outbound/ScriptedConnector.ts"
import * as Bank from "./ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const script = { "GET /v1/consents/consent-1/status": Bank.statusOf("received") }
const certificate = { name: "se-provbanken.qwac", notBefore: 1_000, notAfter: 5_000 }

const at = Effect.fnUntraced(function* (millis: number, options: Partial<RemoteBankOptions>) {
  yield* TestClock.setTime(millis)
  const made = yield* Bank.makeScriptedBank(script, options)
  const status = quietly(Effect.result(made.bank.status("consent-1")))
  const shown = quietly(Effect.map(made.companies.all, ([company]) => company?.availability))
  return { ...made, shown, status }
})

describe("a certificate at a bank", () => {
  test("disables the bank while it is not valid, without any call, and says so", function* () {
    for (const [millis, isValid] of [
      [999, false],
      [1_000, true],
      [5_000, true],
      [5_001, false]
    ] as const) {
      const { asked, shown, status } = yield* quietly(at(millis, { certificates: [certificate] }))
      const result = yield* status
      assert.strictEqual(result._tag, isValid ? "Success" : "Failure")
      assert.strictEqual(asked.length > 0, isValid)
      const availability = yield* shown
      assert.deepInclude(availability, { functional: isValid, status: isValid ? "OPERATIONAL" : "UNAVAILABLE" })
      assert.strictEqual(availability?.statusMessage?.includes("certificate") ?? false, !isValid)
      if (result._tag === "Failure") {
        assert.strictEqual(result.failure.reason, "BROKEN")
        assert.include(String(result.failure.cause), "se-provbanken.qwac is valid from")
      }
    }
  })

  test("of a client disables the bank only for this client", function* () {
    const clients = { own: { tls: createSecureContext(), certificates: [{ ...certificate, notAfter: 1 }] } }
    const { bank, shown } = yield* at(2_000, { clients, certificates: [certificate] })
    const statusFor = (client: string) =>
      Effect.provideService(Effect.result(bank.status("consent-1")), CallContext, { client, person: "a" })
    assert.strictEqual((yield* quietly(statusFor("own")))._tag, "Failure")
    assert.strictEqual((yield* quietly(statusFor("other")))._tag, "Success")
    assert.isTrue((yield* shown)?.functional)
  })

  test("that replaces an expired one enables the bank, without a restart", function* () {
    let next: Partial<RemoteBankOptions> | undefined
    let options: RemoteBankOptions | undefined
    const { bank, companies } = yield* quietly(
      Effect.gen(function* () {
        yield* TestClock.setTime(6_000)
        return yield* Bank.makeScriptedBank(script, (origin) => {
          options = { ...Bank.optionsAt(origin), certificates: [certificate] }
          let renewed: RemoteBankOptions | undefined
          const reload = Effect.sync(() => {
            if (next === undefined || options === undefined) return options ?? assert.fail("no options")
            return (renewed ??= { ...options, ...next })
          })
          options = { ...options, reload }
          return options
        })
      })
    )
    const isOpen = Effect.map(Effect.result(bank.status("consent-1")), ({ _tag }) => _tag === "Success")
    const functional = Effect.map(companies.all, ([company]) => company?.availability.functional)
    assert.deepStrictEqual([yield* quietly(isOpen), yield* quietly(functional)], [false, false])
    next = { certificates: [{ ...certificate, notAfter: 9_000 }] }
    assert.deepStrictEqual([yield* quietly(isOpen), yield* quietly(functional)], [true, true])
  })
})
