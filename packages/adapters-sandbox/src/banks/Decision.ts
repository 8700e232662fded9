/** What a person can answer on the page of a simulated bank: the buttons, and what each leads to (decisions 9, 16). */
import { Schema } from "effect"
import type { BankOffer } from "../companies/Company.ts"
import { plusDays } from "../records/Dates.ts"
import { authorise, dayOf, endOf } from "./ConsentRecord.ts"
import type { ConsentRecord, Restriction } from "./ConsentRecord.ts"

export const Decision = Schema.Literals([
  "approve",
  "approve-fewer",
  "approve-until-tomorrow",
  "approve-for-a-minute",
  "refuse",
  "cancel"
])
export type Decision = typeof Decision.Type

export const isDecision = Schema.is(Decision)

/** The result that the address of return tells, which its owner must not believe. */
export const results: Readonly<Record<Decision, string>> = {
  approve: "approved",
  "approve-fewer": "approved",
  "approve-until-tomorrow": "approved",
  "approve-for-a-minute": "approved",
  refuse: "refused",
  cancel: "cancelled"
}

const minuteMillis = 60_000

/** The form that the customer sends from the page. */
export interface PromptAnswer {
  readonly decision: Decision
  /** The accounts that were ticked. */
  readonly accountIds: ReadonlyArray<string>
}

/** The consent after the answer. A person who cancels has decided nothing, and can come back. */
export const decide = (
  record: ConsentRecord,
  bank: BankOffer,
  askedAccounts: ReadonlyArray<string>,
  { accountIds, decision }: PromptAnswer,
  now: number
): ConsentRecord => {
  if (record.status !== "received") return record
  const granted = (restriction: Restriction) => authorise(record, bank, askedAccounts, restriction)
  switch (decision) {
    case "approve":
      return granted({})
    case "approve-fewer":
      // Without a tick the first account, so that a program can press the button alone.
      return granted({ accountIds: accountIds.length > 0 ? accountIds : askedAccounts.slice(0, 1) })
    case "approve-until-tomorrow":
      return granted({ until: endOf(plusDays(dayOf(now), 1)) })
    case "approve-for-a-minute":
      return granted({ until: now + minuteMillis })
    case "refuse":
      return { ...record, status: "rejected" }
    case "cancel":
      return record
  }
}
