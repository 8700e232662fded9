/** The decisions on a bank's consent page, each with its own button (spec 2.4, 12). */
import { Schema } from "effect"
import type { SimulatedBank } from "../companies/Company.ts"
import { plusDays } from "../data/Dates.ts"
import { authorize, dayOf, endOfDay } from "./ConsentRecord.ts"
import type { ConsentRecord, AccessRestriction } from "./ConsentRecord.ts"

export const PageDecision = Schema.Literals([
  "approve",
  "approve-fewer",
  "approve-until-tomorrow",
  "approve-for-a-minute",
  "refuse",
  "cancel"
])
export type PageDecision = typeof PageDecision.Type

export const isDecision = Schema.is(PageDecision)

/** The query parameter `result` in the return URL. Services must not trust it. */
export const resultParameters: Readonly<Record<PageDecision, string>> = {
  approve: "approved",
  "approve-fewer": "approved",
  "approve-until-tomorrow": "approved",
  "approve-for-a-minute": "approved",
  refuse: "refused",
  cancel: "cancelled"
}

const minuteMillis = 60_000

export interface DecisionForm {
  readonly decision: PageDecision
  readonly accountIds: ReadonlyArray<string>
}

/** A person who has canceled can return and decide later. */
export const applyDecision = (
  record: ConsentRecord,
  bank: SimulatedBank,
  askedAccounts: ReadonlyArray<string>,
  { accountIds, decision }: DecisionForm,
  now: number
): ConsentRecord => {
  if (record.status !== "received") return record
  const granted = (restriction: AccessRestriction) => authorize(record, bank, askedAccounts, restriction)
  switch (decision) {
    case "approve":
      return granted({})
    case "approve-fewer":
      // Defaults to the first account, so programs need not select one.
      return granted({ accountIds: accountIds.length > 0 ? accountIds : askedAccounts.slice(0, 1) })
    case "approve-until-tomorrow":
      return granted({ until: endOfDay(plusDays(dayOf(now), 1)) })
    case "approve-for-a-minute":
      return granted({ until: now + minuteMillis })
    case "refuse":
      return { ...record, status: "rejected" }
    case "cancel":
      return record
  }
}
