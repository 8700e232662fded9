/** The statuses of a collection in each version: what an older version shows for a newer status (spec 3.1, 9; decisions 3). */
import * as Head from "../collections/CollectionStatus.ts"
import type { Schema } from "effect"
import type { Market } from "../companies/Market.ts"
import * as Words from "../Words.ts"

/** What a person reads of a status. */
export type Description = Omit<ReturnType<typeof Head.describe>, "next">

/** A status that the next version no longer has. */
export interface OldStatus extends Description {
  /** The status of the next version that stands for it. */
  readonly replacedBy: string
}

/** The status that is shown in some markets, and the one that is shown in all others. */
export type ByMarket<Status extends string = string> = { readonly [market in Market]?: Status } & {
  readonly otherwise: Status
}

/** The statuses of a replaced version, as differences from those of the next. */
export interface StatusChanges {
  /** The statuses that the next version no longer has. */
  readonly old: Readonly<Record<string, OldStatus>>
  /** The statuses that are new in the next version, each with what is shown in its place. */
  readonly shown: Readonly<Record<string, ByMarket>>
}

/** Returns what is shown in a market; the default for companies outside the known markets. */
export const inMarket = <Status extends string>(shown: ByMarket<Status>, market: Market | undefined): Status =>
  (market && shown[market]) ?? shown.otherwise

/** The audience of an answer: its version and the market of the company decide what is shown. */
interface Audience {
  readonly version: string
  readonly market?: Market | undefined
}

/** The statuses of all versions. */
export interface Statuses<Status extends string> {
  /** Every status that any version shows. An old status follows the one that replaced it. */
  readonly all: ReadonlyArray<Status>
  readonly schema: Schema.Literals<readonly [Status, ...Array<Status>]>
  readonly describe: (status: string) => Description
  readonly isFinal: (status: string) => boolean
  readonly isOutcome: (status: string) => boolean
  /** Returns whether a collection can go from one status to another. No collection is ever in an old status. */
  readonly canTransition: (from: string, to: string) => boolean
  /** Returns the status that this audience sees in place of `status`. */
  readonly project: (status: string, audience: Audience) => Status
  /** Returns whether this audience ever sees the status. */
  readonly returnedBy: (status: string, audience: Audience) => boolean
}

const isOfHead = (status: string): status is Head.CollectionStatus => Object.hasOwn(Head.table.meanings, status)

/** Composes the statuses of the newest version with the differences of the replaced ones, which come oldest first. */
export const make = (
  replaced: ReadonlyArray<{ readonly version: string; readonly statuses?: StatusChanges }>
): Statuses<string> => {
  const old = new Map(replaced.flatMap(({ statuses }) => Object.entries(statuses?.old ?? {})))

  const headOf = (status: string): Head.CollectionStatus => {
    if (isOfHead(status)) return status
    const replacedBy = old.get(status)?.replacedBy
    if (replacedBy === undefined) throw new Error(`no version has the status ${status}`)
    return headOf(replacedBy)
  }

  const project = (status: string, { market, version }: Audience): string =>
    // Versions are dates: as texts, an earlier one is smaller.
    replaced
      .filter((one) => version <= one.version)
      .reduceRight<string>((newer, { statuses }) => {
        const shown = statuses?.shown[newer]
        return shown === undefined ? newer : inMarket(shown, market)
      }, headOf(status))

  const withOld = (status: string): ReadonlyArray<string> => [
    status,
    ...[...old].filter(([, { replacedBy }]) => replacedBy === status).flatMap(([name]) => withOld(name))
  ]

  const all = Head.all.flatMap(withOld)
  const describe = (status: string): Description => old.get(status) ?? Head.describe(headOf(status))

  return {
    all,
    describe,
    schema: Words.literals(Object.fromEntries(all.map((status) => [status, describe(status).meaning])), {
      identifier: "AnyStatus",
      description: "A status of any version."
    }),
    isFinal: (status) => Head.isFinal(headOf(status)),
    isOutcome: (status) => Head.isOutcome(headOf(status)),
    canTransition: (from, to) => isOfHead(from) && isOfHead(to) && Head.canTransition(from, to),
    project,
    returnedBy: (status, audience) => Head.all.some((head) => project(head, audience) === status)
  }
}
