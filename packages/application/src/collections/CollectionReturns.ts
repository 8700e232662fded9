/** Handles people who return to a collection from a bank's or company's page (spec 2.4, 13, 16). */
import { isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import { CollectionStore, PublicUrl } from "@sheaf/ports"
import type {
  ConnectSessionStore,
  PageVisit,
  ReturnOutcome,
  ReturnResult,
  ReturnVisit,
  CollectionState
} from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import * as SessionBrowser from "../sessions/SessionBrowser.ts"
import * as ConfirmationCode from "../consents/ConfirmationCode.ts"
import { withFailureAnnotations } from "../telemetry/FailureLog.ts"
import { CollectionRunner } from "./Process.ts"
import * as Outcome from "./Outcome.ts"
import * as Visit from "./calls/Visit.ts"
import * as ReturnState from "./calls/ReturnState.ts"
import type { StepServices } from "./Steps.ts"
import * as Steps from "./Steps.ts"
import { minPauseMillis } from "../process/Runner.ts"

type ReturnServices = CollectionRunner | ConnectSessionStore | PublicUrl

type Visited = CollectionState & { readonly visit: PageVisit }

const isVisited = (collection: CollectionState): collection is Visited => collection.visit !== undefined

const find = Effect.fnUntraced(function* (state: string) {
  const collectionId = ReturnState.collectionIdIn(state)
  if (collectionId === undefined) return undefined
  const found = Option.getOrUndefined(yield* Effect.orDie((yield* CollectionStore).loadState(collectionId)))
  return found !== undefined && isVisited(found) && (yield* ReturnState.isReturnStateOf(found, state))
    ? found
    : undefined
})

/**
 * If the person goes on to the client's URL, the client must still confirm the return. Otherwise, the return is
 * confirmed immediately.
 */
const returned = <Return extends object>({ returnTo }: PageVisit, facts: Return) =>
  returnTo === undefined
    ? { ...facts, state: "CONFIRMED" as const }
    : { ...facts, state: "RETURNED" as const, returnTo }

/**
 * Returns the collection's `visit` after the person's first return from the page, or undefined if no return is
 * expected. The next step reports the return to the connector. If the collection has no return URL, the Connect
 * session's browser proves that the right person returned.
 */
const withReturn = Effect.fnUntraced(function* (
  collection: Visited,
  { query, response }: Pick<ReturnVisit, "query" | "response">
) {
  const { shown, status, visit } = collection
  const { APP_URL: app, REDIRECT_URL: page } = shown.information ?? {}
  if (visit.state !== "EXPECTED" && visit.state !== "UNUSED") return undefined
  const isShown = (visit.state === "EXPECTED" ? page : app) !== undefined
  if (status !== "WAITING_FOR_USER_ACTION" || !isShown) return undefined
  if (visit.isRequired === undefined)
    return returned(visit, { usedUntil: collection.step, unreported: { query: query ?? {} } })
  // Ignores a visit without the code. The person's own return brings the code, and only one visit can count as the
  // return.
  if (visit.expectsCode && response === undefined) return undefined
  const { isRequired, usedUntil } = visit
  if (response === undefined) return returned(visit, { isRequired, usedUntil, unreported: {} })
  const { code, ...more } = response
  const codeHash = yield* ConfirmationCode.authorizationCodeHashOf({ ...collection, id: collection.collectionId }, code)
  const unreported = { code: Redacted.value(code), ...more }
  return returned(visit, { isRequired, usedUntil, unreported, codeHash: codeHash.written.text })
})

/**
 * Records the effect of a visit durably, and ends the collection if the visitor cannot be the right person. Returns
 * true if this was the person's first return.
 */
const record = Effect.fnUntraced(function* (
  found: Visited,
  isTrusted: boolean,
  given: Pick<ReturnVisit, "query" | "response" | "state">
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  for (let collection = found; !isFinal(collection.status) && collection.visit.state !== "REFUSED";) {
    if (isTrusted && ReturnState.isUsed(collection, given.state)) return false
    const { collectionId, visit } = collection
    const next = isTrusted ? yield* withReturn(collection, given) : Visit.refuse(visit)
    if (next === undefined) return false
    const now = yield* Clock.currentTimeMillis
    const advance = { ...Outcome.partialChange(collection, now), visit: next, dueAt: now }
    const write = Effect.orDie(store.advance(collection, [advance], { isLasting: true }))
    if (yield* runner.advance(collectionId, write)) return isTrusted
    const again = Option.getOrUndefined(yield* Effect.orDie(store.loadState(collectionId)))
    if (again === undefined || !isVisited(again)) return false
    collection = again
  }
  return false
})

const untilAnswered = Effect.fnUntraced(function* (collectionId: string) {
  const runner = yield* CollectionRunner
  for (;;) {
    yield* runner.settled(collectionId)
    const row = Option.getOrUndefined(yield* Steps.readCollection(collectionId))
    const isAnswered = row?.visit === undefined || row.visit.state === "EXPECTED" || row.visit.state === "GRANTED"
    if (isAnswered || row.status !== "WAITING_FOR_USER_ACTION") return
    yield* Effect.sleep(Math.max(minPauseMillis, Steps.waitFor(row, yield* Clock.currentTimeMillis).millis))
  }
})

/** Waits at most five seconds for the company's response to the return, because the person is waiting. */
const proceed = (collectionId: string) =>
  untilAnswered(collectionId).pipe(
    Effect.timeoutOption("5 seconds"),
    Effect.catchCause((cause) =>
      Effect.logWarning("could not continue the collection after the return; its steps will retry").pipe(
        withFailureAnnotations(cause)
      )
    )
  )

/**
 * Returns true if this return has the same authorization code as the person's first return, or if no such code is
 * recorded.
 */
const isOfPerson = Effect.fnUntraced(function* (collection: Visited, response: ReturnVisit["response"]) {
  const { visit } = collection
  const codeHash = visit.isRequired && visit.state === "GRANTED" ? visit.codeHash : undefined
  if (codeHash === undefined) return true
  return (
    response !== undefined &&
    (yield* ConfirmationCode.authorizationCodeHashOf(
      { ...collection, id: collection.collectionId },
      response.code
    )).matches(codeHash)
  )
})

const outcomeOf = ({ status, visit }: Visited) =>
  (isFinal(status) && !isOutcome(status)) || visit.state === "REFUSED" ? ("ENDED" as const) : ("COLLECTING" as const)

/**
 * Handles a person's return. The client or the Connect session's browser proves later that this is the person who began
 * the collection.
 */
export const handleReturn = Effect.fnUntraced(function* ({
  browser,
  company,
  state,
  ...given
}: ReturnVisit): Effect.fn.Return<ReturnResult, never, StepServices | ReturnServices> {
  const unknown: ReturnResult = { _tag: "UNKNOWN" }
  const before = yield* find(state)
  if (before === undefined) return unknown
  const isOwn = yield* SessionBrowser.isSessionBrowser(before, browser)
  if (isOwn && before.visit.state === "EXPECTED" && ReturnState.isUsed(before, state)) return unknown
  const isRecorded = yield* record(before, isOwn && company === before.company, { ...given, state })
  yield* proceed(before.collectionId)
  const after = yield* find(state)
  if (after === undefined) return unknown
  const { order, visit } = before
  const locale = order?._tag === "Login" ? order.oneTimeConsent?.psuLocale : undefined
  const page = (outcome: ReturnOutcome) => ({ _tag: "RETURNED" as const, outcome, ...(locale && { locale }) })
  if (!isOwn) return after.visit.state === "REFUSED" ? page("ELSEWHERE") : unknown
  if (visit.returnTo === undefined) return page(outcomeOf(after))
  const named = { clientId: after.clientId, id: after.collectionId }
  const round = ReturnState.returnKeyOf(after)
  const secret = yield* ConfirmationCode.browserSecretOf(named, round)
  const isSecure = (yield* (yield* PublicUrl).base).startsWith("https:")
  // If the visit is `EXPECTED` again, the company has sent the person to another page, so this return proves nothing.
  const isFirst = isRecorded && after.visit.state !== "EXPECTED"
  const kept = isFirst && { browser: { secret: Redacted.make(secret.written.text), isSecure } }
  if (!isFinal(after.status) && after.visit.state === "RETURNED") {
    return { ...page("PENDING"), isUndecided: true, ...kept }
  }
  const isSame = browser.secret !== undefined && secret.matches(Redacted.value(browser.secret))
  const isWaiting = !isFinal(after.status) && after.visit.state === "GRANTED"
  const hasCode = isWaiting && (isFirst || isSame) && (yield* isOfPerson(after, given.response))
  const code = hasCode ? yield* ConfirmationCode.deriveCode(named, round) : undefined
  const location = ReturnUrl.withParameters(visit.returnTo.returnUrl, {
    ...(visit.returnTo.state !== undefined && { state: visit.returnTo.state }),
    collectionId: after.collectionId,
    ...(code !== undefined && { code: Redacted.value(code) })
  })
  return { _tag: "REDIRECTED", location, ...kept }
})
