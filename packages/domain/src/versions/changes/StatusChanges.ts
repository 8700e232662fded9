/** The statuses of a collection by version, and what older versions show instead (spec 2.2, 3.1, 9). */
import * as Head from "../../collections/CollectionStatus.ts"
import type { Schema } from "effect"
import type { Market } from "../../shared/Market.ts"
import * as Annotations from "../../shared/Annotations.ts"

export type StatusDescription = Omit<ReturnType<typeof Head.describe>, "next">

export interface OldStatus extends StatusDescription {
  readonly replacedBy: string
}

export type StatusByMarket<Status extends string = string> = { readonly [market in Market]?: Status } & {
  readonly otherwise: Status
}

export interface StatusChanges {
  readonly old: Readonly<Record<string, OldStatus>>
  /** What this version shows instead of each new status of the next version. */
  readonly shown: Readonly<Record<string, StatusByMarket>>
}

/** Companies outside the known markets get the default. */
export const statusInMarket = <Status extends string>(
  shown: StatusByMarket<Status>,
  market: Market | undefined
): Status => (market && shown[market]) ?? shown.otherwise

export interface StatusAudience<Version extends string = string> {
  readonly version: Version
  /** Absent for companies outside the known markets. */
  readonly market?: Market | undefined
}

export interface VersionedStatuses<Status extends string> {
  /** All statuses of all versions. An old status comes directly after its replacement. */
  readonly all: ReadonlyArray<Status>
  readonly schema: Schema.Literals<readonly [Status, ...Array<Status>]>
  readonly describe: (status: string) => StatusDescription
  readonly isFinal: (status: string) => boolean
  readonly isOutcome: (status: string) => boolean
  /** Always false if either status is old. */
  readonly canTransition: (from: string, to: string) => boolean
  readonly project: (status: string, audience: StatusAudience) => Status
  readonly returnedBy: (status: string, audience: StatusAudience) => boolean
}

const isOfHead = (status: string): status is Head.CollectionStatus => Object.hasOwn(Head.statusTable.meanings, status)

/**
 * Combines the newest version's statuses with the differences in the replaced versions. `replaced` lists the oldest
 * version first.
 */
export const combineStatuses = (
  replaced: ReadonlyArray<{ readonly version: string; readonly statuses?: StatusChanges }>
): VersionedStatuses<string> => {
  const old = new Map(replaced.flatMap(({ statuses }) => Object.entries(statuses?.old ?? {})))

  const headOf = (status: string): Head.CollectionStatus => {
    if (isOfHead(status)) return status
    const replacedBy = old.get(status)?.replacedBy
    if (replacedBy === undefined) throw new Error(`no version has the status ${status}`)
    return headOf(replacedBy)
  }

  const project = (status: string, { market, version }: StatusAudience): string =>
    // Versions are dates, so they can be compared as strings.
    replaced
      .filter((one) => version <= one.version)
      .reduceRight<string>((newer, { statuses }) => {
        const shown = statuses?.shown[newer]
        return shown === undefined ? newer : statusInMarket(shown, market)
      }, headOf(status))

  const withOld = (status: string): ReadonlyArray<string> => [
    status,
    ...[...old].filter(([, { replacedBy }]) => replacedBy === status).flatMap(([name]) => withOld(name))
  ]

  const all = Head.all.flatMap(withOld)
  const describe = (status: string): StatusDescription => old.get(status) ?? Head.describe(headOf(status))

  return {
    all,
    describe,
    schema: Annotations.literals(
      "A collection status from any version.",
      Object.fromEntries(all.map((status) => [status, describe(status).meaning]))
    ).annotate({ identifier: "AnyStatus" }),
    isFinal: (status) => Head.isFinal(headOf(status)),
    isOutcome: (status) => Head.isOutcome(headOf(status)),
    canTransition: (from, to) => isOfHead(from) && isOfHead(to) && Head.canTransition(from, to),
    project,
    returnedBy: (status, audience) => Head.all.some((head) => project(head, audience) === status)
  }
}
