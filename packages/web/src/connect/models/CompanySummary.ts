/**
 * Summarizes a company's permissions: what the client may do, in one line of text; what the client is waiting for; and
 * the main step that the person can take (revoke, stop or erase).
 */
import { formatDateTime, formatDay, formatLastDay, formatList } from "../../texts/Formats.ts"
import { language, t, textOrDefault } from "../../texts/Texts.ts"
import type { PermissionKey, RecordCounts } from "./Models.ts"
import { frequencyHere } from "./MonitorTexts.ts"
import type { Permission, PermittedMonitor } from "./Permission.ts"
import { collectionsIn } from "./PermissionGroups.ts"
import type { CompanyPermissions } from "./PermissionGroups.ts"
import { recordCountLinesOf } from "./RecordCounts.ts"
import { scopeTextsOf } from "./ScopeTexts.ts"

/** The steps that cannot be undone. */
export type EndStep = "revoke" | "erase" | "stop" | "forget"

export interface MainStep {
  readonly step: EndStep
  /** The consents, collections or monitors at the company that this step ends, or whose password it erases. */
  readonly keys: ReadonlyArray<PermissionKey>
}

export const keyOf = ({ id, isConsent }: Permission): PermissionKey => ({
  type: isConsent ? "consent" : "collection",
  id
})

const isRunning = (company: CompanyPermissions): boolean => collectionsIn(company, "now").length > 0

/**
 * Returns the step to offer beside the company's name: it revokes consents, stops monitors or erases collections.
 * Returns `undefined` if there is nothing to revoke, stop or erase.
 */
export const mainStepOf = (company: CompanyPermissions): MainStep | undefined => {
  const { monitors, permissions } = company
  const candidates: ReadonlyArray<MainStep> = [
    { step: "revoke", keys: permissions.filter(({ canEnd, isConsent }) => isConsent && canEnd).map(keyOf) },
    {
      step: "stop",
      keys: monitors.filter(({ status }) => status !== "ENDED").map(({ id }) => ({ type: "monitor", id }))
    },
    // While a collection is running, erasing is offered only beside the data that it concerns.
    { step: "erase", keys: isRunning(company) ? [] : collectionsIn(company, "read").map(keyOf) }
  ]
  return candidates.find(({ keys }) => keys.length > 0)
}

/** Joins titles into one phrase in which only the first letter is capitalized. */
export const phraseOf = (texts: ReadonlyArray<string>): string => {
  const [first = "", ...others] = texts
  return formatList([first, ...others.map((text) => text.toLocaleLowerCase(language.value))])
}

export const capitalized = (text: string): string => text.slice(0, 1).toLocaleUpperCase(language.value) + text.slice(1)

interface Given {
  readonly givenAt: string
}

const byTime = (one: Given, other: Given): number => one.givenAt.localeCompare(other.givenAt)

const newest = <A extends Given>(all: ReadonlyArray<A>): A | undefined => all.toSorted(byTime).at(-1)

/** Returns what a running collection does, as a text for the person. */
export const runningText = ({ status }: Permission): string =>
  t(status === "COLLECTING" ? "permissions.reading" : "permissions.signingIn")

/** Returns what a consent or a monitor covers. */
const whatOf = (consent: Permission | undefined, monitor: PermittedMonitor | undefined): ReadonlyArray<string> => {
  if (consent?.scope !== undefined) return [phraseOf(scopeTextsOf(consent.scope))]
  return monitor === undefined
    ? []
    : [capitalized(formatList(monitor.products.map((product) => t(`product.${product}`))))]
}

const currentLine = (company: CompanyPermissions): ReadonlyArray<string> => {
  const { monitors, permissions } = company
  const consent = newest(permissions.filter(({ canEnd, isConsent }) => isConsent && canEnd))
  const monitor = newest(monitors.filter(({ status }) => status !== "ENDED"))
  const running = newest(collectionsIn(company, "now"))
  const until = consent?.until ?? monitor?.until
  return [
    ...(running === undefined ? [] : [runningText(running)]),
    ...whatOf(consent, monitor),
    ...(monitor?.status === "ACTIVE" ? [frequencyHere(monitor)] : []),
    ...(until === undefined ? [] : [t("permissions.line.until", { date: formatLastDay(until) })])
  ]
}

/**
 * Returns how many records of each kind the collections have read. If several collections have read the same kind, the
 * count of the newest one applies.
 */
export const countsOf = (collections: ReadonlyArray<Permission>): RecordCounts =>
  collections.toSorted(byTime).reduce<RecordCounts>((all, { counts }) => ({ ...all, ...counts }), {})

/** Returns the last of several times. */
export const latest = (times: ReadonlyArray<string | undefined>): string | undefined =>
  times
    .flatMap((time) => time ?? [])
    .toSorted()
    .at(-1)

const readLine = (company: CompanyPermissions): ReadonlyArray<string> => {
  const collections = collectionsIn(company, "read")
  const { insuranceTypes: _, ...counts } = countsOf(collections)
  const found = recordCountLinesOf(counts).map(({ text }) => text)
  const until = latest(collections.map((each) => each.until))
  return [
    found.length === 0 ? t("permissions.nothing") : formatList(found),
    ...(until === undefined ? [] : [t("permissions.line.kept", { date: formatDay(until) })])
  ]
}

/** Returns when what was read is erased, unless there is nothing left to erase or `step` erases it. */
const keptLines = (company: CompanyPermissions, { step }: Pick<MainStep, "step">): ReadonlyArray<string> => {
  const until = latest(collectionsIn(company, "read").map((each) => each.until))
  return until === undefined || step === "erase" ? [] : [t("permissions.keptUntil", { date: formatDay(until) })]
}

/** Returns when a step ended what it was about, followed by when what was read is erased. */
export const endedLines = (company: CompanyPermissions, taken: MainStep): ReadonlyArray<string> => {
  const ended = [...company.permissions, ...company.monitors].filter(({ id }) =>
    taken.keys.some((key) => key.id === id)
  )
  const endedAt = latest(ended.map((each) => each.endedAt))
  return [...(endedAt === undefined ? [] : [formatDateTime(endedAt)]), ...keptLines(company, taken)]
}

const earlierLine = ({ monitors, permissions }: CompanyPermissions): ReadonlyArray<string> => {
  const ends = [
    ...permissions.map(({ endedAt, isConsent }) => [endedAt, isConsent ? "ended" : "erased"] as const),
    ...monitors.map(({ endedAt }) => [endedAt, "ended"] as const)
  ].toSorted(([one = ""], [other = ""]) => other.localeCompare(one))
  const [time, how] = ends[0] ?? []
  return time === undefined || how === undefined ? [] : [t(`permissions.line.${how}`, { date: formatDay(time) })]
}

/**
 * Returns the parts of the line below the company's name, for example `Balances`, `Every day` and `until 21 February
 * 2027`.
 */
export const lineOf = (company: CompanyPermissions): ReadonlyArray<string> =>
  ({ now: currentLine, waiting: currentLine, read: readLine, earlier: earlierLine, nothing: readLine })[company.group](
    company
  )

/** Returns what the client is waiting for, or `undefined` if it is not waiting. */
export const stateOf = ({ group, monitors, permissions }: CompanyPermissions): string | undefined => {
  if (group !== "waiting") return undefined
  const monitor = monitors.find(({ status }) => status !== "ENDED")
  if (monitor !== undefined) return textOrDefault(`permissions.monitor.${monitor.status}`, "permissions.monitor.ENDED")
  const consent = permissions.find(({ canEnd, isConsent }) => isConsent && canEnd)
  return textOrDefault(`permissions.${consent?.status ?? ""}`, "permissions.AWAITING_AUTHORIZATION")
}

/** Returns when the last consent or monitor ended, for a company whose data is kept but no longer read. */
export const endOf = ({ group, monitors, permissions }: CompanyPermissions): string | undefined => {
  if (group !== "read") return undefined
  const given = permissions.filter(
    ({ isConsent, status }) => isConsent && (status === "REVOKED" || status === "EXPIRED")
  )
  return latest([...given, ...monitors].map(({ endedAt }) => endedAt))
}
