/** Reads the accounts under a consent, with balances and transactions (spec 10, 16). */
import type { MissingData } from "@sheaf/domain/FailureReason"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { BankAccounts } from "@sheaf/ports"
import { Effect } from "effect"
import { accountIdOf } from "../wire/AccessMapping.ts"
import * as AccountMapping from "../wire/AccountMapping.ts"
import type { AccountListKind } from "../wire/AccountMapping.ts"
import { isUnsupportedResource } from "../wire/BankCallError.ts"
import type { BankStatusError, AttemptedBankCallError } from "../wire/BankCallError.ts"
import { accountDataUrlOf, getRequestFor, accountListPaths } from "./BankReading.ts"
import type { BankReading } from "./BankReading.ts"
import * as BankWire from "../wire/BankWire.ts"
import { textOf } from "../wire/LenientDecoding.ts"
import * as TransactionReading from "./TransactionReading.ts"

/** The number of accounts that are read at once. */
const concurrency = 4

/** The codes of a bank that has no card accounts at all. */
const withoutCardsCodes = ["SERVICE_INVALID", "PRODUCT_UNKNOWN", "PRODUCT_INVALID"]

const hasNoCards = (rejection: BankStatusError): boolean =>
  isUnsupportedResource(rejection) || (rejection.code !== undefined && withoutCardsCodes.includes(rejection.code))

/** Returns true if an id can name an account in a list. */
const isIn = (id: string, list: AccountListKind): boolean => {
  const kind = AccountNumber.parse(id)?.kind
  return kind === undefined || (kind === "MASKED_PAN") === (list === "CARD_ACCOUNTS")
}

/** Lists the accounts. A scope that names only one kind of accounts needs only one list. */
const listed = Effect.fnUntraced(function* (reading: BankReading, list: AccountListKind) {
  const { client, scope } = reading
  const wanted = scope.accountIds?.some((id) => isIn(id, list)) ?? true
  if (!wanted) return []
  const request = getRequestFor(reading, client.pathOf(accountListPaths[list]))
  if (list === "ACCOUNTS") return (yield* client.sendAndDecode(BankWire.WireAccountList, request)).accounts
  return yield* client.sendAndDecode(BankWire.WireCardAccountList, request).pipe(
    Effect.map(({ cardAccounts }) => cardAccounts),
    Effect.catchTag("BankStatusError", (error) => (hasNoCards(error) ? Effect.succeed([]) : Effect.fail(error)))
  )
})

const balances = Effect.fnUntraced(function* (
  reading: BankReading,
  account: BankWire.WireAccount,
  list: AccountListKind
) {
  if (account.balances !== undefined && account.balances.length > 0) return account.balances
  const address = accountDataUrlOf(reading, account, list, "balances")
  return address === undefined
    ? []
    : (yield* reading.client.sendAndDecode(BankWire.WireBalances, getRequestFor(reading, address))).balances
})

/** A record, and the reasons for which its data is incomplete. */
interface ReadAccount {
  readonly record: BankAccount
  readonly missing: ReadonlyArray<MissingData["reason"]>
}

/** The bank no longer knows a part of an account that it has listed. */
const isGone = (fault: AttemptedBankCallError): boolean => fault._tag === "BankStatusError" && fault.status === 404

/** Completes the record of an account. An account keeps its record if the bank no longer knows a part of it. */
const completed = Effect.fnUntraced(function* (
  reading: BankReading,
  left: TransactionReading.ReadingBudget,
  account: BankWire.WireAccount,
  list: AccountListKind,
  record: BankAccount
): Effect.fn.Return<ReadAccount, AttemptedBankCallError> {
  const { scope } = reading
  const missing: Array<MissingData["reason"]> = []
  const orGone = <A>(part: Effect.Effect<A, AttemptedBankCallError>, without: A) =>
    Effect.catchIf(part, isGone, () => Effect.sync(() => (missing.push("COMPANY_ERROR"), without)))
  const found = scope.balances ? yield* orGone(balances(reading, account, list), []) : []
  const nothing: TransactionReading.FetchedTransactions = { transactions: [], isComplete: true }
  const { isComplete, transactions } = scope.transactions
    ? yield* orGone(TransactionReading.read(reading, left, account, list), nothing)
    : nothing
  if (!isComplete) missing.push("TOO_MUCH_DATA")
  return {
    record: {
      ...record,
      ...(scope.balances && AccountMapping.balancesOf(account, found)),
      ...(scope.transactions && { transactions })
    },
    missing
  }
})

/**
 * Returns the id under which a scope covers an account, or `undefined` if the scope does not cover the account. Consents
 * of earlier releases name accounts by the bank's resource ids.
 */
const coveredAs = ({ accountIds }: Psd2AisConsentScope, account: BankWire.WireAccount): string | undefined => {
  const ids = [accountIdOf(account), textOf(account.resourceId)].filter((id) => id !== undefined)
  return accountIds === undefined ? ids[0] : ids.find((id) => accountIds.includes(id))
}

/** Reads the accounts that the scope covers. */
export const read = (reading: BankReading): Effect.Effect<BankAccounts, AttemptedBankCallError> =>
  Effect.gen(function* () {
    const found = yield* Effect.forEach(["ACCOUNTS", "CARD_ACCOUNTS"] as const, (list) =>
      Effect.map(listed(reading, list), (accounts) => accounts.map((account) => ({ account, list })))
    )
    const all = found.flat().flatMap(({ account, list }) => {
      const id = coveredAs(reading.scope, account)
      return id === undefined ? [] : [{ account, list, id }]
    })
    const known = new Set<string>()
    const records = all.flatMap(({ account, id, list }) => {
      // Several accounts can share a number, one for each currency.
      const isShared = all.filter((other) => other.id === id).length > 1
      const accountId = isShared ? `${id} ${account.currency}` : id
      const record = AccountMapping.recordOf(account, list, accountId, reading.names)
      if (record === undefined || known.has(accountId)) return []
      known.add(accountId)
      return [{ account, list, record }]
    })
    const left = TransactionReading.initialBudget()
    const read = yield* Effect.forEach(
      records,
      ({ account, list, record }) => completed(reading, left, account, list, record),
      { concurrency }
    )
    const reasons = new Set(read.flatMap(({ missing }) => missing))
    return {
      accounts: read.map(({ record }) => record),
      missing: [...reasons].map((reason) => ({ product: "PSD2_AIS", reason }))
    }
  })
