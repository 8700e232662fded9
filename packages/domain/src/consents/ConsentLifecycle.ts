/**
 * The lifecycle of a consent as a pure reducer (decisions 9): what the table of {@link ConsentStatus} does not allow is
 * refused, and what changes nothing that a client sees raises no revision.
 */
import { canTransition, initial, isFinal } from "./ConsentStatus.ts"
import type { ConsentStatus } from "./ConsentStatus.ts"

/** What the reducer keeps: the status, and a number that rises with every change that a client can see. */
export interface State {
  readonly status: ConsentStatus
  readonly revision: number
}

/** Somebody (the bank, the user, the clock) reports where the consent stands now. */
export interface Event {
  readonly status: ConsentStatus
  /** Whether something else that the client sees differs, such as `authInstructions`. */
  readonly instructionsChanged: boolean
}

export type Transition =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State }
  /** The status stayed and the instructions changed. */
  | { readonly _tag: "Updated"; readonly state: State }
  /** Nothing that a client sees changed. */
  | { readonly _tag: "Unchanged"; readonly state: State }
  /** The event is not allowed here; the state stays as it was. */
  | { readonly _tag: "Refused"; readonly state: State; readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED" }

/** Where every consent begins. */
export const begin: State = { status: initial, revision: 1 }

/** The state after an event. Total: every event has an answer in every state. */
export const transition = (state: State, { instructionsChanged, status }: Event): Transition => {
  if (isFinal(state.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
  const next = { status, revision: state.revision + 1 }
  if (status === state.status)
    return instructionsChanged ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state }
  return canTransition(state.status, status)
    ? { _tag: "Moved", state: next }
    : { _tag: "Refused", state, reason: "NOT_ALLOWED" }
}
