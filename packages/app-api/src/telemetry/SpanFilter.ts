/**
 * A tracer that exports only Sheaf's own spans, and reduces their failures to error types. Libraries' spans contain
 * URLs, statements and ids, and error messages can quote personal data (spec 7, 14.5).
 */
import { summarizeFailures, Instrument } from "@sheaf/ports"
import { Context, Exit, Option, Tracer } from "effect"

class SpanFailure extends Error {
  constructor(kinds: ReadonlyArray<string>, frames: ReadonlyArray<string>) {
    super(kinds[0] ?? "failure")
    this.name = kinds.join(" < ")
    this.stack = frames.join("\n")
  }
}

const withoutMessages = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit)) return Exit.void
  const [failure] = summarizeFailures(exit.cause)
  return failure === undefined ? exit : Exit.fail(new SpanFailure(failure.kinds, failure.frames))
}

/** Spans that are not exported. Their children are attached to the nearest exported span. */
const hidden = new WeakSet<Tracer.AnySpan>()

const exportedParent = (parent: Option.Option<Tracer.AnySpan>): Option.Option<Tracer.AnySpan> => {
  let at = parent
  while (Option.isSome(at) && hidden.has(at.value)) at = at.value._tag === "Span" ? at.value.parent : Option.none()
  return at
}

export const make = (inner: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const parent = exportedParent(options.parent)
      if (!Context.get(options.annotations, Instrument.IsExportedSpan)) {
        const span = new Tracer.NativeSpan({ ...options, parent })
        hidden.add(span)
        return span
      }
      const span = inner.span({ ...options, parent })
      const end = span.end.bind(span)
      return Object.assign(span, {
        end: (time: bigint, exit: Exit.Exit<unknown, unknown>) => end(time, withoutMessages(exit))
      })
    }
  })
