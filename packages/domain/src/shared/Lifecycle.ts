/**
 * The lifecycle of a collection or a consent, as a pure function: it takes the state and a report, and returns the next
 * state according to a {@link StatusTable} (spec 3.3, 3.4). It rejects transitions that are not in the table. The
 * revision rises only if clients can see the change.
 */
import type { Brand } from "effect"
import type { StatusTable } from "./StatusTable.ts"

/** A status that a lifecycle has decided. Stores accept no others. */
export type LifecycleStatus<Status extends string> = Status & Brand.Brand<"Decided">

/** Brands a status. Only lifecycles and tests of stores may call this. */
export const brandStatus = <Status extends string>(status: Status): LifecycleStatus<Status> =>
  status as LifecycleStatus<Status>

export interface State<Status extends string> {
  readonly status: Status
  /** Rises with every change that clients can see. */
  readonly revision: number
}

/** The new status, because of something that a company, a bank, a person or a timeout did. */
export interface StatusReport<Status extends string> {
  readonly status: Status
  /** True if clients can see another change, even if the status stays the same. */
  readonly changed: boolean
}

export type Transition<Status extends string> =
  /** The status changed. */
  | { readonly _tag: "Moved"; readonly state: State<LifecycleStatus<Status>> }
  /** The status is the same, but clients see another change, so the revision has risen. */
  | { readonly _tag: "Updated"; readonly state: State<LifecycleStatus<Status>> }
  /** Clients see no change. */
  | { readonly _tag: "Unchanged"; readonly state: State<LifecycleStatus<Status>> }
  /** The table does not allow this transition, so the state stays the same. */
  | {
      readonly _tag: "Refused"
      readonly state: State<LifecycleStatus<Status>>
      readonly reason: "ALREADY_ENDED" | "NOT_ALLOWED"
    }

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
