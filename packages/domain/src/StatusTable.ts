/** Status tables: one row per status, and lookups in the rows (spec 2.4, 3; decisions 4, 9). */
import { Record } from "effect"

export interface StatusRow<Status extends string, Class extends string> {
  readonly class: Class
  readonly meaning: string
  readonly clientAction: string
  /** The statuses that can follow this one. Absent for final statuses. */
  readonly next?: ReadonlyArray<Status>
}

export interface StatusTable<Status extends string, Class extends string = string> {
  /** Every status, in row order. */
  readonly all: ReadonlyArray<Status>
  readonly meanings: Record.ReadonlyRecord<Status, string>
  /** Returns a status's row. */
  readonly describe: (status: Status) => StatusRow<Status, Class>
  /** Returns whether a status is final, so that no other status can follow. */
  readonly isFinal: (status: Status) => boolean
  /** Returns whether the status `to` can follow the status `from`. */
  readonly canTransition: (from: Status, to: Status) => boolean
}

export const make = <Status extends string, Class extends string>(
  rows: Record.ReadonlyRecord<Status, StatusRow<NoInfer<Status>, Class>>
): StatusTable<Status, Class> => ({
  all: Record.keys(rows),
  meanings: Record.map(rows, ({ meaning }) => meaning),
  describe: (status) => rows[status],
  isFinal: (status) => rows[status].next === undefined,
  canTransition: (from, to) => rows[from].next?.includes(to) ?? false
})
