/**
 * The lifecycle of a collection as a pure reducer (decisions 4): what the table of {@link CollectionStatus} does not
 * allow is refused, what changes nothing that a client sees raises no revision.
 */
import { canTransition, initial, isFinal } from "./CollectionStatus.ts"
import type { CollectionStatus } from "./CollectionStatus.ts"

/** What the reducer keeps: the status, and a number that rises with every change that a client can see. */
export interface State {
  readonly status: CollectionStatus
  readonly revision: number
}

export type Event =
  /** Somebody reports where the collection stands now; `informationChanged` tells whether `extraInformation` differs. */
  | { readonly _tag: "Reported"; readonly status: CollectionStatus; readonly informationChanged: boolean }
  /** Input was accepted: the request for it leaves `extraInformation`, the status stays (decisions 5). */
  | { readonly _tag: "InputAccepted" }

export type Transition =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State }
  /** The status stayed and `extraInformation` changed: a new revision with the old `statusChangedAt`. */
  | { readonly _tag: "Updated"; readonly state: State }
  /** Nothing that a client sees changed. */
  | { readonly _tag: "Unchanged"; readonly state: State }
  /** The event is not allowed here; the state stays as it was. */
  | { readonly _tag: "Refused"; readonly state: State; readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED" }

/** Where every history begins. */
export const begin: State = { status: initial, revision: 1 }

/** The state after an event. Total: every event has an answer in every state. */
export const transition = (state: State, event: Event): Transition => {
  if (isFinal(state.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
  const revision = state.revision + 1
  if (event._tag === "InputAccepted") return { _tag: "Updated", state: { status: state.status, revision } }
  if (event.status === state.status) {
    return event.informationChanged
      ? { _tag: "Updated", state: { status: state.status, revision } }
      : { _tag: "Unchanged", state }
  }
  return canTransition(state.status, event.status)
    ? { _tag: "Moved", state: { status: event.status, revision } }
    : { _tag: "Refused", state, reason: "NOT_ALLOWED" }
}
