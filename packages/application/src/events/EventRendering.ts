/** Renders events, and skips those that cannot be read or rendered, so they do not block the others (spec 6). */
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import { Instrument } from "@sheaf/ports"
import type { EventReadResult, StoredEvent } from "@sheaf/ports"
import { Cause, Effect, Metric, Option, Result } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as Presenter from "./Presenter.ts"

const omitted = Instrument.counter({
  name: "sheaf.events.omitted",
  unit: "{event}",
  description: "Events that a list or a webhook endpoint did not get, because they could not be read."
})

export const reportUnreadable = ({ eventId }: Pick<StoredEvent, "eventId">, cause: unknown) =>
  Effect.andThen(
    Metric.update(omitted({}), 1),
    Effect.logError("could not read an event; omitted it").pipe(withFailureAnnotations(Cause.fail(cause), { eventId }))
  )

/** Renders an event as JSON for an API version. Returns nothing if it cannot be rendered. */
export const renderEvent = (version: ApiVersion, event: StoredEvent): Effect.Effect<Option.Option<unknown>> =>
  Result.match(Presenter.render(version, event), {
    onFailure: (cause) => Effect.as(reportUnreadable(event, cause), Option.none()),
    onSuccess: Effect.succeedSome
  })

export const renderEvents = Effect.fnUntraced(function* (version: ApiVersion, { events, unreadable }: EventReadResult) {
  for (const each of unreadable) yield* reportUnreadable(each, each.cause)
  const shown = yield* Effect.forEach(events, (event) => renderEvent(version, event))
  return shown.flatMap(Option.toArray)
})
