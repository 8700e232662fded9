/**
 * Finds the accounts that a request may read under its consent. Fails if the consent is not valid or has reached its
 * limit on unattended reads.
 */
import { Effect } from "effect"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import * as Bearer from "../oauth/Bearer.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"
import * as UnattendedReads from "../consents/UnattendedReads.ts"
import * as ScenarioFaults from "../consents/ScenarioFaults.ts"
import { failWith } from "../protocol/TppErrors.ts"
import type * as AccountViews from "./AccountViews.ts"

/** The limit on unattended reads applies separately to each `resource`. */
export const listAccounts = Effect.fnUntraced(function* (consentId: string, resource: string) {
  const found = yield* ConsentLookup.findValidConsent(consentId)
  const { bank, isAttended } = yield* BankRequestContext
  yield* Bearer.checkAccessToken(found)
  yield* ScenarioFaults.injectReadingFault(found)
  if (!isAttended) yield* UnattendedReads.countRead(consentId, resource, found.requested.frequencyPerDay)
  const { accountIds, balances, transactions } = found.granted.scope
  return bankAccountsOf(bank, found.person).flatMap((account): ReadonlyArray<AccountViews.CoveredAccount> => {
    const requested = AccessRules.requestedRights(found.access, account)
    if (requested === undefined || !(accountIds?.includes(account.accountId) ?? true)) return []
    const rights = {
      balances: requested.balances && balances,
      transactions: requested.transactions && transactions
    }
    return [{ account, rights, hasOwner: AccessRules.includesOwnerName(found.access) }]
  })
})

export const getAccount = Effect.fnUntraced(function* (
  consentId: string,
  accountId: string,
  isWanted: (each: AccountViews.CoveredAccount) => boolean,
  resource = ""
) {
  const accounts = yield* listAccounts(consentId, `${accountId}${resource}`)
  const found = accounts.find((each) => each.account.accountId === accountId && isWanted(each))
  return found ?? (yield* failWith("RESOURCE_UNKNOWN", "The consent covers no such account."))
})
