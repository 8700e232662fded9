/** The allowed addresses of connectors, and the secrecy of their calls (decisions 9, 12). */
import { assert, describe, it } from "@effect/vitest"
import type { Connector, ConnectorError, Signal } from "@sheaf/ports"
import { Cause, Effect, Exit, Logger, Redacted, References, Result, Tracer } from "effect"
import { inspect } from "node:util"
import { OutboundError } from "../../src/outbound/OutboundError.ts"
import * as Answers from "../../src/testing/Answers.ts"
import { ask, poll, step, zipped } from "./ScriptedAnswers.ts"
import { connectorAt, order, scripted, tick } from "./ScriptedConnector.ts"

describe("The address of a connector", () => {
  it.live("is never public without TLS", () =>
    Effect.gen(function* () {
      const connector = yield* connectorAt({ baseUrl: "http://connector.internal" }, "8.8.8.8")
      const { cause, reason } = yield* Effect.flip(connector.begin(order, "key-1"))
      assert.strictEqual(reason, "UNREACHABLE")
      assert.strictEqual(cause instanceof OutboundError && cause.reason, "FORBIDDEN_ADDRESS")
      const refused = yield* Effect.result(
        connectorAt({ baseUrl: "http://connector.example", allowPrivateAddresses: false })
      )
      assert.match(Result.isFailure(refused) ? refused.failure.message : "", /must use https/)
    })
  )
})

describe("Calls to a connector", () => {
  const secrets = [
    "the-secret",
    "the-username",
    "the-password",
    "the-session",
    "the-document",
    "the-code",
    "the-next-session",
    "the-answer"
  ]
  const secret = Redacted.make("the-secret")
  const input: Signal = { _tag: "Input", input: Redacted.make({ type: "TWO_FACTOR_CODE", value: "the-code" }) }

  it.live("send the secret only in its header", () =>
    Effect.gen(function* () {
      const { connector, script } = yield* scripted([step(poll), step(poll), Answers.answer(200, "")], { secret })
      yield* connector.begin(order, "key-1")
      yield* connector.resume("a-session", tick, "key-2")
      yield* connector.document("a-session", "a-document")
      yield* connector.cancel("a-session")
      assert.lengthOf(script.asked, 4)
      for (const { body, headers, path } of script.asked) {
        const { authorization, ...others } = headers
        assert.strictEqual(authorization, "Bearer the-secret")
        assert.notInclude(JSON.stringify([path, body, others]), "the-secret")
      }
    })
  )

  it.live("leave no content in errors, logs or spans", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const spans: Array<string> = []
      const log = Logger.make(({ cause, fiber, message }) => {
        lines.push(message, cause, fiber.getRef(References.CurrentLogAnnotations))
      })
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })
      const calls = (connector: Connector): ReadonlyArray<Effect.Effect<unknown, ConnectorError>> => [
        connector.begin(order, "key-1"),
        connector.resume("the-session", input, "key-2"),
        connector.document("the-session", "the-document"),
        connector.cancel("the-session")
      ]
      const failed = Effect.forEach(
        [
          Answers.cut,
          Answers.halfBody,
          Answers.huge(),
          Answers.answer(302, "", { location: "/the-answer" }),
          Answers.answer(401, "the-answer"),
          Answers.answer(500, '{"title":"the-answer"}'),
          Answers.answer(201, '{"session":"the-answer"}'),
          zipped("the-answer")
        ],
        (answer) =>
          Effect.gen(function* () {
            const { connector } = yield* scripted([answer], { secret })
            const exits = yield* Effect.all(calls(connector).map(Effect.exit), { concurrency: "unbounded" })
            return exits.filter(Exit.isFailure)
          }),
        { concurrency: "unbounded" }
      )
      const headers = { "the-answer": 1 }
      const misfits = [
        step({ session: "the-answer" }),
        step({ ...ask, information: {} }),
        step({ ...ask, status: "the-answer" }),
        step({
          ...ask,
          information: { INSTRUCTIONS: [{ id: "1", etag: "1", url: "the-answer", method: "GET", headers }] }
        })
      ]
      const misread = Effect.forEach(misfits, (answer) =>
        Effect.gen(function* () {
          const { connector } = yield* scripted([answer], { secret })
          return yield* Effect.exit(connector.resume("the-session", input, "key-2"))
        })
      )
      const exits = yield* Effect.all([failed, misread]).pipe(
        Effect.provide(Logger.layer([log])),
        Effect.provideService(References.MinimumLogLevel, "Trace"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      const all = exits.flat(2)
      assert.isAbove(all.length, 25)
      const told = all.map((exit) => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""))
      assert.isEmpty(spans)
      const shown = inspect([all, told, lines], { depth: 20, showHidden: true })
      for (const text of secrets) assert.notInclude(shown, text)
    })
  )
})
