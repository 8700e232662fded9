/** The requests that create and change monitors, and their rules (spec 18). */
import { Result, Schema, Struct } from "effect"
import type { Market } from "../shared/Market.ts"
import { dayMillis } from "../shared/CalendarDate.ts"
import * as Annotations from "../shared/Annotations.ts"
import type { Violation } from "../shared/Violation.ts"
import { defaultGroups, inOrder } from "./ChangeGroups.ts"
import type { ChangeGroup } from "./ChangeGroups.ts"
import { annotateMonitorSchema, maxMonitorDays, MonitorSource, settings } from "./Monitor.ts"
import type { MonitorSchedule } from "./MonitorSchedule.ts"

/** The body of `POST /monitors`. */
export const CreateMonitor = Schema.Struct({ source: MonitorSource, ...settings }).pipe(
  annotateMonitorSchema("CreateMonitorRequest", "A request to look again by itself.")
)
export type CreateMonitor = typeof CreateMonitor.Type

/** The body of `PATCH /monitors/{monitorId}`. */
export const ChangeMonitor = Schema.Struct({
  source: Annotations.optional(
    MonitorSource,
    "A newer consent of the same user at the same company. Needs the user's token."
  ),
  paused: Annotations.optional(Schema.Boolean, "True to pause the monitor, false to go on."),
  ...Struct.pick(settings, ["at", "timeZone", "changes", "until"]),
  every: Schema.optionalKey(settings.every)
}).pipe(
  annotateMonitorSchema(
    "ChangeMonitorRequest",
    "The members of a monitor to change. A monitor can look less often and end earlier, but neither more often nor later."
  )
)
export type ChangeMonitor = typeof ChangeMonitor.Type

/** A monitor's settings with their defaults filled in. */
export interface MonitorTerms extends MonitorSchedule {
  readonly products?: NonNullable<CreateMonitor["products"]>
  readonly filter?: NonNullable<CreateMonitor["filter"]>
  readonly changes: ReadonlyArray<ChangeGroup>
  /** The end of the monitor, in milliseconds since 1970. */
  readonly until: number
}

const zones: Record<Market, string> = {
  se: "Europe/Stockholm",
  ee: "Europe/Tallinn",
  lt: "Europe/Vilnius",
  lv: "Europe/Riga",
  fr: "Europe/Paris"
}

/** The facts, apart from the request, that determine a monitor's terms. Times are milliseconds since 1970. */
export interface MonitorContext {
  readonly now: number
  readonly market: Market
  /** The end of the consent. */
  readonly consentEndsAt: number
}

const invalid = (pointer: string, detail: string): ReadonlyArray<Violation> => [
  { pointer, code: "INVALID_FIELD", detail }
]

const accountTypes = "PSD2_"

/** A consent covers accounts only, so anything else would select nothing. */
const selectionViolations = ({ filter = {}, products }: CreateMonitor): ReadonlyArray<Violation> => {
  const { insuranceSubTypes, insuranceTypes, productTypes } = filter
  const nothing = "A consent covers accounts only, so this selects nothing."
  const other = products?.findIndex((product) => product !== "PSD2_AIS") ?? -1
  return [
    ...(other < 0 ? [] : invalid(`/products/${other}`, "A consent covers accounts only.")),
    ...(insuranceTypes === undefined ? [] : invalid("/filter/insuranceTypes", nothing)),
    ...(insuranceSubTypes === undefined ? [] : invalid("/filter/insuranceSubTypes", nothing)),
    ...(productTypes === undefined || productTypes.some((type) => type.startsWith(accountTypes))
      ? []
      : invalid("/filter/productTypes", nothing))
  ]
}

const untilViolations = (until: string | undefined, { consentEndsAt, now }: MonitorContext) => {
  if (until === undefined) return []
  const end = Date.parse(until)
  if (end <= now) return invalid("/until", "Must be in the future.")
  if (end > consentEndsAt) return invalid("/until", "Must not be after the consent's end.")
  return end > now + maxMonitorDays * dayMillis
    ? invalid("/until", `Must be within ${maxMonitorDays} days from now.`)
    : []
}

/** Returns a monitor's terms with their defaults, or the rules that the request violates. */
export const check = (
  request: CreateMonitor,
  context: MonitorContext
): Result.Result<MonitorTerms, ReadonlyArray<Violation>> => {
  const { at, changes = defaultGroups, every, filter, products, timeZone = zones[context.market], until } = request
  const violations = [...selectionViolations(request), ...untilViolations(until, context)]
  if (violations.length > 0) return Result.fail(violations)
  const latest = Math.min(context.consentEndsAt, context.now + maxMonitorDays * dayMillis)
  return Result.succeed({
    every,
    timeZone,
    ...(at !== undefined && { at }),
    ...(products && { products }),
    ...(filter && { filter }),
    changes: inOrder(changes),
    until: until === undefined ? latest : Date.parse(until)
  })
}

const lengths = { P1D: 1, P7D: 7, P30D: 30 } as const

/**
 * Returns the terms after a change, or the rules that the change violates. The person has permitted the present terms, so
 * that only a new consent can widen them.
 */
export const changeTerms = (
  terms: MonitorTerms,
  { at, changes, every, source, timeZone, until }: ChangeMonitor,
  context: MonitorContext
): Result.Result<MonitorTerms, ReadonlyArray<Violation>> => {
  const isNew = source !== undefined
  const narrower = "Needs a new consent in `source`, because the person has permitted less."
  const violations = [
    ...untilViolations(until, context),
    ...(!isNew && every !== undefined && lengths[every] < lengths[terms.every] ? invalid("/every", narrower) : []),
    ...(!isNew && until !== undefined && Date.parse(until) > terms.until ? invalid("/until", narrower) : [])
  ]
  if (violations.length > 0) return Result.fail(violations)
  const latest = Math.min(context.consentEndsAt, context.now + maxMonitorDays * dayMillis)
  const end = isNew ? latest : terms.until
  return Result.succeed({
    ...terms,
    ...(at !== undefined && { at }),
    ...(changes && { changes: inOrder(changes) }),
    ...(every && { every }),
    ...(timeZone !== undefined && { timeZone }),
    until: until === undefined ? end : Date.parse(until)
  })
}
