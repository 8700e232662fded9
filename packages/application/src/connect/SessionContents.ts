/** The collections and consents of a Connect session (spec 13). */
import { CollectionStore, ConsentStore } from "@sheaf/ports"
import type { ConsentView, CollectionStatusView, StoredConnectSession } from "@sheaf/ports"
import { Effect } from "effect"

/**
 * The maximum number of collections, and also of consents, that are returned for a user. A session contains far fewer.
 */
const maxObjects = 1_000

type Owners = Pick<StoredConnectSession, "clientId" | "userId"> &
  Partial<Pick<StoredConnectSession, "connectSessionId">>

/** Returns collections, newest first. */
export const collectionsOf = Effect.fnUntraced(function* ({ clientId, connectSessionId, userId }: Owners) {
  const store = yield* CollectionStore
  return yield* Effect.orDie(
    store.list({
      clientId,
      ...(userId !== undefined && { userId }),
      ...(connectSessionId !== undefined && { connectSessionId }),
      latest: false,
      limit: maxObjects
    })
  )
})

/** Returns the user's consents, newest first, or none if there is no user. */
export const consentsOf = Effect.fnUntraced(function* ({ clientId, connectSessionId, userId }: Owners) {
  const store = yield* ConsentStore
  if (userId === undefined) return []
  return yield* Effect.orDie(
    store.list({
      clientId,
      userId,
      ...(connectSessionId !== undefined && { connectSessionId }),
      latest: false,
      limit: maxObjects
    })
  )
})

export interface SessionObjects {
  readonly collections: ReadonlyArray<CollectionStatusView>
  readonly consents: ReadonlyArray<ConsentView>
}

export const sessionObjectsOf = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const objects: SessionObjects = {
    collections: (yield* collectionsOf(session)).toReversed(),
    consents: (yield* consentsOf(session)).toReversed()
  }
  return objects
})
