/**
 * The lifecycles of collections and consents: a table with one row per status (spec 2.4, 2.5, 3), and the pure function
 * that takes a state and a report, and returns the next state according to the table (spec 3.3, 3.4). It rejects
 * transitions that are not in the table. The revision rises only if clients can see the change.
 */
import type { Brand } from "effect"
import { Record } from "effect"

const advices = ["FINISH", "RETRY", "CORRECT_INPUT", "OTHER_METHOD", "OTHER_FILE", "WAIT", "VISIT_COMPANY"] as const

/**
 * What a user interface can suggest to a person after a final status. `clientAction` gives developers the same advice
 * as text.
 */
export type RecoveryAdvice = (typeof advices)[number]

export interface StatusRow<Status extends string, Class extends string> {
  readonly class: Class
  readonly meaning: string
  readonly clientAction: string
  /** Present for every final status. */
  readonly advice?: RecoveryAdvice
  /** The statuses that can follow this status. Absent for final statuses. */
  readonly next?: ReadonlyArray<Status>
}

export interface StatusTable<Status extends string, Class extends string = string> {
  readonly all: ReadonlyArray<Status>
  readonly meanings: Record.ReadonlyRecord<Status, string>
  readonly describe: (status: Status) => StatusRow<Status, Class>
  readonly isFinal: (status: Status) => boolean
  readonly canTransition: (from: Status, to: Status) => boolean
}

/** Throws if the name is not one of `names`. */
const named = <Name extends string>(names: ReadonlyArray<Name>, text: string): Name => {
  const found = names.find((name) => name === text)
  if (found === undefined) throw new Error(`a status table names ${text}, which does not exist`)
  return found
}

/**
 * Creates a table from a data file's rows. The statuses in `fromAny` can follow any nonfinal status.
 *
 * @throws if a row names an unknown class, status or advice.
 */
export const makeTable = <Status extends string, const Class extends string>(
  data: Record.ReadonlyRecord<Status, Omit<StatusRow<string, string>, "advice"> & { readonly advice?: string }>,
  classes: ReadonlyArray<Class>,
  fromAny: ReadonlyArray<NoInfer<Status>> = []
): StatusTable<Status, Class> => {
  const all = Record.keys(data)
  const rows = Record.map(data, ({ advice, class: kind, next, ...words }): StatusRow<Status, Class> => ({
    ...words,
    ...(advice !== undefined && { advice: named(advices, advice) }),
    class: named(classes, kind),
    ...(next && { next: [...next.map((status) => named(all, status)), ...fromAny] })
  }))
  // A set, because every poll calls `isFinal`.
  const finals: ReadonlySet<Status> = new Set(all.filter((status) => rows[status].next === undefined))
  return {
    all,
    meanings: Record.map(rows, ({ meaning }) => meaning),
    describe: (status) => rows[status],
    isFinal: (status) => finals.has(status),
    canTransition: (from, to) => rows[from].next?.includes(to) ?? false
  }
}

/** A status that comes from a lifecycle, which has checked the transition. Stores accept only such statuses. */
export type LifecycleStatus<Status extends string> = Status & Brand.Brand<"Decided">

/** Brands a status. Only lifecycle modules and store tests may call this. */
export const brandStatus = <Status extends string>(status: Status): LifecycleStatus<Status> =>
  status as LifecycleStatus<Status>

export interface State<Status extends string> {
  readonly status: Status
  /** Increases with every change that clients can see. */
  readonly revision: number
}

/** The status after an action by a company, a bank or a person, or after a timeout. */
export interface StatusReport<Status extends string> {
  readonly status: Status
  /** True if clients can see that something other than the status has changed. */
  readonly changed: boolean
}

export type Transition<Status extends string> =
  | { readonly _tag: "Moved"; readonly state: State<LifecycleStatus<Status>> }
  /** The status is the same, but clients can see that something else has changed, so the revision has increased. */
  | { readonly _tag: "Updated"; readonly state: State<LifecycleStatus<Status>> }
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
