/** The confirmation that a session with a return address needs before its data and consents can be used (spec 13). */
import { ConnectSessionStore, ConnectSessionUnconfirmed, isSessionConfirmed } from "@sheaf/ports"
import type { Caller, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** The client that looks at objects, and the session if its page does. */
type Viewer = Pick<Caller, "clientId" | "connectSessionId">

/** What a Connect session started, or a client without one. */
interface Started {
  readonly connectSessionId?: string
}

/**
 * Returns the Connect session that started an object, if the client has not confirmed it. A session without a row was
 * confirmed, because Sheaf discards the data and consents of other sessions before the row.
 */
export const unconfirmedSessionOf = Effect.fnUntraced(function* (
  clientId: string,
  { connectSessionId }: Started
): Effect.fn.Return<StoredConnectSession | undefined, never, ConnectSessionStore> {
  if (connectSessionId === undefined) return undefined
  const found = Option.getOrUndefined(
    yield* Effect.orDie((yield* ConnectSessionStore).find(clientId, connectSessionId))
  )
  return found === undefined || isSessionConfirmed(found) ? undefined : found
})

/**
 * Fails if the client has not confirmed the Connect session that started an object. The session's own page can use the
 * object before that.
 */
export const requireConfirmedSession = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Viewer,
  started: Started
) {
  if (started.connectSessionId === connectSessionId) return
  if ((yield* unconfirmedSessionOf(clientId, started)) !== undefined) return yield* new ConnectSessionUnconfirmed()
})

/**
 * Returns the objects that a viewer may see with their data: all but those of Connect sessions that the client has not
 * confirmed. The session's own page sees its objects before.
 */
export const withoutUnconfirmed = Effect.fnUntraced(function* <A extends Started>(
  viewer: Viewer,
  objects: ReadonlyArray<A>
) {
  const ids = new Set(objects.flatMap(({ connectSessionId = [] }) => connectSessionId))
  const hidden = new Set(
    (yield* Effect.forEach(ids, (connectSessionId) =>
      requireConfirmedSession(viewer, { connectSessionId }).pipe(
        Effect.as([]),
        Effect.catchTag("ConnectSessionUnconfirmed", () => Effect.succeed([connectSessionId]))
      )
    )).flat()
  )
  return objects.filter(({ connectSessionId }) => connectSessionId === undefined || !hidden.has(connectSessionId))
})
