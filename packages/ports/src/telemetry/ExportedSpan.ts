/**
 * The spans that Sheaf itself creates. Only these are exported, because spans from libraries contain URLs, SQL
 * statements and ids (spec 7, 14.5).
 */
import { Context, Effect } from "effect"
import type { Tracer } from "effect"

export const IsExportedSpan = Context.Reference<boolean>("@sheaf/ports/ExportedSpan", { defaultValue: () => false })

const own = Context.make(IsExportedSpan, true)

/** Runs an effect in a span. The attributes must not contain personal data or ids. */
export const withExportedSpan =
  (name: string, options: Pick<Tracer.SpanOptions, "attributes" | "kind">) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    // A stack trace would cost more than the span itself, and no exporter shows it.
    Effect.withSpan(effect, name, { ...options, annotations: own, captureStackTrace: false })
