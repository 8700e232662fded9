/**
 * A table of statuses, one row each, and every answer that follows from it. Collections and consents both have one
 * (spec 2.4, 3; decisions 4, 9).
 */
import { Record } from "effect"
import * as Words from "./Words.ts"

/** The row of one status. */
export interface StatusRow<Status extends string, Class extends string> {
  readonly class: Class
  readonly meaning: string
  readonly clientAction: string
  /** The statuses that can follow; empty for a final status. */
  readonly next: ReadonlyArray<Status>
}

export interface StatusTable<Status extends string, Class extends string = string> {
  /** Every status, in the order of the rows. */
  readonly all: ReadonlyArray<Status>
  readonly meanings: Record.ReadonlyRecord<Status, string>
  /** Returns the row of one status. */
  readonly describe: (status: Status) => StatusRow<Status, Class>
  /** Returns whether nothing can follow this status. */
  readonly isFinal: (status: Status) => boolean
  /** Returns whether the table lets one status follow another. */
  readonly canTransition: (from: Status, to: Status) => boolean
}

/** Builds the answers from the rows. */
export const make = <Status extends string, Class extends string>(
  rows: Record.ReadonlyRecord<Status, StatusRow<NoInfer<Status>, Class>>
): StatusTable<Status, Class> => ({
  all: Record.keys(rows),
  meanings: Record.map(rows, ({ meaning }) => meaning),
  describe: (status) => rows[status],
  isFinal: (status) => rows[status].next.length === 0,
  canTransition: (from, to) => rows[from].next.includes(to)
})

/** The schema of the statuses of a table: an enumeration that says what each value means. */
export const schema = <Status extends string>(
  { meanings }: Pick<StatusTable<Status>, "meanings">,
  words: { readonly identifier: string; readonly description: string }
) => Words.literals(meanings, words)
