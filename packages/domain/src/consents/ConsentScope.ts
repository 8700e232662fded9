/**
 * A consent's scope and validity: what the client requests, which defaults apply, and what the bank grants (spec 2.1,
 * 2.3).
 */
import { dayMillis } from "../shared/CalendarDate.ts"
import { Result, Schema, Struct } from "effect"
import type { Market } from "../shared/Market.ts"
import type { Psd2AisConsent } from "../collections/Parameter.ts"
import type { Violation } from "../shared/Violation.ts"
import * as AccountNumber from "./AccountNumber.ts"
import type { BankAccount } from "../records/wealth/BankAccount.ts"
import * as Annotations from "../shared/Annotations.ts"

export const Psd2AisConsentScope = Schema.Struct({
  type: Annotations.literal("PSD2_AIS"),
  accountIds: Annotations.optional(
    Schema.Array(Schema.String),
    "The accounts that can be read; absent if the consent covers all accounts available at the bank."
  ),
  balances: Schema.Boolean.pipe(Annotations.describe("True if balances can be read.")),
  transactions: Schema.Boolean.pipe(Annotations.describe("True if transactions can be read."))
}).pipe(
  Annotations.annotate(
    "Psd2AisConsentScope",
    "The consent's scope. Without accountIds, it covers all accounts available at the bank."
  )
)
export type Psd2AisConsentScope = typeof Psd2AisConsentScope.Type

/** The maximum validity of a consent, in days, at a company that states no maximum (spec 2.1). */
export const defaultMaxValidityDays = 180

const defaultDays = 90

/** Each market's language, in the format of `psuLocale` (spec 2.1). */
const locales: Record<Market, string> = { se: "sv-se", ee: "et-ee", lt: "lt-lt", lv: "lv-lv", fr: "fr-fr" }

export const defaultLocale = (market: Market): string => locales[market]

export interface ConsentContext {
  /** The current day (UTC), `YYYY-MM-DD`. */
  readonly today: string
  readonly market: Market
  readonly maxDays?: number | undefined
}

export interface ConsentTerms {
  readonly scope: Psd2AisConsentScope
  readonly psuIpAddress: string
  readonly psuLocale: string
  /** The last day of the consent, `YYYY-MM-DD`. */
  readonly validUntil: string
}

type Requested = Omit<typeof Psd2AisConsent.Type, "type">

const daysAfter = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * dayMillis).toISOString().slice(0, 10)

const earlier = (a: string, b: string): string => (a < b ? a : b)

/**
 * Returns account numbers in the form that banks expect. Until the bank gives access, only the number identifies an
 * account (spec 16).
 */
const numbersOf = (
  accountIds: ReadonlyArray<string> | undefined,
  pointer: string
): Result.Result<ReadonlyArray<string> | undefined, ReadonlyArray<Violation>> => {
  if (accountIds === undefined) return Result.succeed(undefined)
  const numbers = accountIds.map(AccountNumber.parse)
  const violations = numbers.flatMap((number, index): ReadonlyArray<Violation> => {
    const detail = "Expected an IBAN, a national account number or a masked card number."
    return number === undefined ? [{ pointer: `${pointer}/${index}`, code: "INVALID_FIELD", detail }] : []
  })
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed([...new Set(numbers.flatMap((found) => (found === undefined ? [] : [found.number])))])
}

/**
 * Returns a consent's terms, or fails with the rules that the consent parameter at `pointer` violates.
 *
 * `balances` and `transactions` default to true; if both are false, the consent covers only the list of accounts.
 * `validUntil` defaults to 90 days from today and must not be before today. A later day than the company's maximum is
 * not an error: the maximum applies.
 *
 * @example
 * Result.getOrThrow(resolveTerms({ psuIpAddress: "192.0.2.17", validUntil: "9999-12-31" }, "", { today: "2026-03-31", market: "se" }))
 * // { scope: { type: "PSD2_AIS", balances: true, transactions: true }, psuIpAddress: "192.0.2.17", psuLocale: "sv-se", validUntil: "2026-09-27" }
 */
export const resolveTerms = (
  { accountIds, balances = true, psuIpAddress, psuLocale, transactions = true, validUntil }: Requested,
  pointer: string,
  { market, maxDays = defaultMaxValidityDays, today }: ConsentContext
): Result.Result<ConsentTerms, ReadonlyArray<Violation>> => {
  if (validUntil !== undefined && validUntil < today) {
    const detail = "Must not be before today (UTC)."
    return Result.fail([{ pointer: `${pointer}/validUntil`, code: "INVALID_FIELD", detail }])
  }
  return Result.map(numbersOf(accountIds, `${pointer}/accountIds`), (numbers) => ({
    scope: { type: "PSD2_AIS", ...(numbers && { accountIds: numbers }), balances, transactions },
    psuIpAddress,
    psuLocale: psuLocale ?? defaultLocale(market),
    validUntil: earlier(validUntil ?? daysAfter(today, defaultDays), daysAfter(today, maxDays))
  }))
}

/** Returns when a consent ends: at the end of its last day in UTC, or earlier if the bank says so (spec 2.4). */
export const expirationOf = (validUntil: string, bankMaximum?: string): string => {
  const endOfDay = `${validUntil}T23:59:59.999Z`
  return bankMaximum === undefined ? endOfDay : earlier(endOfDay, new Date(bankMaximum).toISOString())
}

/** The access that the bank has granted. A missing member means that there is no restriction. */
export interface GrantedAccess extends Partial<Omit<Psd2AisConsentScope, "type">> {
  /** Other numbers of the accounts in `accountIds`. Clients can also use these numbers to request the accounts. */
  readonly otherNumbers?: ReadonlyArray<string>
}

/**
 * Returns the part of the requested scope that the bank allows, or `undefined` if nothing is left.
 *
 * @example
 * intersectScope({ type: "PSD2_AIS", balances: true, transactions: true }, { accountIds: ["acc-1"], transactions: false })
 * // { type: "PSD2_AIS", accountIds: ["acc-1"], balances: true, transactions: false }
 */
export const intersectScope = (
  asked: Psd2AisConsentScope,
  { otherNumbers = [], ...byBank }: GrantedAccess
): Psd2AisConsentScope | undefined => {
  const { accountIds: granted } = byBank
  const accountIds =
    asked.accountIds && granted
      ? asked.accountIds.filter((id) => [...granted, ...otherNumbers].includes(id))
      : (asked.accountIds ?? granted)
  const balances = asked.balances && (byBank.balances ?? true)
  const transactions = asked.transactions && (byBank.transactions ?? true)
  const isRefused = (asked.balances || asked.transactions) && !(balances || transactions)
  if (accountIds?.length === 0 || isRefused) return undefined
  return { type: "PSD2_AIS", ...(accountIds !== undefined && { accountIds }), balances, transactions }
}

export const withoutAccounts = ({ accountIds: _, ...scope }: Psd2AisConsentScope): Psd2AisConsentScope => scope

const balanceMembers = ["availableBalance", "balances", "bookedBalance", "creditLimit", "financialInformation"] as const

const transactionMembers = ["olderTransactions", "transactions", "transactionsFrom"] as const

/**
 * Removes data that the bank returned although it is outside the scope (spec 2.4, 10). Documents are always outside the
 * scope. If the scope has no balances, `financialInformation` is removed too, because it repeats the balance.
 */
export const filterAccounts = (
  scope: Psd2AisConsentScope,
  accounts: ReadonlyArray<BankAccount>
): ReadonlyArray<BankAccount> => {
  const hidden = [
    "documents" as const,
    ...(scope.balances ? [] : balanceMembers),
    ...(scope.transactions ? [] : transactionMembers)
  ]
  return accounts
    .filter(({ accountId, currency }) => {
      // Accounts in several currencies can share a number. In that case, their ids end in the currency.
      const [number = accountId] = accountId.split(` ${currency}`, 1)
      return scope.accountIds?.some((id) => id === accountId || id === number) ?? true
    })
    .map((account) => {
      const shown: BankAccount = Struct.omit(account, hidden)
      if (shown.transactions === undefined || scope.balances) return shown
      return {
        ...shown,
        transactions: shown.transactions.map((each) => Struct.omit(each, ["balanceAfterTransaction"]))
      }
    })
}
