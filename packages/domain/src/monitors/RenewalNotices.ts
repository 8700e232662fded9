/**
 * Notices 60, 30 and 14 days before a policy renews. The end date is the only collected value that a monitor stores.
 */
import { Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import { CalendarDate, dayMillis } from "../shared/CalendarDate.ts"
import type { InsuranceRecord } from "../records/insurance/InsuranceRecord.ts"

export const noticeDays = [60, 30, 14] as const

export const NoticeDays = Schema.Literals(noticeDays).annotate({
  description: Annotations.describeValues("The notice.", {
    60: "60 days before the renewal, or less if the policy was found later.",
    30: "30 days before the renewal, or less.",
    14: "14 days before the renewal, or less."
  })
})
export type NoticeDays = typeof NoticeDays.Type

export const PolicyEnd = Schema.Struct({
  kind: Schema.String,
  endDate: CalendarDate,
  notified: Schema.optionalKey(NoticeDays)
})
export type PolicyEnd = typeof PolicyEnd.Type

export type PolicyEnds = Readonly<Record<string, PolicyEnd>>

export interface RenewalNotice {
  readonly id: string
  readonly kind: string
  readonly days: NoticeDays
}

export const endDateOf = ({ insurance: { endDate, renewalDate } }: InsuranceRecord): CalendarDate | undefined =>
  renewalDate ?? endDate

/** A policy whose date has changed gets all notices again. */
export const updatePolicyEnds = (known: PolicyEnds, seen: PolicyEnds, isKept: (id: string) => boolean): PolicyEnds => {
  const kept = Object.entries(known).filter(([id]) => isKept(id))
  const read = Object.entries(seen).map(([id, end]): [string, PolicyEnd] => {
    const before = known[id]
    return [id, before?.endDate === end.endDate ? before : end]
  })
  return Object.fromEntries([...kept, ...read])
}

const isLeft = (days: NoticeDays, notified: NoticeDays | undefined): boolean =>
  notified === undefined || days < notified

/**
 * If several notices are due at `now` (milliseconds since 1970), returns the latest. A policy that has ended gets no
 * notice.
 */
const dueOf = ({ endDate, notified }: PolicyEnd, now: number): NoticeDays | undefined => {
  const left = Date.parse(endDate) - now
  if (left < 0) return undefined
  return noticeDays.findLast((days) => left <= days * dayMillis && isLeft(days, notified))
}

export const dueNotices = (ends: PolicyEnds, now: number) => {
  const notices = Object.entries(ends).flatMap(([id, end]): ReadonlyArray<RenewalNotice> => {
    const days = dueOf(end, now)
    return days === undefined ? [] : [{ id, kind: end.kind, days }]
  })
  const after = notices.map(({ days, id }) => [id, { ...ends[id], notified: days }])
  return { notices, ends: { ...ends, ...(Object.fromEntries(after) as PolicyEnds) } }
}

/** Returns when the next notice is due, in milliseconds since 1970, or Infinity if none is. */
export const nextNoticeAt = (ends: PolicyEnds, now: number): number =>
  Object.values(ends).reduce((next, { endDate, notified }) => {
    const times = noticeDays
      .filter((days) => isLeft(days, notified))
      .map((days) => Date.parse(endDate) - days * dayMillis)
      .filter((at) => at > now)
    return Math.min(next, ...times)
  }, Infinity)
