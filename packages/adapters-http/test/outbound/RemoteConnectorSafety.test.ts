/** Tests that calls to connectors do not leak secrets (spec 7, 16). */
import { assert, describe, it } from "@effect/vitest"
import { CallContext } from "@sheaf/ports"
import type { ConnectorError, ConnectorSignal } from "@sheaf/ports"
import { Cause, Effect, Exit, Logger, Redacted, References, Tracer } from "effect"
import { inspect } from "node:util"
import * as ScriptedResponses from "../../src/testing/ScriptedResponses.ts"
import { ask, poll, step, zipped } from "./ScriptedAnswers.ts"
import { order, makeScriptedConnector, tick } from "./ScriptedConnector.ts"

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
  const input: ConnectorSignal = { _tag: "Input", input: Redacted.make({ type: "TWO_FACTOR_CODE", value: "the-code" }) }

  it.live("send the secret only in its header, and never send the client or the person's tag", () =>
    Effect.gen(function* () {
      const { connector, script } = yield* makeScriptedConnector(
        [step(poll), step(poll), ScriptedResponses.completeResponse(200, "")],
        { secret }
      )
      yield* connector.begin(order, "key-1")
      yield* connector.resume("a-session", tick, "key-2")
      yield* connector.document("a-session", "a-document")
      yield* connector.cancel("a-session")
      assert.lengthOf(script.asked, 4)
      for (const { body, headers, path } of script.asked) {
        const { authorization, ...others } = headers
        assert.strictEqual(authorization, "Bearer the-secret")
        for (const hidden of ["the-secret", "the-client", "the-person"]) {
          assert.notInclude(JSON.stringify([path, body, others]), hidden)
        }
      }
    }).pipe(Effect.provideService(CallContext, { client: "the-client", person: "the-person" }))
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
      const headers = { "the-answer": 1 }
      const answers = [
        ScriptedResponses.closedConnection,
        ScriptedResponses.truncatedBody,
        ScriptedResponses.hugeBody(),
        ScriptedResponses.completeResponse(302, "", { location: "/the-answer" }),
        ScriptedResponses.completeResponse(401, "the-answer"),
        ScriptedResponses.completeResponse(500, '{"title":"the-answer"}'),
        ScriptedResponses.completeResponse(201, '{"session":"the-answer"}'),
        zipped("the-answer"),
        step({ session: "the-answer" }),
        step({ ...ask, information: {} }),
        step({ ...ask, status: "the-answer" }),
        step({
          ...ask,
          information: { INSTRUCTIONS: [{ id: "1", etag: "1", url: "the-answer", method: "GET", headers }] }
        })
      ]
      const exitsAfter = Effect.fnUntraced(function* (answer: ScriptedResponses.ScriptedResponse) {
        const { connector } = yield* makeScriptedConnector([answer], { secret })
        const calls: ReadonlyArray<Effect.Effect<unknown, ConnectorError>> = [
          connector.begin(order, "key-1"),
          connector.resume("the-session", input, "key-2"),
          connector.document("the-session", "the-document"),
          connector.cancel("the-session")
        ]
        return yield* Effect.all(calls.map(Effect.exit), { concurrency: "unbounded" })
      })
      const exits = yield* Effect.forEach(answers, exitsAfter, { concurrency: "unbounded" }).pipe(
        Effect.provide(Logger.layer([log])),
        Effect.provideService(References.MinimumLogLevel, "Trace"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      const failed = exits.flat().filter(Exit.isFailure)
      assert.isAbove(failed.length, 35)
      assert.isEmpty(spans)
      const told = failed.map(({ cause }) => Cause.pretty(cause))
      const shown = inspect([failed, told, lines], { depth: 20, showHidden: true })
      for (const text of secrets) assert.notInclude(shown, text)
    })
  )
})
