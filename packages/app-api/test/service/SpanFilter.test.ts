/** Tests which spans the service exports (spec 7, 14.5). */
import { assert, it } from "@effect/vitest"
import { Instrument } from "@sheaf/ports"
import { Cause, Effect, Exit, Tracer } from "effect"
import * as SpanFilter from "../../src/telemetry/SpanFilter.ts"

const exported = (effect: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.Span> = []
    const inner = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    yield* Effect.exit(Effect.provideService(effect, Tracer.Tracer, SpanFilter.make(inner)))
    return spans
  })

const own = Instrument.withExportedSpan("company begin", { attributes: { company: "se-nordhem" } })

it.effect("the spans of libraries are not exported, and Sheaf's own spans skip them", () =>
  Effect.gen(function* () {
    const library = Effect.withSpan("SELECT * FROM person WHERE number = '198112189876'")
    const spans = yield* exported(library(own(library(own(Effect.void)))))
    assert.deepStrictEqual(
      spans.map(({ name }) => name),
      ["company begin", "company begin"]
    )
    const [first, second] = spans
    assert.isTrue(first?.parent._tag === "None")
    assert.strictEqual(second?.parent._tag === "Some" && second.parent.value.spanId, first?.spanId)
    assert.strictEqual(second?.traceId, first?.traceId)
  })
)

it.effect.each([
  ["a failure", Effect.fail(new Error("Maja 198112189876"))],
  ["a defect", Effect.die(new TypeError("Maja 198112189876"))]
] as const)("a span with %s has the kind of the error, and not its message", ([, failing]) =>
  Effect.gen(function* () {
    const [span] = yield* exported(own(failing))
    if (span?.status._tag !== "Ended") return assert.fail("the span has not ended")
    const { exit } = span.status
    if (Exit.isSuccess(exit)) return assert.fail("the span succeeded")
    const [error = assert.fail("no error")] = Cause.prettyErrors(exit.cause)
    assert.match(error.name, /^(?:Type)?Error$/)
    for (const text of [error.message, error.stack, Cause.pretty(exit.cause)]) assert.notInclude(text, "Maja")
  })
)
