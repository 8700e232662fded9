/**
 * Superseding: a start within a person's session replaces the session's earlier collection, for example after the
 * person reloads the page (spec 2.1). The earlier collection ends when the new one is accepted. Then the new
 * collection's first step cancels the earlier collection's open order before it places its own. Both the end and the
 * cancellation survive a crash.
 */
import * as FailureReason from "@sheaf/domain/FailureReason"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { StartCommand } from "@sheaf/domain/StartCollection"
import type {
  Caller,
  ConnectedCompany,
  CompanyCleanup,
  NewCollection,
  SupersedingStart,
  SupersededCollection,
  CollectionState
} from "@sheaf/ports"
import { Cause, Clock, Effect } from "effect"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import * as ConnectorCall from "./calls/ConnectorCall.ts"
import * as Outcome from "./Outcome.ts"

/** Returns the key of the session and its login, or `undefined` if this start supersedes nothing. */
export const supersessionKey = (
  { connectSessionId, userId = "" }: Caller,
  { company, standsAlone = false }: StartCommand,
  { order, products }: Pick<NewCollection, "order" | "products">
): string | undefined => {
  const { SESSION_ID } = order.attributes
  if (standsAlone || SESSION_ID === undefined || order._tag !== "Login") return undefined
  const { login, loginMethod } = order
  // A file does not identify a person, so only a start with the same file counts as the same login.
  const identity = login.type === "PDF_DOCUMENT" ? login.content : LoginIdentity.identityOf(login)
  const parts = [userId, company, SESSION_ID, loginMethod, identity, [...products].sort()]
  return JSON.stringify(connectSessionId === undefined ? parts : [...parts, connectSessionId])
}

/** How a superseded collection ends. */
export const supersededOutcome = Outcome.endOutcome("FAILED", FailureReason.make("SUPERSEDED"))

/** Returns what a running collection leaves open at the company if it ends at `now`. */
const cleanupOf = (
  { answers, collectionId, dueAt, order, pending, session, step }: CollectionState,
  now: number
): CompanyCleanup => {
  // A call may still be running, and may have created an order that no session names yet.
  const isCalling = pending === undefined && dueAt <= now
  const repeats: Pick<CompanyCleanup, "order"> =
    isCalling && order?._tag === "Login" && LoginMethod.describe(order.loginMethod).electronicId ? { order } : {}
  // The person's answers serve only to repeat a call.
  const given = repeats.order === undefined ? [] : answers
  return { collectionId, step, answers: given, ...(session !== undefined && { session }), ...repeats }
}

/**
 * Returns everything that the company must close if a running collection ends at `now`: nothing under a stored consent.
 */
export const cleanupsOf = (collection: CollectionState, now: number): ReadonlyArray<CompanyCleanup> =>
  [
    ...(collection.cleanups ?? []),
    ...(collection.order?._tag === "StoredConsent" ? [] : [cleanupOf(collection, now)])
  ].filter(({ order, session }) => order !== undefined || session !== undefined)

/**
 * Returns the cleanups with a session, because these can wait. Calls and the person's answers are dropped: a call can
 * be repeated only for a short time.
 */
export const sessionsOf = (cleanups: ReadonlyArray<CompanyCleanup> = []): ReadonlyArray<CompanyCleanup> =>
  cleanups.flatMap(({ order: _, ...cleanup }) => (cleanup.session === undefined ? [] : [{ ...cleanup, answers: [] }]))

/** How many cleanups a new collection takes over from superseded ones. Older orders expire at their providers. */
const maxCleanups = 20

/** Returns what a new collection's start must record to supersede the collections in `found` at `now`. */
export const supersedingStart = (
  key: string,
  found: ReadonlyArray<CollectionState>,
  now: number
): SupersedingStart => ({
  key,
  superseded: found.map((collection): SupersededCollection => {
    const { change } = Outcome.applyOutcome(collection, supersededOutcome, now)
    return { found: collection, end: { ...change, dueAt: now } }
  }),
  cleanups: found.flatMap((collection) => cleanupsOf(collection, now)).slice(-maxCleanups)
})

/** How long to wait for the calls of superseded collections, in milliseconds. */
const repeatMillis = 5_000

/**
 * Repeats the superseded collection's calls, with the same keys, up to its next pause. For the same
 * keys, the company returns the same steps, so the last step's session names every order that the first calls placed.
 */
const lastSession = Effect.fnUntraced(function* (
  company: ConnectedCompany,
  collection: CollectionState,
  { order, ...cleanup }: CompanyCleanup,
  until: number
) {
  if (order === undefined) return cleanup.session
  const { session: _, pending: __, ...rest } = collection
  let next: CollectionState = { ...rest, ...cleanup }
  while ((yield* Clock.currentTimeMillis) < until) {
    const step = yield* ConnectorCall.nextStep(company, next, order, until)
    if (step._tag === "End") return undefined
    next = { ...next, session: step.session, step: next.step + 1, answers: [] }
    if (step._tag === "Ask" || step.afterMillis > 0 || step.status === "COLLECTING") break
  }
  return next.session
})

/** How many sessions and orders are closed concurrently. */
const atOnce = 5

/** Closes what a superseded collection left open, and logs failures. Returns false if another attempt can succeed. */
const closeOne = Effect.fnUntraced(function* (
  company: ConnectedCompany,
  collection: CollectionState,
  cleanup: CompanyCleanup,
  until: number
) {
  const { isKnown, session } = yield* lastSession(company, collection, cleanup, until).pipe(
    Effect.map((last) => ({ isKnown: true, session: last })),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.as(
            Effect.logWarning("could not repeat the connector calls of an ended collection").pipe(
              withFailureAnnotations(cause)
            ),
            { isKnown: false, session: cleanup.session }
          )
    )
  )
  return (session === undefined || (yield* ConnectorCall.cancel(company.connector, session))) && isKnown
})

/**
 * Closes what collections left open at the company, and returns what is worth another attempt. Stops when `isCurrent`
 * returns false: another start has then superseded this collection and taken over what is left.
 */
export const closeSuperseded = Effect.fnUntraced(function* <E = never, R = never>(
  company: ConnectedCompany,
  collection: CollectionState,
  isCurrent: Effect.Effect<boolean, E, R>
) {
  const until = (yield* Clock.currentTimeMillis) + repeatMillis
  return yield* Effect.filter(
    collection.cleanups ?? [],
    (cleanup) =>
      Effect.flatMap(isCurrent, (is) =>
        is ? Effect.map(closeOne(company, collection, cleanup, until), (isClosed) => !isClosed) : Effect.succeed(true)
      ),
    { concurrency: atOnce }
  )
})
