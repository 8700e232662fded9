/** Opens Connect sessions in browsers, and authenticates their pages (spec 13). */
import {
  ClientStore,
  ConnectLinkUnknown,
  ConnectSessionInOtherBrowser,
  ConnectSessionExpiredError,
  ConnectSessionStore,
  InvalidConnectToken,
  CurrentActor,
  UserStore
} from "@sheaf/ports"
import type { Actor, Caller, ConnectOpenRequest, ConnectVisitor, StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { Redacted } from "effect"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"

const actorOf = ({ clientId, connectSessionId, userId }: StoredConnectSession): Actor => ({
  type: "CONNECT_SESSION",
  clientId,
  connectSessionId,
  ...(userId !== undefined && { userId })
})

export const runAsPage = <A, E, R>(session: StoredConnectSession, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(CurrentActor, (current) =>
    Effect.provideService(effect, CurrentActor, { ...current, actor: actorOf(session) })
  )

interface Bound {
  readonly session: StoredConnectSession
  readonly browser: Redacted.Redacted
}

const hasUser = Effect.fnUntraced(function* ({ clientId, userId }: StoredConnectSession) {
  return userId === undefined || Option.isSome(yield* Effect.orDie((yield* UserStore).find(clientId, userId)))
})

/**
 * Fails if the session has passed its expiry time or its user has been erased. A finished session stays readable until
 * it expires, so that the page can show the result.
 */
const inTime = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const isOver = session.expiresAt <= (yield* Clock.currentTimeMillis) || session.status === "EXPIRED"
  if (isOver || !(yield* hasUser(session))) {
    return yield* new ConnectSessionExpiredError()
  }
  return session
})

/**
 * Binds a session to the first browser that opens it. If another request binds the session first, checks again whether
 * it is bound to this browser.
 */
const bound = Effect.fnUntraced(function* (
  connectSessionId: string,
  link: Redacted.Redacted,
  browser: Redacted.Redacted,
  isEmbedded: boolean
): Effect.fn.Return<
  StoredConnectSession,
  ConnectLinkUnknown | ConnectSessionInOtherBrowser | ConnectSessionExpiredError,
  ConnectSessionStore | UserStore
> {
  const store = yield* ConnectSessionStore
  for (;;) {
    const again = yield* Effect.orDie(store.byBrowser(connectSessionId, browser))
    if (Option.isSome(again)) return yield* inTime(again.value)
    const found = yield* Effect.orDie(store.byLink(connectSessionId, link))
    if (Option.isNone(found)) return yield* new ConnectLinkUnknown()
    const session = yield* inTime(found.value)
    if (session.isBound) return yield* new ConnectSessionInOtherBrowser()
    const change = SessionChanges.openChange(session, yield* Clock.currentTimeMillis, isEmbedded)
    yield* runAsPage(session, Effect.orDie(store.bind(session, browser, change)))
  }
})

/** Binds a window to the session whose frame opened it. Fails if the secret is wrong, expired or already used. */
const takeOver = Effect.fnUntraced(function* (connectSessionId: string, handover: Redacted.Redacted) {
  const store = yield* ConnectSessionStore
  for (;;) {
    const session = Option.getOrUndefined(yield* Effect.orDie(store.byId(connectSessionId)))
    const now = yield* Clock.currentTimeMillis
    if (session === undefined || !SessionChanges.isOpen(session, now)) return yield* new ConnectLinkUnknown()
    const offered = session.progress.handover
    const hash = yield* SessionSecrets.handoverHashOf(session, handover)
    if (offered === undefined || offered.until <= now || !hash.matches(offered.hash))
      return yield* new ConnectLinkUnknown()
    const browser = yield* SessionSecrets.newSecret
    const change = SessionChanges.takeHandoverChange(session)
    if (yield* runAsPage(session, Effect.orDie(store.bind(session, browser, change, "window"))))
      return { session, browser } satisfies Bound
  }
})

/**
 * Opens a session by its link, or continues it in the browser that has already opened it. A window that the session's
 * frame has opened joins the session with a handover secret.
 */
export const openSession = Effect.fnUntraced(function* ({
  browser: given,
  connectSessionId,
  embedded,
  handover,
  link
}: ConnectOpenRequest) {
  const store = yield* ConnectSessionStore
  const known = given !== undefined && SessionSecrets.isSecret(given) ? given : undefined
  if (known !== undefined) {
    const found = yield* Effect.orDie(store.byBrowser(connectSessionId, known))
    if (Option.isSome(found)) return { session: yield* inTime(found.value), browser: known } satisfies Bound
  }
  if (handover !== undefined) {
    const { browser, session } = yield* takeOver(connectSessionId, handover)
    return { session: yield* inTime(session), browser } satisfies Bound
  }
  if (link === undefined) return yield* new ConnectLinkUnknown()
  // Always creates a new secret, because somebody else could have planted the browser's current one.
  const browser = yield* SessionSecrets.newSecret
  return { session: yield* bound(connectSessionId, link, browser, embedded !== undefined), browser } satisfies Bound
})

/**
 * Returns the caller on whose behalf a session's page acts. If the session's purpose is PERMISSIONS, the page sees all
 * of the user's objects.
 */
const callerOf = Effect.fnUntraced(function* ({ clientId, connectSessionId, purpose, userId }: StoredConnectSession) {
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  if (Option.isNone(client)) return yield* new InvalidConnectToken()
  const caller: Caller = {
    clientId,
    environment: client.value.environment,
    ...(userId !== undefined && { userId }),
    ...(purpose !== "PERMISSIONS" && { connectSessionId })
  }
  return caller
})

/** Authenticates a visitor by the page's token and the browser's secret. The token is useless without the secret. */
export const authenticateVisitor = Effect.fnUntraced(function* (
  token: string,
  browserOf: (connectSessionId: string) => Redacted.Redacted | undefined
) {
  const proven = yield* SessionSecrets.verifyPageToken(token, browserOf)
  if (proven === undefined) return yield* new InvalidConnectToken()
  const { browser, connectSessionId } = proven
  const found = yield* Effect.orDie((yield* ConnectSessionStore).byBrowser(connectSessionId, browser))
  if (Option.isNone(found)) return yield* new InvalidConnectToken()
  const session = yield* inTime(found.value)
  const visitor: ConnectVisitor = { session, caller: yield* callerOf(session) }
  return visitor
})
