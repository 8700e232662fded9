/** Reads the accounts under a consent, with balances and transactions (spec 10, 16). */
import { dayAt } from "@sheaf/domain/CalendarDate"
import type { MissingData } from "@sheaf/domain/FailureReason"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { BankAccounts, TransactionReadPosition } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { accountNumbersOf } from "../wire/AccessMapping.ts"
import * as AccountMapping from "../wire/AccountMapping.ts"
import type { AccountListKind } from "../wire/AccountMapping.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import { accountDataUrlOf, getRequestFor } from "./BankReading.ts"
import type { AccountLister, BankReading } from "./BankReading.ts"
import * as BankWire from "../wire/BankWire.ts"
import { readMember, readText } from "../wire/LenientDecoding.ts"
import { missingDataReasonOf } from "./MissingPart.ts"
import type { MissingPart } from "./MissingPart.ts"
import * as RetryingClient from "./RetryingClient.ts"
import * as TransactionReading from "./TransactionReading.ts"

const psd2 = { product: "PSD2_AIS" } as const

const concurrency = 4

interface CoveredAccount {
  readonly account: BankWire.WireAccount
  readonly list: AccountListKind
  readonly record: BankAccount
}

interface ReadAccount {
  readonly record: BankAccount
  readonly losses: ReadonlyArray<MissingPart>
  /** True if no transaction of the record's period is missing. */
  readonly hasAllTransactions: boolean
  readonly requests: number
}

interface ReadBalances {
  readonly balances: ReadonlyArray<BankWire.WireBalance>
  readonly loss?: MissingPart["reason"]
}

const maxBalances = 100

const readBalances = Effect.fnUntraced(function* (reading: BankReading, { account, list }: CoveredAccount) {
  const inList = account.balances !== undefined && account.balances.length > 0 ? account.balances : undefined
  const address = accountDataUrlOf(reading, account, list, "balances")
  const asked = (path: string) =>
    Effect.map(
      reading.client.sendAndDecode(BankWire.WireBalances, getRequestFor(reading, path)),
      ({ balances }) => balances
    )
  const all = inList ?? (address === undefined ? [] : yield* asked(address))
  const taken = all.slice(0, maxBalances)
  const balances = taken.flatMap((each) => Option.toArray(BankWire.decodeBalance(each)))
  const read: ReadBalances = {
    balances,
    ...(balances.length < taken.length && { loss: "INVALID_DATA" }),
    ...(taken.length < all.length && { loss: "TOO_MUCH_DATA" })
  }
  return read
})

/**
 * Adds balances and transactions to an account's record. If one of these parts cannot be read, keeps the rest of the
 * record.
 */
const completed = Effect.fnUntraced(function* (
  reading: BankReading,
  left: TransactionReading.ReadingBudget,
  covered: CoveredAccount
): Effect.fn.Return<ReadAccount, AttemptedBankCallError> {
  const { account, list, record } = covered
  const { scope } = reading
  const losses: Array<MissingPart> = []
  const orLost = <A>(part: MissingPart["part"], read: Effect.Effect<A, AttemptedBankCallError>) =>
    Effect.catch(read, (fault) => {
      const reason = missingDataReasonOf(fault)
      if (reason === undefined) return Effect.fail(fault)
      losses.push({ part, reason })
      return Effect.as(
        Effect.annotateLogs(Effect.logWarning("bank did not return a part of an account"), {
          part,
          fault: fault.message
        }),
        undefined
      )
    })
  const found = scope.balances ? yield* orLost("BALANCES", readBalances(reading, covered)) : undefined
  if (found?.loss !== undefined) losses.push({ part: "BALANCES", reason: found.loss })
  let requests = 0
  const since = reading.context.since?.find(({ accountId }) => accountId === record.accountId)
  const transactions = TransactionReading.read(reading, left, account, list, () => (requests += 1), since)
  const read = scope.transactions ? yield* orLost("TRANSACTIONS", transactions) : undefined
  if (read?.loss !== undefined) losses.push({ part: "TRANSACTIONS", reason: read.loss })
  return {
    record: {
      ...record,
      ...(found && AccountMapping.balancesOf(account, list, found.balances, reading)),
      ...(read && { transactions: read.transactions }),
      ...(read?.period && { transactionsFrom: read.period.from }),
      ...(read?.period?.older && { olderTransactions: read.period.older })
    },
    losses,
    hasAllTransactions: read?.isWhole === true,
    requests
  }
})

/**
 * Returns the account's ids that are in the scope, or none if the scope does not cover the account. Consents from
 * earlier releases use the bank's resource ids.
 */
const coveredAs = ({ accountIds }: Psd2AisConsentScope, account: unknown): ReadonlyArray<string> => {
  const resourceId = readText(readMember(account, "resourceId"))
  const ids = [...accountNumbersOf(account), ...(resourceId === undefined ? [] : [resourceId])]
  return ids.filter((id) => accountIds?.includes(id) ?? true)
}

type IdentifiedAccount = Omit<CoveredAccount, "record"> & { readonly id: string }

/**
 * Makes account ids distinct. If several accounts share a number, the currency is appended to each id. If they also
 * share the currency, a counter is appended, in the order of the bank's resource ids. An account that is listed twice
 * counts once.
 */
const distinguished = (found: ReadonlyArray<IdentifiedAccount>): ReadonlyArray<IdentifiedAccount> => {
  const resourceOf = ({ account }: IdentifiedAccount) => readText(account.resourceId) ?? ""
  const alike = Map.groupBy(found, (each) => JSON.stringify([each.id, each.account.currency, resourceOf(each)]))
  const all = [...alike.values()].flatMap(([first]) => first ?? [])
  const ids = new Map<IdentifiedAccount, string>()
  for (const [id, ofNumber] of Map.groupBy(all, (each) => each.id)) {
    if (ofNumber.length === 1) continue
    for (const [currency, same] of Map.groupBy(ofNumber, ({ account }) => account.currency)) {
      const ordered = same.toSorted((a, b) => (resourceOf(a) < resourceOf(b) ? -1 : 1))
      ordered.forEach((each, before) => ids.set(each, `${id} ${currency}${before === 0 ? "" : ` ${before + 1}`}`))
    }
  }
  return all.map((each) => ({ ...each, id: ids.get(each) ?? each.id }))
}

const maxAccounts = 1_000

/**
 * Finds the accounts within the scope. An account that cannot be used, or that the bank omits, is reported as missing.
 */
const coveredIn = Effect.fnUntraced(function* (reading: BankReading, listed: AccountLister) {
  const missing: Array<MissingData> = []
  const found: Array<IdentifiedAccount> = []
  const omitted = new Set(reading.scope.accountIds)
  const report = (reason: MissingData["reason"], accountId?: string) =>
    missing.push({ ...psd2, part: "ACCOUNT", reason, ...(accountId !== undefined && { accountId }) })
  for (const list of ["ACCOUNTS", "CARD_ACCOUNTS"] as const) {
    for (const wire of yield* listed(list)) {
      const ids = coveredAs(reading.scope, wire)
      const [id] = ids
      if (id === undefined && reading.scope.accountIds !== undefined) continue
      ids.forEach((each) => omitted.delete(each))
      const account = Option.getOrUndefined(BankWire.decodeAccount(wire))
      if (account !== undefined && id !== undefined) found.push({ account, list, id })
      else report("INVALID_DATA", id)
    }
  }
  omitted.forEach((id) => report("COMPANY_ERROR", id))
  const covered = distinguished(found).flatMap(({ account, id, list }): ReadonlyArray<CoveredAccount> => {
    const record = AccountMapping.recordOf(account, list, id, reading.names)
    return record === undefined ? [] : [{ account, list, record }]
  })
  if (covered.length > maxAccounts) report("TOO_MUCH_DATA")
  return { covered: covered.slice(0, maxAccounts), missing }
})

/** Returns where the next reading of new transactions starts, or nothing if some transactions are missing. */
const positionOf = (
  { hasAllTransactions, record }: ReadAccount,
  today: string
): ReadonlyArray<TransactionReadPosition> => {
  if (!hasAllTransactions) return []
  const booked = record.transactions?.filter(({ status }) => status === "BOOKED") ?? []
  const last = booked.reduce<(typeof booked)[number] | undefined>(
    (newest, each) => (newest === undefined || each.bookingDate > newest.bookingDate ? each : newest),
    undefined
  )
  if (last === undefined) return []
  const bookedOn = last.bookingDate < today ? last.bookingDate : today
  const { entryReference } = last
  return [{ accountId: record.accountId, bookedOn, ...(entryReference !== undefined && { entryReference }) }]
}

export const read = Effect.fnUntraced(function* (
  reading: BankReading,
  listed: AccountLister
): Effect.fn.Return<BankAccounts, AttemptedBankCallError> {
  const { covered, missing } = yield* coveredIn(reading, listed)
  const left = TransactionReading.initialBudget()
  const retrying = { ...reading, client: RetryingClient.make(reading.client) }
  const read = yield* Effect.forEach(covered, (each) => completed(retrying, left, each), { concurrency })
  const lost = read.flatMap(({ losses, record: { accountId } }) =>
    losses.map((loss): MissingData => ({ ...psd2, accountId, ...loss }))
  )
  const repeats = read.flatMap(({ record: { accountId }, requests }) =>
    requests > 1 ? [{ accountId, count: requests - 1 }] : []
  )
  const today = dayAt(yield* Clock.currentTimeMillis, reading.timeZone)
  return {
    positions: read.flatMap((each) => positionOf(each, today)),
    accounts: read.map(({ record }) => record),
    missing: [...missing, ...lost],
    ...(repeats.length > 0 && { repeats })
  }
})
