/** One-time consents. People give them when they log in (decisions 2, 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Company } from "../companies/Company.ts"
import { bankAccountsOf } from "../records/DrawnAccounts.ts"
import { behaviorOf } from "../scenarios/ConsentTable.ts"

/**
 * Returns the accounts that the bank grants. Returns nothing if the bank refuses the consent or the company is not a
 * bank.
 */
export const accountsUnder = (
  company: Company,
  identity: string,
  scope: ConsentScope.Psd2AisConsentScope
): ReadonlyArray<BankAccount> | undefined => {
  const behavior = behaviorOf(identity)
  if (company.bank === undefined || behavior === "REJECTS") return undefined
  const accounts = ConsentScope.within(scope, bankAccountsOf(company, identity))
  const chosen = behavior === "GRANTS_FEWER" ? accounts.slice(0, 1) : accounts
  const granted = ConsentScope.grant(scope, {
    ...company.bank.reads,
    accountIds: chosen.map(({ accountId }) => accountId)
  })
  return granted && ConsentScope.within(granted, chosen)
}
