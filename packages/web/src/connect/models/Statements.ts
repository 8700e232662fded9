/**
 * States each permission at a company in one line: its kind, what it covers and until when. The printed page, receipts
 * and questions before irreversible steps consist of these lines.
 */
import { formatDay, formatLastDay, formatList } from "../../texts/Formats.ts"
import { t } from "../../texts/Texts.ts"
import { capitalized, countsOf, keyOf, latest, phraseOf, runningText } from "./CompanySummary.ts"
import type { MainStep } from "./CompanySummary.ts"
import type { PermissionKey, RecordCounts } from "./Models.ts"
import { frequencyHere } from "./MonitorTexts.ts"
import type { Permission, PermittedMonitor } from "./Permission.ts"
import { collectionsIn } from "./PermissionGroups.ts"
import type { CompanyPermissions } from "./PermissionGroups.ts"
import { recordCountLinesOf } from "./RecordCounts.ts"
import { scopeTextsOf } from "./ScopeTexts.ts"

export interface Statement {
  readonly key: PermissionKey
  readonly kind: string
  /** What the permission covers, or what was read. */
  readonly what: ReadonlyArray<string>
  readonly givenAt: string
  /** Until when it lasts or its data is kept, or when it ended. */
  readonly end: ReadonlyArray<string>
  /** True while the client can read something because of it, or the service keeps what was read. */
  readonly isLive: boolean
  /** True if there is a receipt for it, because the person permitted something or data was read. */
  readonly isCertified: boolean
}

/**
 * Describes the counts of records in one line, with each type of insurance. Returns an empty array if there are no
 * records.
 */
export const countLinesOf = (counts: RecordCounts): ReadonlyArray<string> => {
  const lines = recordCountLinesOf(counts).flatMap(({ parts, text }) => (parts.length > 0 ? parts : text))
  return lines.length === 0 ? [] : [formatList(lines)]
}

/** True for a collection whose data was erased. The service erases the counts together with the data. */
export const isErased = ({ canEnd, isConsent, isOpen, lastReadAt }: Permission): boolean =>
  !isConsent && !canEnd && !isOpen && lastReadAt !== undefined

/** True for a consent that the person gave, whether it is in force or has ended. */
export const isGiven = ({ status }: Permission): boolean => ["AUTHORIZED", "EXPIRED", "REVOKED"].includes(status)

const hasRead = ({ status }: Permission): boolean =>
  ["COMPLETED", "COMPLETED_PARTIAL", "COMPLETED_EMPTY"].includes(status)

/** Returns what kind of permission this is, as a text for the person. */
export const kindOf = (permission: Permission): string => {
  if (permission.isConsent) return t("permissions.consent")
  if (permission.isOpen) return runningText(permission)
  return t(isErased(permission) ? "permissions.erasedData" : "permissions.kept")
}

const endOf = ({ endedAt, isConsent, until }: Permission): ReadonlyArray<string> => {
  if (endedAt !== undefined) {
    return [t(isConsent ? "permissions.line.ended" : "permissions.line.erased", { date: formatDay(endedAt) })]
  }
  if (until === undefined) return []
  return isConsent
    ? [t("permissions.line.until", { date: formatLastDay(until) })]
    : [t("permissions.line.kept", { date: formatDay(until) })]
}

const ofPermission = (permission: Permission): Statement => ({
  key: keyOf(permission),
  kind: kindOf(permission),
  what: permission.scope === undefined ? countLinesOf(permission.counts) : [phraseOf(scopeTextsOf(permission.scope))],
  givenAt: permission.givenAt,
  end: endOf(permission),
  isLive: permission.isOpen || permission.canEnd,
  isCertified: isGiven(permission) || hasRead(permission)
})

const ofMonitor = (monitor: PermittedMonitor): Statement => {
  const { endedAt, every, givenAt, id, products, until } = monitor
  return {
    key: { type: "monitor", id },
    kind: t(`permissions.monitors.${every}`),
    what: [
      capitalized(formatList(products.map((product) => t(`product.${product}`)))),
      ...(endedAt === undefined && monitor.at !== undefined ? [frequencyHere(monitor)] : [])
    ],
    givenAt,
    end: [
      endedAt === undefined
        ? t("permissions.line.until", { date: formatLastDay(until) })
        : t("permissions.line.ended", { date: formatDay(endedAt) })
    ],
    isLive: endedAt === undefined,
    isCertified: true
  }
}

/** Returns one statement for each consent, monitor and collection, without the collections that read nothing. */
export const statementsOf = (company: CompanyPermissions): ReadonlyArray<Statement> => [
  ...company.permissions.filter(({ isConsent }) => isConsent).map(ofPermission),
  ...company.monitors.map(ofMonitor),
  ...(["now", "read", "earlier"] as const).flatMap((group) => collectionsIn(company, group)).map(ofPermission)
]

const separator = " · "

/** Sums up what several collections have read. */
const keptLinesOf = (collections: ReadonlyArray<Permission>): ReadonlyArray<string> => {
  const until = latest(collections.map((each) => each.until))
  if (until === undefined) return []
  const kept = t("permissions.line.kept", { date: formatDay(until) })
  return [[...countLinesOf(countsOf(collections)), kept].join(separator)]
}

/** True if a step also ends this monitor: a monitor of accounts ends with the last consent that it can use. */
const endsToo = ({ keys, step }: MainStep, { monitors, permissions }: CompanyPermissions, id: string): boolean =>
  step === "revoke" &&
  permissions.filter(({ canEnd, isConsent }) => isConsent && canEnd).length === keys.length &&
  monitors.some((monitor) => monitor.id === id && monitor.products.includes("PSD2_AIS"))

export interface Consequences {
  readonly ends: ReadonlyArray<string>
  readonly stays: ReadonlyArray<string>
}

/** Returns what a step ends or erases, and what stays, with its end. */
export const consequencesOf = (company: CompanyPermissions, asked: MainStep): Consequences => {
  const { keys, step } = asked
  const isTaken = (id: string): boolean => step !== "forget" && keys.some((key) => key.id === id)
  const live = statementsOf(company).filter(({ isLive, key }) => isLive && key.type !== "collection")
  const ends = live.filter(({ key: { id } }) => isTaken(id) || endsToo(asked, company, id))
  const stays = live.filter((each) => !ends.includes(each))
  const read = collectionsIn(company, "read")
  return {
    ends: [
      ...(step === "forget" ? [t("monitor.credentials")] : []),
      ...ends.map(({ kind, what }) => [kind, ...what].join(separator)),
      ...keptLinesOf(read.filter(({ id }) => isTaken(id)))
    ],
    stays: [
      ...stays.map(({ end, kind, what }) => [kind, ...what.slice(0, 1), ...end].join(separator)),
      ...keptLinesOf(read.filter(({ id }) => !isTaken(id)))
    ]
  }
}
