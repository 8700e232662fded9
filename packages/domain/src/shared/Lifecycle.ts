/**
 * The lifecycle of a collection or a consent: a pure function of state and report that follows a {@link StatusTable}
 * (spec 3.3, 3.4). Rejects transitions that the table lacks. The revision rises only if clients can see the change.
 */
import type { Brand } from "effect"
import type { StatusTable } from "./StatusTable.ts"

/** A status from a lifecycle. Stores accept no other. */
export type LifecycleStatus<Status extends string> = Status & Brand.Brand<"Decided">

/** Brands a status. Only lifecycles and tests of stores may call this. */
export const brandStatus = <Status extends string>(status: Status): LifecycleStatus<Status> =>
  status as LifecycleStatus<Status>

export interface State<Status extends string> {
  readonly status: Status
  /** Rises with every change that clients can see. */
  readonly revision: number
}

/** A status that a company, a bank, a person or a timeout caused. */
export interface StatusReport<Status extends string> {
  readonly status: Status
  /** True if clients can see a change besides the status. */
  readonly changed: boolean
}

export type Transition<Status extends string> =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State<LifecycleStatus<Status>> }
  /** The status is the same, but clients see another change, so the revision has risen. */
  | { readonly _tag: "Updated"; readonly state: State<LifecycleStatus<Status>> }
  /** Clients see no change. */
  | { readonly _tag: "Unchanged"; readonly state: State<LifecycleStatus<Status>> }
  /** The table lacks this transition, so the state is unchanged. */
  | {
      readonly _tag: "Refused"
      readonly state: State<LifecycleStatus<Status>>
      readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED"
    }

/** Returns a table's reducer. */
export const makeReducer =
  <Status extends string>({ canTransition, isFinal }: Pick<StatusTable<Status>, "canTransition" | "isFinal">) =>
  (before: State<Status>, { changed, status }: StatusReport<Status>): Transition<Status> => {
    const state = { status: brandStatus(before.status), revision: before.revision }
    if (isFinal(before.status)) return { _tag: "Refused", state, reason: "ALREADY_ENDED" }
    const next = { status: brandStatus(status), revision: before.revision + 1 }
    if (status === before.status) return changed ? { _tag: "Updated", state: next } : { _tag: "Unchanged", state }
    return canTransition(before.status, status)
      ? { _tag: "Moved", state: next }
      : { _tag: "Refused", state, reason: "NOT_ALLOWED" }
  }
