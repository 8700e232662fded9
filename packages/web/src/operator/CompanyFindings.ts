/** Finds what needs attention at a company. */
import type {
  CompanyHealth,
  EndsOfPeriod,
  MethodHistory,
  MonitoredCompany,
  ServiceHistory
} from "@sheaf/domain/OperatorViews"
import { methodNameOf } from "../texts/MethodNames.ts"
import { timeText, whole } from "./Figures.ts"
import type { Severity } from "./Severity.tsx"
import { failedCallsOf, isFailing, isLow, sumOfEnds, toneOfEnds } from "./Thresholds.ts"
import type { Ends } from "./Thresholds.ts"

export const severities: Readonly<Record<Severity, number>> = { danger: 0, notice: 1, neutral: 2 }

export const worstTone = <A extends { readonly tone: Severity }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toSorted((one, other) => severities[one.tone] - severities[other.tone])

/** Something that is wrong, and what the operator can do about it. */
export interface Reason {
  readonly tone: Severity
  readonly text: string
  readonly step: string
  /** The login methods that it is about, if the company also has others. */
  readonly methods?: string
  /** How many calls failed, if the reason is a status, or since when collections fail. */
  readonly figure?: string
  /** The share of collections or runs that succeeded, if that is the reason. */
  readonly rate?: number
}

/** Sorts reasons and findings by tone, and then by success rate, lowest first. */
export const mostDamaging = <A extends Reason>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  worstTone(all.toSorted((one, other) => (one.rate ?? 1) - (other.rate ?? 1)))

/** What a status other than `OPERATIONAL` means for the operator. */
export const statuses: Readonly<Partial<Record<CompanyHealth["status"], Reason>>> = {
  UNAVAILABLE: {
    tone: "danger",
    text: "Unavailable",
    step: "Check that this machine reaches it. If it does, ask who runs its connector."
  },
  DEGRADED: { tone: "notice", text: "Degraded", step: "Collections still start. Watch whether more of them fail." },
  MAINTENANCE: { tone: "neutral", text: "In maintenance", step: "Nothing to do. Collections start again afterwards." }
}

/** Says how bad a degraded company is: "4 of 21 calls failed, 300 ms each". */
const callsOf = (company: CompanyHealth): string => {
  const { averageMillis, calls } = company
  if (calls === 0) return "no calls since this process started"
  const failed = failedCallsOf(company)
  return `${failed === 0 ? "none" : whole(failed)} of ${whole(calls)} calls failed${
    averageMillis === undefined ? "" : `, ${whole(averageMillis)} ms each`
  }`
}

const statusReasons = (company: CompanyHealth): ReadonlyArray<Reason> => {
  const reason = statuses[company.status]
  if (reason === undefined) return []
  return [company.status === "DEGRADED" ? { ...reason, figure: callsOf(company) } : reason]
}

const rateOf = ({ failed, succeeded }: Ends): number => succeeded / (succeeded + failed)

/** Says how many collections or runs have completed. */
const countText = ({ failed, succeeded }: Ends, what: string): string =>
  succeeded === 0
    ? `None of ${whole(failed)} ${what} completed`
    : `${whole(succeeded)} of ${whole(succeeded + failed)} ${what} completed`

/** Returns the start of the first of the newest periods that all have failures. */
const failingSince = (all: ReadonlyArray<EndsOfPeriod>): string | undefined => {
  const ended = all.filter(({ failed, succeeded }) => succeeded + failed > 0).toReversed()
  const sound = ended.findIndex(({ failed }) => failed === 0)
  return ended.at(sound === -1 ? -1 : sound - 1)?.at
}

/** Returns the earliest time. Times in ISO 8601 sort as text. */
const earliest = (times: ReadonlyArray<string>): string | undefined => times.toSorted()[0]

const lowReason = (low: ReadonlyArray<MethodHistory>, isPart: boolean): Reason => {
  const counted = sumOfEnds(low.map(({ total }) => total))
  const since = earliest(low.flatMap(({ periods }) => failingSince(periods) ?? []))
  return {
    tone: counted.succeeded === 0 ? "danger" : "notice",
    text: `${countText(counted, "collections")}, last 24 hours`,
    step: "Look at its latest failures, which say why.",
    rate: rateOf(counted),
    // The first failure is somewhere in the hour that starts then.
    ...(since !== undefined && { figure: `began to fail after ${timeText(since)}` }),
    ...(isPart && { methods: low.map(({ loginMethod }) => methodNameOf(loginMethod)).join(", ") })
  }
}

/**
 * Returns a reason for the login methods with which nothing gets through, and one for those that fail in part. If only
 * all methods together have enough failures to judge, returns one for all.
 */
const lowOf = (company: string, { methods }: Pick<ServiceHistory, "methods">): ReadonlyArray<Reason> => {
  const own = methods.filter((method) => method.company === company)
  const low = own.filter(({ total }) => isLow(total))
  if (low.length === 0) return isLow(sumOfEnds(own.map(({ total }) => total))) ? [lowReason(own, false)] : []
  return [...Map.groupBy(low, ({ total }) => toneOfEnds(total)).values()].map((group) =>
    lowReason(group, group.length < own.length)
  )
}

/** Returns what needs attention at a company, worst first. The list of companies says the same as the overview. */
export const reasonsFor = (company: CompanyHealth, day: Pick<ServiceHistory, "methods">): ReadonlyArray<Reason> =>
  mostDamaging([
    ...lowOf(company.company, day),
    ...statusReasons(company),
    ...(company.status === "OPERATIONAL" && isFailing(company)
      ? [
          {
            tone: "notice" as const,
            text: `${whole(failedCallsOf(company))} of ${whole(company.calls)} calls failed`,
            step: "Tell who runs its connector. Its page has the causes."
          }
        ]
      : []),
    ...(company.drifts.length > 0
      ? [
          {
            tone: "notice" as const,
            text: "Records have changed their shape",
            step: "Compare the changed members with its connector, and repair it."
          }
        ]
      : [])
  ])

/** Returns what needs attention about the monitors of a company. */
export const runReasons = ({ days }: Pick<MonitoredCompany, "days">): ReadonlyArray<Reason> =>
  days
    .slice(-1)
    .filter(isLow)
    .map((ends) => ({
      tone: toneOfEnds(ends),
      text: `${countText(ends, "runs of monitors")}, last day`,
      step: "Look at its latest failures, which say why.",
      rate: rateOf(ends)
    }))
