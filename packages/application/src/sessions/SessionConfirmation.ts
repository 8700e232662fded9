/** A session with a return URL must be confirmed before its data and consents can be used (spec 13). */
import { ConnectSessionStore, ConnectSessionUnconfirmed, isSessionConfirmed } from "@sheaf/ports"
import type { Caller, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** The client and, if a Connect page is asking, its session. */
type Viewer = Pick<Caller, "clientId" | "connectSessionId">

/** An object, and the Connect session that started it, if any. */
interface Started {
  readonly connectSessionId?: string
}

/**
 * Returns the Connect session that started an object, if the client has not confirmed it. A session without a row must
 * have been confirmed: otherwise, its data and consents were discarded before its row.
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
 * Fails if an object was started by a Connect session that the client has not confirmed. The session's own page may use
 * the object earlier.
 */
export const requireConfirmedSession = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Viewer,
  started: Started
) {
  if (started.connectSessionId === connectSessionId) return
  if ((yield* unconfirmedSessionOf(clientId, started)) !== undefined) return yield* new ConnectSessionUnconfirmed()
})

/**
 * Returns the objects whose data a viewer may see: all except those of unconfirmed Connect sessions. The session's own
 * page sees its objects earlier.
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
