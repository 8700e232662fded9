/**
 * The monitor that a Connect session asks for: what the page asks the person, how the person agrees, and how the
 * monitor is created or changed (spec 13, 18).
 */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import { timeZoneOf } from "@sheaf/domain/Company"
import type { ConnectMonitorQuestion } from "@sheaf/domain/ConnectMonitor"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { maxMonitorDays } from "@sheaf/domain/Monitor"
import type { MonitorSource } from "@sheaf/domain/Monitor"
import {
  ClientStore,
  ConnectSessionStore,
  ConsentStore,
  isSessionConfirmed,
  Monitors,
  MonitorStore
} from "@sheaf/ports"
import type {
  AskedMonitor,
  ConnectSessionChange,
  MonitorOffer,
  PermittedMonitor,
  StoredConnectSession,
  StoredMonitor,
  UserCaller
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Struct } from "effect"
import { SecureRandom } from "effect/crypto"
import { timestampOf } from "../views/Display.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionContents from "./SessionContents.ts"

interface Asking {
  readonly session: StoredConnectSession
  readonly caller: UserCaller
  readonly asked: AskedMonitor
}

const askingOf = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const { clientId, connectSessionId, terms, userId } = session
  if (terms.monitor === undefined || userId === undefined) return undefined
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  if (Option.isNone(client)) return undefined
  const caller: UserCaller = { clientId, connectSessionId, userId, environment: client.value.environment }
  return { session, caller, asked: terms.monitor } satisfies Asking
})

const requestOf = ({ asked, session }: Asking, given: MonitorSource | undefined) => ({
  asked,
  products: session.terms.products,
  given
})

const givenIn = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const { collections, consents } = yield* SessionContents.sessionObjectsOf(session)
  const now = yield* Clock.currentTimeMillis
  const given = [
    ...consents
      .filter((consent) => ConsentStatus.isUsable(ConsentStatus.statusAt(consent, now)))
      .map(({ consentId, createdAt }) => ({ createdAt, source: { consentId } })),
    ...collections
      .filter(({ status }) => isOutcome(status))
      .map(({ collectionId, createdAt }) => ({ createdAt, source: { collectionId } }))
  ]
  return given.toSorted((a, b) => b.createdAt - a.createdAt).map(({ source }): MonitorSource => source)
})

interface Ready {
  readonly given: MonitorSource | undefined
  readonly offer: MonitorOffer
}

const offerFor = Effect.fnUntraced(function* (asking: Asking, given: MonitorSource | undefined) {
  return Option.getOrUndefined(yield* Effect.option((yield* Monitors).offer(asking.caller, requestOf(asking, given))))
})

/**
 * Returns the offer for the newest usable source that the person provided in the session. If there is none, returns the
 * offer for the source that the client named.
 */
const readyOf = Effect.fnUntraced(function* (asking: Asking) {
  const isNamed = asking.asked.source !== undefined
  const candidates = isNamed ? [] : yield* givenIn(asking.session)
  for (const given of [...candidates, undefined]) {
    const offer = yield* offerFor(asking, given)
    if (offer !== undefined) return { given, offer } satisfies Ready
  }
  return undefined
})

/**
 * Returns the offer that the page shows: the one that the person can accept, or has accepted in a session that the
 * client must confirm first.
 */
const shownOfferOf = Effect.fnUntraced(function* (asking: Asking) {
  const { permitted } = asking.session.progress
  if (permitted === undefined) return (yield* readyOf(asking))?.offer
  return isSessionConfirmed(asking.session) ? undefined : yield* offerFor(asking, permitted.given)
})

const termsOf = ({ at, every, timeZone, until }: MonitorOffer["terms"]) => ({
  every,
  ...(at !== undefined && { at }),
  timeZone,
  until: timestampOf(until)
})

const presentTermsOf = ({ terms: { every, until } }: StoredMonitor) => ({ every, until: timestampOf(until) })

const accountsOf = Effect.fnUntraced(function* (
  { clientId }: UserCaller,
  { source }: MonitorOffer,
  before: StoredMonitor | undefined
) {
  const { consentId } = source ?? before?.source ?? {}
  const found =
    consentId === undefined ? Option.none() : yield* Effect.orDie((yield* ConsentStore).find(clientId, consentId))
  return Option.getOrUndefined(Option.map(found, ({ scope }) => Struct.pick(scope, ["balances", "transactions"])))
})

/** Returns what the page must ask the person, or undefined if the session is not about a monitor. */
export const questionOf = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const asking = yield* askingOf(session)
  if (asking === undefined) return undefined
  const { asked, caller } = asking
  const { company, products } = session.terms
  const permitted = session.progress.permitted !== undefined
  const before =
    asked.monitorId === undefined
      ? Option.none()
      : yield* Effect.orDie((yield* MonitorStore).find(caller.clientId, asked.monitorId))
  const offer = yield* shownOfferOf(asking)
  const accounts = offer && (yield* accountsOf(caller, offer, Option.getOrUndefined(before)))
  const now = yield* Clock.currentTimeMillis
  const latest = now + maxMonitorDays * dayMillis
  const keepable = offer || permitted ? undefined : yield* StartCheck.credentialRetentionFor(caller.clientId)
  const keptUntil = offer?.credentialsKeptUntil
  const question: ConnectMonitorQuestion = {
    ...(company !== undefined && { company, timeZone: timeZoneOf(company) }),
    ...Struct.pick(asked, ["every", "at", "timeZone"]),
    until: asked.until ?? timestampOf(latest),
    ...(products && { products }),
    ...(offer && {
      ...termsOf(offer.terms),
      company: offer.company,
      products: offer.terms.products ?? offer.terms.offered,
      ...(offer.source && { source: offer.source }),
      ...(accounts && { accounts })
    }),
    ...(keepable !== undefined && { credentialsKeepableUntil: timestampOf(now + keepable) }),
    ...(keptUntil !== undefined && { credentialsKeptUntil: timestampOf(keptUntil) }),
    ...(Option.isSome(before) && !permitted && { present: presentTermsOf(before.value) }),
    ready: offer !== undefined && !permitted,
    permitted
  }
  return question
})

const apply = Effect.fnUntraced(function* (session: StoredConnectSession) {
  const { permitted } = session.progress
  const asking = permitted && (yield* askingOf(session))
  if (asking === undefined || permitted === undefined) return
  yield* (yield* Monitors).permit(asking.caller, permitted.monitorId, requestOf(asking, permitted.given))
})

const withoutPermission = Effect.fnUntraced(function* <S extends StoredConnectSession>(
  session: S,
  error: Effect.Error<ReturnType<typeof apply>>
) {
  yield* Effect.logWarning("what the person permitted in a Connect session could not take effect").pipe(
    withFailureAnnotations(Cause.fail(error), { connectSessionId: session.connectSessionId })
  )
  return { ...session, progress: SessionChanges.withoutPermission(session.progress) }
})

/**
 * Creates or changes the monitor of a session that the client has just confirmed, and returns the session. If the
 * monitor is no longer possible, for example because the bank has ended the consent, returns the session without the
 * person's permission for the monitor. If the process crashes before the confirmation is recorded, the monitor stays.
 * That is harmless, because the right user has confirmed the session. Fails with `TooManyMonitors` before it changes
 * anything.
 */
export const applyAtConfirmation = (session: SessionChanges.EndedSession) =>
  apply(session).pipe(
    Effect.as(session),
    Effect.catch((error) => (error._tag === "TooManyMonitors" ? Effect.fail(error) : withoutPermission(session, error)))
  )

/**
 * Call this before an open session ends. If a crash interrupted the creation or change of the monitor that the person
 * permitted, completes it now. Has no effect if the monitor is up to date, or if the client must confirm the session
 * first. Returns the session.
 */
export const applyAtEnd = (session: StoredConnectSession) =>
  isSessionConfirmed(session)
    ? apply(session).pipe(
        Effect.as(session),
        Effect.catch((error) => withoutPermission(session, error))
      )
    : Effect.succeed(session)

const notReady = {
  pointer: "/source",
  code: "INVALID_FIELD",
  detail: "The session asks the person about another source, or about none yet. Read the session again."
} as const

const isSame = (a: MonitorSource | undefined, b: MonitorSource | undefined): boolean =>
  a?.consentId === b?.consentId && a?.collectionId === b?.collectionId

const presentOf = Effect.fnUntraced(function* (visited: StoredConnectSession) {
  const found = yield* Effect.orDie((yield* ConnectSessionStore).find(visited.clientId, visited.connectSessionId))
  return Option.getOrElse(found, () => visited)
})

/**
 * Changes the session while it is open. If another writer wins the race, calls `changeOf` again with the new state.
 * Returns the session and whether it was changed.
 */
const changeOpen = Effect.fnUntraced(function* (
  visited: StoredConnectSession,
  changeOf: (session: StoredConnectSession, now: number) => ConnectSessionChange | undefined
) {
  const store = yield* ConnectSessionStore
  for (;;) {
    const session = yield* presentOf(visited)
    const now = yield* Clock.currentTimeMillis
    const change = SessionChanges.isOpen(session, now) ? changeOf(session, now) : undefined
    if (change === undefined) return { session, isChanged: false }
    if (yield* Effect.orDie(store.change(session, change)))
      return { session: yield* presentOf(visited), isChanged: true }
  }
})

const yesTo = Effect.fnUntraced(function* (session: StoredConnectSession, shown: MonitorSource | undefined) {
  const asking = yield* askingOf(session)
  const ready = asking && (yield* readyOf(asking))
  if (asking === undefined || ready === undefined || !isSame(shown, ready.offer.source)) {
    return (yield* presentOf(session)).progress.permitted ?? (yield* StartCheck.failWithViolation(notReady))
  }
  const { given } = ready
  const monitorId = asking.asked.monitorId ?? (yield* (yield* SecureRandom.SecureRandom).uuidV7())
  return { monitorId, ...(given !== undefined && { given }) } satisfies PermittedMonitor
})

/**
 * Records that the person agreed to what the page showed. Then creates or changes the monitor, unless the client must
 * confirm the session first. If the monitor cannot be created or changed, withdraws the agreement, but only if this
 * call recorded it.
 */
export const permitMonitor = Effect.fnUntraced(function* (
  visited: StoredConnectSession,
  shown: MonitorSource | undefined
) {
  const permitted = visited.progress.permitted ?? (yield* yesTo(visited, shown))
  const { isChanged, session } = yield* changeOpen(visited, (found, now) =>
    found.progress.permitted === undefined ? SessionChanges.permitChange(found, now, permitted) : undefined
  )
  if (!isSessionConfirmed(session)) return session
  const takeBack = changeOpen(session, (found, now) => SessionChanges.permitChange(found, now, undefined))
  return yield* apply(session).pipe(
    Effect.as(session),
    Effect.tapError(() => (isChanged ? takeBack : Effect.void))
  )
})
