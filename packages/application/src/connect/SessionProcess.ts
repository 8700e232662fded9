/**
 * Runs Connect sessions as processes. A process expires its session, and discards data and consents that the client has
 * not confirmed (spec 13).
 */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import { CollectionStore, ConnectSessionStore } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as Changes from "../consents/Changes.ts"
import type { Wait } from "../process/Process.ts"
import * as Runner from "../process/Runner.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionContents from "./SessionContents.ts"
import * as SessionMonitors from "./SessionMonitors.ts"

/** How long to wait before trying again to discard a session whose collections are still running, in milliseconds. */
const againMillis = 60_000

const discard = Effect.fnUntraced(function* (session: SessionChanges.EndedSession, now: number) {
  const collections = yield* CollectionStore
  const contents = yield* SessionContents.sessionObjectsOf(session)
  yield* Effect.forEach(contents.consents, Changes.discardConsent, { discard: true })
  const ended = contents.collections.filter(({ status }) => isFinal(status))
  yield* Effect.forEach(ended, ({ collectionId }) => collections.eraseDataOf(session.clientId, collectionId, now), {
    discard: true
  })
  return ended.length < contents.collections.length
    ? SessionChanges.scheduleDiscardChange(session, now + againMillis)
    : SessionChanges.discardChange(session)
})

const takeSteps = Effect.fnUntraced(function* (connectSessionId: string) {
  const store = yield* ConnectSessionStore
  for (;;) {
    const session = Option.getOrUndefined(yield* store.due(connectSessionId))
    if (session === undefined) return { _tag: "End" } satisfies Wait
    const now = yield* Clock.currentTimeMillis
    const millis = (session.status === "OPEN" ? session.expiresAt : (session.discardAt ?? now)) - now
    if (millis > 0) return { _tag: "Idle", millis } satisfies Wait
    const change = yield* session.status === "OPEN"
      ? Effect.map(SessionMonitors.applyAtEnd(session), (ending) => SessionChanges.expireChange(ending, now))
      : discard(session, now)
    if (!(yield* store.change(session, change))) return { _tag: "Overtaken" } satisfies Wait
  }
})

export const runner = Effect.suspend(() =>
  Runner.make({ kind: "connect_session", idName: "connectSessionId", takeSteps, giveUp: () => Effect.succeed(false) })
)
