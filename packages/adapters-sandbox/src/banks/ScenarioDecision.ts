/** The bank's decision on an identified person's consent. It depends on the person's scenario (spec 12). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { behaviorOf } from "./ConsentTable.ts"
import type { BankBehavior } from "./ConsentTable.ts"
import type { Bank } from "./Bank.ts"
import * as ConsentRecord from "./ConsentRecord.ts"

const minuteMillis = 60_000

/** Returns how the bank limits the consent, or nothing if it rejects the consent. */
const restrictionOf = (
  behavior: BankBehavior,
  asked: ReadonlyArray<string>,
  now: number
): ConsentRecord.AccessRestriction | undefined => {
  switch (behavior) {
    case "REJECTS":
      return undefined
    case "SHORTENS":
      return { until: now + 7 * dayMillis }
    case "EXPIRES_SOON":
      return { until: now + minuteMillis }
    case "GRANTS_FEWER":
      return { accountIds: asked.slice(0, 1) }
    default:
      return {}
  }
}

/** Authorizes or rejects an undecided consent. A decided consent does not change. */
export const decideConsent = (
  record: ConsentRecord.ConsentRecord,
  { bank }: Bank,
  person: string,
  ownAccounts: ReadonlyArray<string>,
  now: number
): ConsentRecord.ConsentRecord => {
  if (record.status !== "received") return record
  const restriction = restrictionOf(behaviorOf(person), ConsentRecord.requestedAccountsOf(record, ownAccounts), now)
  return restriction === undefined
    ? { ...record, status: "rejected" }
    : ConsentRecord.authorize(record, bank, ownAccounts, restriction)
}
