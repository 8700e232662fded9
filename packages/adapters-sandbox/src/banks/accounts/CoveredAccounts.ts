/** The accounts that a request can read: those under its valid consent, within the limits for unattended reads. */
import { Effect } from "effect"
import { bankAccountsOf } from "../../records/DrawnAccounts.ts"
import * as Bearer from "../oauth/Bearer.ts"
import { CurrentExchange } from "../protocol/BankExchange.ts"
import * as AccessRules from "../server/AccessRules.ts"
import * as ConsentLookup from "../server/ConsentLookup.ts"
import * as Reads from "../server/Reads.ts"
import * as ScenarioFaults from "../server/ScenarioFaults.ts"
import { refuse } from "../server/TppRefusal.ts"
import type * as AccountViews from "./AccountViews.ts"

/** Returns the accounts under a valid consent. `resource` names what the request reads, to limit unattended reads. */
export const all = Effect.fnUntraced(function* (consentId: string, resource: string) {
  const found = yield* ConsentLookup.findValid(consentId)
  const { bank, isAttended } = yield* CurrentExchange
  yield* Bearer.check(found)
  yield* ScenarioFaults.atReading(found)
  if (!isAttended) yield* Reads.count(consentId, resource, found.requested.frequencyPerDay)
  const { accountIds, balances, transactions } = found.granted.scope
  return bankAccountsOf(bank, found.person).flatMap((account): ReadonlyArray<AccountViews.CoveredAccount> => {
    const requested = AccessRules.requestedTo(found.access, account)
    if (requested === undefined || !(accountIds?.includes(account.accountId) ?? true)) return []
    const rights = {
      balances: requested.balances && balances,
      transactions: requested.transactions && transactions
    }
    return [{ account, rights, hasOwner: AccessRules.includesOwner(found.access) }]
  })
})

/** Returns one account under a valid consent. */
export const one = Effect.fnUntraced(function* (
  consentId: string,
  accountId: string,
  isWanted: (each: AccountViews.CoveredAccount) => boolean,
  resource = ""
) {
  const accounts = yield* all(consentId, `${accountId}${resource}`)
  const found = accounts.find((each) => each.account.accountId === accountId && isWanted(each))
  return found ?? (yield* refuse("RESOURCE_UNKNOWN", "The consent covers no such account."))
})
