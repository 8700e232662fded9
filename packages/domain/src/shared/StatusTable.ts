/** Status tables, with one row per status (spec 2.4, 2.5, 3). */
import { Record } from "effect"

/** The suggestions that a page can make after a final status. */
const advices = ["FINISH", "RETRY", "CORRECT_INPUT", "OTHER_METHOD", "OTHER_FILE", "WAIT", "VISIT_COMPANY"] as const

/** What a page can suggest to a person after a final status. For developers, `clientAction` says the same in words. */
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
  /** Every status, in row order. */
  readonly all: ReadonlyArray<Status>
  readonly meanings: Record.ReadonlyRecord<Status, string>
  readonly describe: (status: Status) => StatusRow<Status, Class>
  /** Returns true if no other status can follow. */
  readonly isFinal: (status: Status) => boolean
  /** Returns true if `to` can follow `from`. */
  readonly canTransition: (from: Status, to: Status) => boolean
}

/** Returns a name from a data file as one of `names`. Throws if it is not one of them. */
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
export const make = <Status extends string, const Class extends string>(
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
