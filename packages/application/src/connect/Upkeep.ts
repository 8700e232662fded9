/** Background tasks that end Connect sessions in time, and discard what nobody confirmed (decisions 18). */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore, ConnectSessionStore } from "@sheaf/ports"
import type { ConnectSessionName, StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Layer, Option } from "effect"
import * as Changes from "../consents/Changes.ts"
import { alone, every } from "../durable/Recurring.ts"
import { Retention } from "../Retention.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionContents from "./SessionContents.ts"

/** Changes each session alone, so that a failed or unreadable one does not stop the others. */
const forEachSession = Effect.fnUntraced(function* <E, R>(
  names: ReadonlyArray<ConnectSessionName>,
  change: (session: StoredConnectSession) => Effect.Effect<unknown, E, R>
) {
  const store = yield* ConnectSessionStore
  const changeOne = Effect.fnUntraced(function* ({ clientId, connectSessionId }: ConnectSessionName) {
    const found = yield* store.find(clientId, connectSessionId)
    if (Option.isSome(found)) yield* change(found.value)
  })
  yield* Effect.forEach(names, (name) => alone({ connectSessionId: name.connectSessionId })(changeOne(name)), {
    discard: true
  })
})

/** Records the end of sessions whose time has ended. */
export const expire = Effect.gen(function* () {
  const store = yield* ConnectSessionStore
  const now = yield* Clock.currentTimeMillis
  yield* forEachSession(yield* store.overdue(now), (session) =>
    store.change(session, SessionChanges.expired(session, now))
  )
})

/** Discards the consents of a session, and erases the data of its collections. Running collections wait for the next run. */
const discardOne = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const collections = yield* CollectionStore
  const now = yield* Clock.currentTimeMillis
  const contents = yield* SessionContents.of(session)
  yield* Effect.forEach(contents.consents, Changes.discard, { discard: true })
  const ended = contents.collections.filter(({ status }) => isFinal(status))
  yield* Effect.forEach(ended, ({ collectionId }) => collections.eraseDataOf(session.clientId, collectionId, now), {
    discard: true
  })
  if (ended.length < contents.collections.length) return
  yield* (yield* ConnectSessionStore).change(session, SessionChanges.discarded(session))
})

/** Discards the data and consents of sessions that nobody confirmed in time. */
export const discard = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  yield* forEachSession(yield* (yield* ConnectSessionStore).discardable(now), discardOne)
})

/** Erases sessions whose retention has ended. */
export const erase = Effect.gen(function* () {
  const { row } = yield* Retention
  const now = yield* Clock.currentTimeMillis
  yield* (yield* ConnectSessionStore).eraseEnded(now - row)
})

export const layer = Layer.effectDiscard(
  Effect.all([
    every("1 minute", "ending overdue Connect sessions", expire),
    every("1 minute", "discarding unconfirmed Connect sessions", discard),
    every("1 minute", "erasing expired Connect sessions", erase)
  ])
)
