/**
 * The lifecycle of something with a status, as a pure reducer over its {@link StatusTable} (decisions 4, 9). It refuses
 * what the table does not allow, and raises the revision only for changes that a client can see.
 */
import type { StatusTable } from "./StatusTable.ts"

/** A status, and a number that rises with every change that a client can see. */
export interface State<Status extends string> {
  readonly status: Status
  readonly revision: number
}

/** The status that somebody reports now. */
export interface Report<Status extends string> {
  readonly status: Status
  /** Whether anything else that a client sees has changed. */
  readonly changed: boolean
}

export type Transition<Status extends string> =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State<Status> }
  /** The status stayed and something else that a client sees changed: a new revision of the same status. */
  | { readonly _tag: "Updated"; readonly state: State<Status> }
  /** Nothing that a client sees changed. */
  | { readonly _tag: "Unchanged"; readonly state: State<Status> }
  /** The table does not allow the change; the state stays as it was. */
  | { readonly _tag: "Refused"; readonly state: State<Status>; readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED" }

/** The reducer of a table. It is total: every report has a transition in every state. */
export const make =
  <Status extends string>({ canTransition, isFinal }: Pick<StatusTable<Status>, "canTransition" | "isFinal">) =>
  (state: State<Status>, { changed, status }: Report<Status>): Transition<Status> => {
    if (isFinal(state.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
    const next = { status, revision: state.revision + 1 }
    if (status === state.status) return changed ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state }
    return canTransition(state.status, status)
      ? { _tag: "Moved", state: next }
      : { _tag: "Refused", state, reason: "NOT_ALLOWED" }
  }
