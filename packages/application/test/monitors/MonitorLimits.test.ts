/** The limits of a client's monitors, and the figures about their runs. */
import { assert, describe } from "@effect/vitest"
import { Monitors, MonitorStore } from "@sheaf/ports"
import { Effect } from "effect"
import { account } from "../consents/BankAccounts.ts"
import * as Consent from "../consents/ConsentWorld.ts"
import { failsUnreachable } from "../consents/ScriptedBank.ts"
import * as World from "../collections/World.ts"
import * as Monitor from "./MonitorWorld.ts"

const given = [account("acc-1")]

const test = Consent.testWith({ bank: { given }, startLimits: { monitors: 3, monitorRunsPerDay: 3 } })

const usage = Effect.flatMap(MonitorStore, (store) =>
  store.usage({ clientId: World.caller.clientId, since: "2026-04-01" })
)

describe("a client", () => {
  test("has no more monitors than the operator allows, and more once one ends", function* ({ bank }) {
    const monitors = yield* Monitors
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    const request = { source: { consentId }, every: "P30D" } as const
    const [first] = yield* Effect.all(Effect.replicate(monitors.create(user, request), 3))
    const error = yield* Effect.flip(monitors.create(user, request))
    assert.strictEqual(Consent.describeError(error), "TooManyMonitors client")
    yield* monitors.end(user, first?.monitorId ?? "")
    assert.strictEqual((yield* monitors.create(user, request)).status, "ACTIVE")
  })

  test("starts no more runs a day than the operator allows: further ones wait for the next day", function* ({ bank }) {
    const monitors = yield* Monitors
    const watched: Array<{ readonly user: typeof World.caller; readonly monitorId: string }> = []
    for (const name of ["one", "two", "three"]) {
      const owner = yield* Consent.userOf(name)
      const { consentId } = yield* Consent.createAuthorized(bank, {}, { owner })
      watched.push({ user: owner, monitorId: yield* Monitor.created(owner, consentId, { every: "P7D" }) })
    }
    for (const { monitorId, user } of watched) yield* monitors.run(user, monitorId)
    yield* Monitor.runOnce
    for (const { monitorId, user } of watched) {
      const { nextRunAt = "", runs } = yield* monitors.read(user, monitorId)
      assert.strictEqual(runs, 1)
      assert.isTrue(nextRunAt > "2026-04-02T00:00" && nextRunAt < "2026-04-02T06:01", nextRunAt)
    }
    yield* Monitor.passDays(1)
    const runs = yield* Effect.forEach(watched, ({ monitorId, user }) => monitors.read(user, monitorId))
    assert.deepStrictEqual(
      runs.map((monitor) => monitor.runs),
      [2, 2, 2]
    )
    assert.deepStrictEqual(
      (yield* usage).map(({ day, started }) => [day, started]),
      [
        ["2026-04-01", 3],
        ["2026-04-02", 3]
      ]
    )
  })

  test("has figures of its runs by day and company, with their outcomes", function* ({ bank }) {
    const { consentId, user } = yield* Consent.createAuthorized(bank)
    yield* Monitor.created(user, consentId)
    yield* Monitor.passDays(1)
    bank.meanwhile = failsUnreachable
    yield* Monitor.passDays(1)
    const shared = { clientId: World.caller.clientId, company: "se-fjallbanken" }
    const none = { unchanged: 0, changed: 0, failed: 0, changes: 0 }
    assert.deepStrictEqual(yield* usage, [
      { ...shared, ...none, day: "2026-04-01", started: 2, changed: 1, unchanged: 1, changes: 1 },
      // A failed run is attempted twice, and both attempts count as started.
      { ...shared, ...none, day: "2026-04-02", started: 2, failed: 1 }
    ])
  })
})
