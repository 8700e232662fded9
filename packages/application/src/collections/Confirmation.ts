/** The confirmation of a collection with the code that the person brought back to the client (spec 2.4). */
import { isFinal } from "@sheaf/domain/CollectionStatus"
import {
  CollectionNotAwaitingConfirmation,
  CollectionNotConfirmed,
  CollectionNotFound,
  CollectionStore,
  ConnectUserTokenRequired,
  owns
} from "@sheaf/ports"
import type { Caller, PageVisit, CollectionState } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import type { Redacted } from "effect"
import * as ConfirmationCode from "../consents/ConfirmationCode.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import { CollectionRunner } from "./Process.ts"
import * as ReturnState from "./calls/ReturnState.ts"
import * as Outcome from "./Outcome.ts"
import * as Visit from "./calls/Visit.ts"

const isConfirmed = (visit: PageVisit, now: number): boolean =>
  visit.state === "CONFIRMED" && visit.until !== undefined && now < visit.until

/** Only the right code from the right user, in time, confirms the visit. */
const stateFor = (isUser: boolean, isRight: boolean, isInTime: boolean): "CONFIRMED" | "REFUSED" | undefined => {
  if (!isUser) return isRight && isInTime ? "REFUSED" : undefined
  return isRight && isInTime ? "CONFIRMED" : "REFUSED"
}

/**
 * Confirms a collection with a code. If the code is wrong or late, or comes from another user, the wrong person may
 * have returned, so the collection ends.
 */
export const confirm = Effect.fnUntraced(function* (
  caller: Caller,
  collectionId: string,
  code: Redacted.Redacted,
  accept: AcceptWrite
) {
  const store = yield* CollectionStore
  const runner = yield* CollectionRunner
  for (;;) {
    const collection: CollectionState | undefined = Option.getOrUndefined(
      yield* Effect.orDie(store.loadState(collectionId))
    )
    if (collection?.clientId !== caller.clientId) return yield* new CollectionNotFound()
    const { company, status, userId, visit } = collection
    if (userId !== undefined && caller.userId === undefined) return yield* new ConnectUserTokenRequired()
    const isUser = owns(caller, collection)
    const isRight = yield* ConfirmationCode.isDerivedCode(
      { ...collection, id: collectionId },
      ReturnState.returnKeyOf(collection),
      code
    )
    const now = yield* Clock.currentTimeMillis
    if (visit === undefined || visit.state !== "GRANTED" || isFinal(status)) {
      if (!isUser) return yield* new CollectionNotFound()
      if (visit !== undefined && isRight && isConfirmed(visit, now)) return
      if (visit?.state === "REFUSED") return yield* new CollectionNotConfirmed()
      return yield* new CollectionNotAwaitingConfirmation({ company, status })
    }
    const state = stateFor(isUser, isRight, now < visit.until)
    if (state === undefined) return yield* new CollectionNotFound()
    const next = state === "REFUSED" ? Visit.refuse(visit) : { ...visit, state }
    const held = state === "CONFIRMED" && visit.isCollecting ? ({ status: "COLLECTING", shown: {} } as const) : {}
    const advance = { ...Outcome.partialChange(collection, now, held), visit: next, dueAt: now }
    const write = store.advance(collection, [advance], { isLasting: true })
    const record = state === "CONFIRMED" ? accept({ id: collectionId, isNew: false }, write) : Effect.orDie(write)
    if (!(yield* runner.advance(collectionId, record))) continue
    if (!isUser) return yield* new CollectionNotFound()
    if (state === "REFUSED") return yield* new CollectionNotConfirmed()
    return
  }
})
