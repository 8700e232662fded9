/** Tests how the outcomes of calls to a connector determine a company's availability (spec 4.1; ADR 0014). */
import { assert, describe, it } from "@effect/vitest"
import { CallContext } from "@sheaf/ports"
import type { ConnectorError } from "@sheaf/ports"
import { Deferred, Effect, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import { poll, step } from "./ScriptedAnswers.ts"
import * as ScriptedConnector from "./ScriptedConnector.ts"
import { bank, companiesAt, company, findOf, order, quietly, quietTest } from "./ScriptedConnector.ts"

const failing = ScriptedResponses.completeResponse(500, "")
const well = step(poll)

const recorded = () => {
  const lines: Array<ReadonlyArray<unknown>> = []
  const logger = Logger.make(({ fiber, logLevel, message }) => {
    lines.push([logLevel, message, fiber.getRef(References.CurrentLogAnnotations)])
  })
  return { lines, layer: Logger.layer([logger]) }
}

/** All people belong to the same client. */
const of = <A, E>(person: string, call: Effect.Effect<A, E>) =>
  Effect.provideService(call, CallContext, { client: "the-client", person })

const watched = Effect.fnUntraced(function* (
  answers: ReadonlyArray<ScriptedResponses.ScriptedResponse>,
  options: Partial<ScriptedConnector.Options> = {}
) {
  const script = yield* ScriptedConnector.make(answers)
  const connectors = yield* companiesAt({ baseUrl: script.url, ...options })
  let calls = 0
  const availability = Effect.map(findOf(connectors), ({ availability }) => availability)
  const connector = (yield* findOf(connectors)).connector
  return {
    script,
    connectors,
    connector,
    availability,
    status: Effect.map(availability, ({ status }) => status),
    call: Effect.suspend(() => Effect.exit(of(`person ${calls}`, connector.begin(order, `collection-${calls++}/0`))))
  }
})

const unavailable = Effect.fnUntraced(function* (options: Partial<ScriptedConnector.Options> = {}) {
  const watching = yield* watched([failing], options)
  for (let calls = 0; calls < 5; calls++) yield* watching.call
  assert.strictEqual(yield* watching.status, "UNAVAILABLE")
  return watching
})

const unreached = (call: Effect.Effect<unknown, ConnectorError>) =>
  Effect.map(Effect.flip(call), ({ reason }) => assert.strictEqual(reason, "UNREACHABLE"))

describe("The availability of a company behind HTTP", () => {
  it.effect("is only assumed until the first call has an outcome", () =>
    Effect.gen(function* () {
      const { call, connectors } = yield* watched([well])
      assert.isFalse((yield* findOf(connectors)).isObserved)
      yield* call
      assert.isTrue((yield* findOf(connectors)).isObserved)
    })
  )

  it.effect("falls after failed calls, and recovers after a successful trial", () =>
    Effect.gen(function* () {
      const log = recorded()
      yield* Effect.gen(function* () {
        const { availability, call, script } = yield* watched([failing])
        const shown = Effect.map(availability, ({ functional, status, updatedAt }) => [status, functional, updatedAt])
        assert.deepStrictEqual(yield* shown, ["OPERATIONAL", true, "1970-01-01T00:00:00.000Z"])
        assert.notProperty(yield* availability, "statusMessage")

        yield* TestClock.adjust("1 second")
        yield* call
        yield* call
        assert.deepStrictEqual(yield* shown, ["DEGRADED", true, "1970-01-01T00:00:01.000Z"])
        assert.strictEqual((yield* availability).statusMessage, "Some calls to the company fail.")

        yield* TestClock.adjust("1 second")
        for (let calls = 0; calls < 3; calls++) yield* call
        assert.deepStrictEqual(yield* shown, ["UNAVAILABLE", false, "1970-01-01T00:00:02.000Z"])
        assert.match((yield* availability).statusMessage ?? "", /is not responding/)

        script.answerWith(well)
        yield* TestClock.adjust("45 seconds")
        assert.deepStrictEqual(yield* shown, ["DEGRADED", true, "1970-01-01T00:00:32.000Z"])
        yield* call
        assert.deepStrictEqual(yield* shown, ["OPERATIONAL", true, "1970-01-01T00:00:47.000Z"])
        assert.lengthOf(script.asked, 6)
      }).pipe(Effect.provide(log.layer))
      const words = ["company status changed"]
      const changed = (level: string, status: string) => [level, words, { company: company.company, status }]
      assert.deepStrictEqual(log.lines, [
        changed("Warn", "DEGRADED"),
        changed("Warn", "UNAVAILABLE"),
        changed("Warn", "DEGRADED"),
        changed("Info", "OPERATIONAL")
      ])
    })
  )

  quietTest("stays the same object until it changes", function* () {
    const { call, connectors } = yield* watched([well, well, failing])
    yield* call
    const first = yield* findOf(connectors)
    yield* TestClock.adjust("1 hour")
    yield* call
    assert.strictEqual(yield* findOf(connectors), first)
    assert.strictEqual((yield* connectors.all)[0], first)
    yield* call
    yield* call
    const second = yield* findOf(connectors)
    assert.notStrictEqual(second, first)
    assert.strictEqual((yield* connectors.all)[0], second)
    assert.strictEqual(second.connector, first.connector)
  })

  quietTest("blocks every call while it is UNAVAILABLE", function* () {
    const { connector, script } = yield* unavailable()
    const before = script.server.requests()
    yield* unreached(connector.begin(order, "another/0"))
    yield* unreached(connector.resume("the-session", { _tag: "Tick" }, "another/1"))
    for (const call of [connector.document("the-session", "the-document"), connector.cancel("the-session")]) {
      const asking = yield* Effect.forkChild(unreached(call))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(asking)
    }
    assert.strictEqual(script.server.requests(), before)
  })

  quietTest("allows one trial call at a time, and another after an interrupted one", function* () {
    const { call, connector, script, status } = yield* unavailable()
    yield* TestClock.adjust("30 seconds")
    const arrived = yield* Deferred.make<void>()
    script.answerWith(() => Deferred.doneUnsafe(arrived, Effect.void))
    const before = script.server.requests()
    const trial = yield* Effect.forkChild(call)
    yield* Deferred.await(arrived)
    yield* unreached(of("another", connector.begin(order, "another/0")))
    assert.strictEqual(script.server.requests(), before + 1)
    yield* Fiber.interrupt(trial)
    assert.strictEqual(yield* status, "DEGRADED")
    script.answerWith(well)
    yield* call
    assert.strictEqual(yield* status, "OPERATIONAL")
  })

  quietTest(
    "doubles its pause after failed trials for two persons, starting from the configured first pause",
    function* () {
      const { call, script, status } = yield* unavailable({ openMillis: 100 })
      for (const pause of [100, 200, 400, 800, 1000, 1000]) {
        const before = script.server.requests()
        yield* TestClock.adjust(pause - 1)
        yield* call
        assert.strictEqual(script.server.requests(), before)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* status, "DEGRADED")
        yield* call
        assert.strictEqual(yield* status, "DEGRADED", "one person's trial has failed")
        yield* call
        assert.strictEqual(script.server.requests(), before + 2)
        assert.strictEqual(yield* status, "UNAVAILABLE")
      }
    }
  )

  quietTest("ignores a clock that is set back", function* () {
    yield* TestClock.setTime(Date.parse("2026-05-04T08:00:00.000Z"))
    const { availability } = yield* unavailable()
    yield* TestClock.setTime(Date.parse("2026-05-04T06:00:00.000Z"))
    yield* TestClock.adjust("40 seconds")
    const { status, updatedAt } = yield* availability
    assert.deepStrictEqual([status, updatedAt], ["DEGRADED", "2026-05-04T06:00:30.000Z"])
  })

  it.effect.each<[status: string, what: string, answer: ScriptedResponses.ScriptedResponse, sameKey: boolean]>([
    ["OPERATIONAL", "refusals", ScriptedResponses.completeResponse(422, ""), false],
    ["UNAVAILABLE", "refusals of the secret", ScriptedResponses.completeResponse(401, ""), false],
    ["UNAVAILABLE", "responses about too many calls", ScriptedResponses.completeResponse(429, ""), false],
    ["UNAVAILABLE", "unusable responses", ScriptedResponses.completeResponse(200, "{}"), false],
    ["UNAVAILABLE", "redirects", ScriptedResponses.completeResponse(302, ""), false],
    ["UNAVAILABLE", "errors in different people's calls", failing, false],
    ["OPERATIONAL", "errors in retries of one call", failing, true],
    ["OPERATIONAL", "503 in retries of one call", ScriptedResponses.completeResponse(503, ""), true],
    ["OPERATIONAL", "cut connections in one person's calls", ScriptedResponses.closedConnection, true]
  ])("is %s after five %s", ([expected, , answer, sameKey]) =>
    Effect.gen(function* () {
      const { connector, status } = yield* watched([answer])
      for (let calls = 0; calls < 5; calls++) {
        const key = sameKey ? "hers" : `collection-${calls}/0`
        yield* Effect.flip(of(key, connector.begin(order, key)))
      }
      assert.strictEqual(yield* status, expected)
    }).pipe(quietly)
  )

  quietTest("counts all of a person's documents as one call, and each cancellation separately", function* () {
    // Redirects are not retried.
    const { connector, status } = yield* watched([ScriptedResponses.completeResponse(302, "")])
    const [document, { cancel }] = [(name: string) => (session: string) => connector.document(session, name), connector]
    const calls: ReadonlyArray<
      [session: string, call: (session: string) => Effect.Effect<unknown, ConnectorError>, shown: string]
    > = [
      ["one-session", document("policy"), "OPERATIONAL"],
      ["one-session", document("invoice"), "OPERATIONAL"],
      ["another-session", document("policy"), "DEGRADED"],
      ["one-session", cancel, "DEGRADED"],
      ["another-session", cancel, "DEGRADED"],
      ["a-third-session", cancel, "UNAVAILABLE"]
    ]
    for (const [session, call, shown] of calls) {
      yield* Effect.flip(of(session, call(session)))
      assert.strictEqual(yield* status, shown)
    }
  })

  quietTest("is separate for companies behind one connector", function* () {
    const { call, connectors } = yield* watched([failing], { companies: [company, bank] })
    for (let calls = 0; calls < 5; calls++) yield* call
    const statuses = (yield* connectors.all).map(({ availability }) => availability.status)
    assert.deepStrictEqual(statuses, ["UNAVAILABLE", "OPERATIONAL"])
  })
})
