/** The requests that create and change monitors, and their rules (spec 18). */
import { Result, Schema, Struct } from "effect"
import type { Product } from "../companies/Product.ts"
import { timeZones } from "../shared/Market.ts"
import type { Market } from "../shared/Market.ts"
import { dayMillis } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"
import type { Violation } from "../shared/Violation.ts"
import { defaultGroups, inTableOrder } from "./ChangeGroups.ts"
import type { ChangeGroup } from "./ChangeGroups.ts"
import { annotateMonitorSchema, maxMonitorDays, MonitorSource, settings } from "./Monitor.ts"
import type { MonitorSchedule } from "./MonitorSchedule.ts"

export const CreateMonitor = Schema.Struct({ source: MonitorSource, ...settings }).pipe(
  annotateMonitorSchema("CreateMonitorRequest", "A request to look again by itself.")
)
export type CreateMonitor = typeof CreateMonitor.Type

export const ChangeMonitor = Schema.Struct({
  source: Annotations.optional(
    MonitorSource,
    "A newer consent or collection of the same user at the same company. Needs the user's token."
  ),
  paused: Annotations.optional(Schema.Boolean, "True to pause the monitor, false to go on."),
  ...Struct.pick(settings, ["at", "timeZone", "changes", "until"]),
  every: Schema.optionalKey(settings.every)
}).pipe(
  annotateMonitorSchema(
    "ChangeMonitorRequest",
    "The members of a monitor to change. A monitor can look less often and end earlier. To run more often or " +
      "end later, a monitor needs the person, in a Connect session with the purpose MONITOR, or a newer `source`."
  )
)
export type ChangeMonitor = typeof ChangeMonitor.Type

export interface MonitorTerms extends MonitorSchedule {
  readonly products?: NonNullable<CreateMonitor["products"]>
  readonly filter?: NonNullable<CreateMonitor["filter"]>
  readonly offered: ReadonlyArray<Product>
  readonly changes: ReadonlyArray<ChangeGroup>
  /** The monitor's end, in milliseconds since 1970. */
  readonly until: number
}

/** Times are milliseconds since 1970. */
export interface MonitorContext {
  readonly now: number
  /**
   * When the consent or the stored credentials expire. Absent if the source is a collection's session, because a
   * session has no known end.
   */
  readonly sourceEndsAt?: number
  readonly offered: ReadonlyArray<Product>
}

/** A new monitor's default time zone is that of the company's market. */
export interface NewMonitorContext extends MonitorContext {
  readonly market: Market
}

/** Fails unless the request names exactly one source: a consent or a collection. */
export const checkSource = ({
  collectionId,
  consentId
}: MonitorSource): Result.Result<PermittedSource, ReadonlyArray<Violation>> => {
  if (consentId !== undefined && collectionId === undefined) return Result.succeed({ consentId })
  if (collectionId !== undefined && consentId === undefined) return Result.succeed({ collectionId })
  const isMissing = consentId === undefined
  const detail = "Name either a consent or a collection."
  return Result.fail([{ pointer: "/source", code: isMissing ? "MISSING_FIELD" : "INVALID_FIELD", detail }])
}

/** The source of a monitor: the consent or collection that lets it run without the person. */
export type PermittedSource =
  | { readonly consentId: string; readonly collectionId?: never }
  | { readonly collectionId: string; readonly consentId?: never }

const invalid = (pointer: string, detail: string): ReadonlyArray<Violation> => [
  { pointer, code: "INVALID_FIELD", detail }
]

const accountTypes = "PSD2_"

const selectionViolations = (
  { filter = {}, products }: CreateMonitor,
  offered: ReadonlyArray<Product>
): ReadonlyArray<Violation> => {
  const { insuranceSubTypes, insuranceTypes, productTypes } = filter
  const [hasInsurance, hasWealth] = [offered.includes("INSURANCE"), offered.includes("WEALTH")]
  const hasAccounts = offered.includes("PSD2_AIS")
  const nothing = `The source permits only ${offered.join(", ")}, so this selects nothing.`
  const other = products?.findIndex((product) => !offered.includes(product)) ?? -1
  const isSelected = (type: string): boolean => (type.startsWith(accountTypes) ? hasAccounts : hasWealth)
  return [
    ...(other < 0 ? [] : invalid(`/products/${other}`, `The source permits only ${offered.join(", ")}.`)),
    ...(insuranceTypes === undefined || hasInsurance ? [] : invalid("/filter/insuranceTypes", nothing)),
    ...(insuranceSubTypes === undefined || hasInsurance ? [] : invalid("/filter/insuranceSubTypes", nothing)),
    ...(productTypes === undefined || productTypes.some(isSelected) ? [] : invalid("/filter/productTypes", nothing))
  ]
}

const untilViolations = (until: string | undefined, { now, sourceEndsAt = Infinity }: MonitorContext) => {
  if (until === undefined) return []
  const end = Date.parse(until)
  if (end <= now) return invalid("/until", "Must be in the future.")
  if (end > sourceEndsAt) return invalid("/until", "Must not be after the end of the source.")
  return end > now + maxMonitorDays * dayMillis
    ? invalid("/until", `Must be within ${maxMonitorDays} days from now.`)
    : []
}

const latestEnd = ({ now, sourceEndsAt = Infinity }: MonitorContext): number =>
  Math.min(sourceEndsAt, now + maxMonitorDays * dayMillis)

export const requestViolations = (request: CreateMonitor, context: MonitorContext): ReadonlyArray<Violation> => [
  ...selectionViolations(request, context.offered),
  ...untilViolations(request.until, context)
]

export const check = (
  request: CreateMonitor,
  context: NewMonitorContext
): Result.Result<MonitorTerms, ReadonlyArray<Violation>> => {
  const { at, changes = defaultGroups, every, filter, products, timeZone = timeZones[context.market], until } = request
  const violations = requestViolations(request, context)
  if (violations.length > 0) return Result.fail(violations)
  const latest = latestEnd(context)
  return Result.succeed({
    every,
    timeZone,
    ...(at !== undefined && { at }),
    ...(products && { products }),
    ...(filter && { filter }),
    offered: context.offered,
    changes: inTableOrder(changes),
    until: until === undefined ? latest : Date.parse(until)
  })
}

/**
 * Returns the request with an earlier end if the monitor would otherwise outlast the source or the maximum duration.
 * Does not check whether the end is in the future.
 */
export const untilSourceEnds = <Asked extends Pick<CreateMonitor, "until">>(
  request: Asked,
  context: MonitorContext
): Asked => {
  const latest = latestEnd(context)
  return request.until === undefined || Date.parse(request.until) <= latest
    ? request
    : { ...request, until: new Date(latest).toISOString() }
}

const lengths = { P1D: 1, P7D: 7, P30D: 30 } as const

const wider =
  "The person has permitted less. Create a Connect session with the purpose MONITOR and this `monitorId`, on which the " +
  "person permits it, or name a newer consent or collection in `source`."

export interface ChangeContext extends MonitorContext {
  /** True if the person has agreed to the change. Only such a change may widen the terms. */
  readonly isPermitted: boolean
}

/**
 * Returns a monitor's new terms, or the rules that the change violates. Only a change to which the person has agreed
 * can widen the terms or make the monitor end later than before. If the request names a new source but no `until`, the
 * monitor ends when the new source ends. If the person has not agreed to the change, the monitor's old end remains the
 * limit.
 */
export const changeTerms = (
  terms: MonitorTerms,
  { at, changes, every, source, timeZone, until }: ChangeMonitor,
  context: ChangeContext
): Result.Result<MonitorTerms, ReadonlyArray<Violation>> => {
  const { isPermitted } = context
  const violations = [
    ...untilViolations(until, context),
    ...(!isPermitted && every !== undefined && lengths[every] < lengths[terms.every] ? invalid("/every", wider) : []),
    ...(!isPermitted && until !== undefined && Date.parse(until) > terms.until ? invalid("/until", wider) : [])
  ]
  if (violations.length > 0) return Result.fail(violations)
  const offered = context.offered.filter((product) => isPermitted || terms.offered.includes(product))
  if (offered.length === 0) return Result.fail(invalid("/source", wider))
  const latest = latestEnd(context)
  const renewedEnd = isPermitted ? latest : Math.min(terms.until, latest)
  const end = source === undefined ? terms.until : renewedEnd
  return Result.succeed({
    ...terms,
    offered,
    ...(at !== undefined && { at }),
    ...(changes && { changes: inTableOrder(changes) }),
    ...(every && { every }),
    ...(timeZone !== undefined && { timeZone }),
    until: until === undefined ? end : Date.parse(until)
  })
}
