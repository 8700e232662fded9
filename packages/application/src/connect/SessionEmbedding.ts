/**
 * Connect sessions in frames and windows of the client's own pages (spec 13). Browsers do not send a frame's
 * partitioned cookie from a separate window, so a window opened by the frame joins the session with a one-time secret
 * that the frame has just requested.
 */
import type { ConnectHandover } from "@sheaf/domain/ConnectPageApi"
import { ClientStore, ConnectSessionEndedError, ConnectSessionStore } from "@sheaf/ports"
import type { StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"

/** Returns the origins whose pages may embed a session. There are none once the session has ended. */
export const originsOf = Effect.fnUntraced(function* (connectSessionId: string) {
  const session = Option.getOrUndefined(yield* Effect.orDie((yield* ConnectSessionStore).byId(connectSessionId)))
  const now = yield* Clock.currentTimeMillis
  if (session === undefined || !SessionChanges.isOpen(session, now)) return []
  return yield* Effect.orDie((yield* ClientStore).origins(session.clientId))
})

/** Returns a secret for the window that the session's frame has opened. An earlier secret no longer works. */
export const handOver = Effect.fnUntraced(function* (visited: StoredConnectSession) {
  const store = yield* ConnectSessionStore
  const handover = yield* SessionSecrets.newSecret
  const hash = yield* SessionSecrets.handoverHashOf(visited, handover)
  let session = visited
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    if (!SessionChanges.isOpen(session, now)) return yield* new ConnectSessionEndedError()
    const change = SessionChanges.offerHandoverChange(session, now, hash.written.text)
    if (yield* Effect.orDie(store.change(session, change))) break
    const found = yield* Effect.orDie(store.find(session.clientId, session.connectSessionId))
    if (Option.isNone(found)) return yield* new ConnectSessionEndedError()
    session = found.value
  }
  return { handover: Redacted.value(handover) } satisfies ConnectHandover
})
