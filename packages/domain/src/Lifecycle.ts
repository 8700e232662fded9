/**
 * The lifecycle of a collection or consent: a pure reducer that follows a {@link StatusTable} (decisions 4, 9). It
 * rejects transitions that the table does not allow, and increases the revision only for changes that clients can see.
 */
import type { StatusTable } from "./StatusTable.ts"

export interface State<Status extends string> {
  readonly status: Status
  /** A number that increases with every change that clients can see. */
  readonly revision: number
}

export interface Report<Status extends string> {
  readonly status: Status
  /** True if anything else that clients see has changed. */
  readonly changed: boolean
}

export type Transition<Status extends string> =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State<Status> }
  /** The status is the same, but another visible part has changed, so the revision has increased. */
  | { readonly _tag: "Updated"; readonly state: State<Status> }
  /** No visible part has changed. */
  | { readonly _tag: "Unchanged"; readonly state: State<Status> }
  /** The table does not allow the transition, so the state is unchanged. */
  | { readonly _tag: "Refused"; readonly state: State<Status>; readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED" }

/** Returns a table's reducer. */
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
