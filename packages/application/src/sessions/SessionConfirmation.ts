/** The confirmation that a session with a return address needs before its data and consents can be used (spec 13). */
import { ConnectSessionStore, ConnectSessionUnconfirmed } from "@sheaf/ports"
import type { Caller, StoredConnectSession } from "@sheaf/ports"
import { Effect, Option } from "effect"

/** Returns true unless the session still needs the client's confirmation. */
export const isConfirmed = ({ progress, terms }: Pick<StoredConnectSession, "progress" | "terms">): boolean =>
  terms.returnTo === undefined || progress.confirmation?.answer === "CONFIRMED"

/** The client that looks at objects, and the session if its page does. */
type Viewer = Pick<Caller, "clientId" | "connectSessionId">

/**
 * Fails if the client has not confirmed the Connect session that started an object. The session's own page can use the
 * object before that. A session without a row was confirmed, because Sheaf discards the data and consents of other
 * sessions before the row.
 */
export const requireConfirmedSession = Effect.fnUntraced(function* (
  { clientId, connectSessionId }: Viewer,
  started: { readonly connectSessionId?: string }
) {
  if (started.connectSessionId === undefined || started.connectSessionId === connectSessionId) return
  const found = yield* Effect.orDie((yield* ConnectSessionStore).find(clientId, started.connectSessionId))
  if (Option.isSome(found) && !isConfirmed(found.value)) return yield* new ConnectSessionUnconfirmed()
})

/**
 * Returns the objects that a viewer may see with their data: all but those of Connect sessions that the client has not
 * confirmed. The session's own page sees its objects before.
 */
export const filterUsableObjects = Effect.fnUntraced(function* <A extends { readonly connectSessionId?: string }>(
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
