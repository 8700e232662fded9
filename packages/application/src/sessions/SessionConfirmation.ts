/**
 * Whether the client has confirmed a session with a return URL. While it has not, nobody can use the session's data and
 * consents (spec 13).
 */
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
 * Returns the Connect session that started an object, if the client has not confirmed it. A session whose row is gone
 * counts as confirmed: an unconfirmed one's data and consents would have been discarded before the row.
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

/** Fails if an unconfirmed Connect session started an object, unless the session's own page asks. */
export const requireConfirmedSession = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Viewer,
  started: Started
) {
  if (started.connectSessionId === connectSessionId) return
  if ((yield* unconfirmedSessionOf(clientId, started)) !== undefined) return yield* new ConnectSessionUnconfirmed()
})

/**
 * Returns the objects whose data a viewer may see. Omits those from unconfirmed Connect sessions, except the viewer's
 * own session.
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
