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

/** What is told to whoever the person is sent back to, who must not believe it. */
export const resultOf = (decision: Decision): string => {
  switch (decision) {
    case "refuse":
      return "refused"
    case "cancel":
      return "cancelled"
    default:
      return "approved"
  }
}

const minuteMillis = 60_000

export interface Answer {
  readonly decision: Decision
  /** The accounts that were ticked. */
  readonly accountIds: ReadonlyArray<string>
}

/** The first account where none was ticked: a program can press the button alone. */
const ticked = ({ accountIds }: Answer, ownAccounts: ReadonlyArray<string>): Restriction => ({
  accountIds: accountIds.length > 0 ? accountIds : ownAccounts.slice(0, 1)
})

/** The consent after the answer. Who cancels has decided nothing, and may come back. */
export const decide = (
  record: ConsentRecord,
  bank: BankOffer,
  askedAccounts: ReadonlyArray<string>,
  answer: Answer,
  now: number
): ConsentRecord => {
  if (record.status !== "received") return record
  const granted = (restriction: Restriction) => authorise(record, bank, askedAccounts, restriction)
  switch (answer.decision) {
    case "approve":
      return granted({})
    case "approve-fewer":
      return granted(ticked(answer, askedAccounts))
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
