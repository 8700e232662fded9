/** The IP addresses that clients report for their users (spec 2.4). */
import { assert, it } from "@effect/vitest"
import { CountersLocal } from "@sheaf/adapters-sql"
import { BlindIndex, Sealer } from "@sheaf/ports"
import type { Caller } from "@sheaf/ports"
import { Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { PsuIpAddresses } from "../../src/index.ts"

/** In this test, the sealer's hash of a text is the text itself. */
const counting = Layer.merge(
  CountersLocal.layer,
  Layer.mock(Sealer, { blindIndex: (_, text) => new BlindIndex(new TextEncoder().encode(text)) })
)

const callerOf = (userId: string): Caller => ({ clientId: "client-one", environment: "test", userId })

const rules = { isPossible: () => true, canonical: (address: string) => address.toLowerCase(), maxUsers: 2 }

it.effect("An address that no person can have is rejected with its pointer", () =>
  Effect.gen(function* () {
    const { check } = PsuIpAddresses.make({ ...rules, isPossible: (address) => address !== "10.0.0.1" })
    yield* check(callerOf("maja"), undefined, "/parameters/0")
    yield* check(callerOf("maja"), "192.0.2.17", "/parameters/0/psuIpAddress")
    const { violations } = yield* Effect.flip(check(callerOf("maja"), "10.0.0.1", "/parameters/0/psuIpAddress"))
    assert.containsSubset(violations, [{ pointer: "/parameters/0/psuIpAddress", code: "INVALID_FIELD" }])
  }).pipe(Effect.provide(counting))
)

it.effect("An address with too many users in a day, in any spelling, is logged once, without the address", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make(({ fiber, message }) => {
      lines.push(JSON.stringify([message, fiber.getRef(References.CurrentLogAnnotations)]))
    })
    const { check } = PsuIpAddresses.make(rules)
    const report = (...users: ReadonlyArray<string>) =>
      Effect.provide(
        Effect.forEach(users, (user) =>
          check(callerOf(user), ["nils", "otto"].includes(user) ? "2001:DB8::17" : "2001:db8::17", "")
        ),
        Logger.layer([logger])
      )
    yield* report("maja", "nils", "maja", "nils")
    yield* check({ ...callerOf("elsa"), clientId: "client-two" }, "2001:db8::17", "")
    yield* check(callerOf("elsa"), "2001:db8::18", "")
    yield* TestClock.adjust("1 day")
    yield* report("maja", "elsa")
    assert.isEmpty(lines)
    yield* report("nils", "otto")
    assert.lengthOf(lines, 1)
    assert.include(lines[0], "client-one")
    assert.notInclude(lines[0], "2001:")
  }).pipe(Effect.provide(counting))
)
