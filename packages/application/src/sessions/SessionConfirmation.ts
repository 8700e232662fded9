/**
 * Checks that the client has confirmed a session with a return URL. Until then, nobody can use the session's data and
 * consents (spec 13).
 */
import { ConnectSessionStore, ConnectSessionUnconfirmed, isSessionConfirmed } from "@sheaf/ports"
import type { Caller, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option } from "effect"

type Viewer = Pick<Caller, "clientId" | "connectSessionId">

interface Started {
  readonly connectSessionId?: string
}

/**
 * Returns the Connect session that started a collection or consent, but only if the session is unconfirmed. A session
 * without a row counts as confirmed, because Sheaf discards an unconfirmed session's data and consents before it
 * deletes the row.
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

/** Fails if an unconfirmed Connect session started the object, unless the request comes from that session's page. */
export const requireConfirmedSession = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Viewer,
  started: Started
) {
  if (started.connectSessionId === connectSessionId) return
  if ((yield* unconfirmedSessionOf(clientId, started)) !== undefined) return yield* new ConnectSessionUnconfirmed()
})

/**
 * Returns the objects without those that belong to unconfirmed Connect sessions. Keeps the objects of the viewer's own
 * session.
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
