/** How a person ends a Connect session and returns to the client (spec 13). */
import type { FinishedConnectSession } from "@sheaf/domain/ConnectPageApi"
import type { ConnectOutcome } from "@sheaf/domain/ConnectSession"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import { ConnectSessionStore } from "@sheaf/ports"
import type { StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import * as SessionChecks from "./SessionChecks.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionMonitors from "./SessionMonitors.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"

/** Ends the session. If it has already ended, or another request ends it first, the existing outcome stays. */
const close = Effect.fnUntraced(function* (visited: StoredConnectSession, outcome: ConnectOutcome) {
  const store = yield* ConnectSessionStore
  let session = visited
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    if (!SessionChanges.isOpen(session, now)) return session
    const code = yield* SessionSecrets.confirmationCodeOf(session)
    const codeHash = yield* SessionSecrets.codeHashOf(session, code)
    const ending = yield* SessionMonitors.applyAtEnd(session)
    yield* Effect.orDie(store.change(session, SessionChanges.finishChange(ending, now, outcome, codeHash.written.text)))
    const found = yield* Effect.orDie(store.find(session.clientId, session.connectSessionId))
    if (Option.isNone(found)) return session
    session = found.value
  }
})

/**
 * Abandons an open session if its return URL is no longer registered, because the client could then never confirm the
 * session.
 */
export const abandonUnconfirmableSession = Effect.fnUntraced(function* (session: StoredConnectSession) {
  return (yield* SessionChecks.isUnconfirmable(session)) ? yield* close(session, "ABANDONED") : session
})

/**
 * Ends a session. Returns its status and, if the person can return, the client's URL. Repeated calls return the same
 * result.
 */
export const finishSession = Effect.fnUntraced(function* (visited: StoredConnectSession, outcome: ConnectOutcome) {
  const session = yield* close(yield* abandonUnconfirmableSession(visited), outcome)
  const now = yield* Clock.currentTimeMillis
  const { connectSessionId, terms } = session
  const status = SessionChanges.statusAt(session, now)
  if (terms.returnTo === undefined || (yield* SessionChecks.isReturnUrlRemoved(session)))
    return { status } satisfies FinishedConnectSession
  const { returnUrl, state } = terms.returnTo
  const pending = SessionChanges.pendingConfirmation(session, now)
  const code = pending && (yield* SessionSecrets.rederiveCode(session, pending.codeHash))
  const returnTo = ReturnUrl.withParameters(returnUrl, {
    ...(state !== undefined && { state }),
    connectSessionId,
    ...(code !== undefined && { code: Redacted.value(code) })
  })
  return { status, returnTo } satisfies FinishedConnectSession
})
