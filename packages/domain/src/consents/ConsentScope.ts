/** What a consent to read accounts covers, and until when: asked for, defaulted, shortened (spec 2.3; decisions 2). */
import { Result, Schema } from "effect"
import type { Market } from "../companies/Market.ts"
import type { Psd2AisConsent } from "../collections/Parameter.ts"
import type { Violation } from "../Violation.ts"
import type { BankAccount } from "../records/wealth/BankAccount.ts"
import * as Words from "../Words.ts"

/** What a consent covers (spec 2.4). Without `accountIds` it is every account that the bank has of the person. */
export const Psd2AisConsentScope = Schema.Struct({
  type: Words.only("PSD2_AIS"),
  accountIds: Schema.optionalKey(Schema.Array(Schema.String)).pipe(
    Words.means("The accounts that can be read; absent if the consent covers all accounts available at the bank.")
  ),
  balances: Schema.Boolean.pipe(Words.means("True if balances can be read.")),
  transactions: Schema.Boolean.pipe(Words.means("True if transactions can be read."))
}).annotate({
  identifier: "Psd2AisConsentScope",
  description: "The scope of the consent. Without accountIds, it covers all accounts available at the bank.",
  examples: [{ type: "PSD2_AIS", balances: true, transactions: false }]
})
export type Psd2AisConsentScope = typeof Psd2AisConsentScope.Type

/** How long a consent lasts at most where the company does not say (decisions 2). */
export const defaultMaximumDays = 180

/** How long a consent lasts where the request does not say (decisions 2). */
export const defaultDays = 90

/** The language of the market's country, in the form of `psuLocale`. */
const locales: Record<Market, string> = { se: "sv-se", ee: "et-ee", lt: "lt-lt", lv: "lv-lv", fr: "fr-fr" }

/** The `psuLocale` of a person who asked for none (decisions 2). */
export const localeOf = (market: Market): string => locales[market]

/** What decides about a consent beside its parameter. */
export interface Circumstances {
  /** The current day, `YYYY-MM-DD`, UTC. */
  readonly today: string
  readonly market: Market
  /** `maximumConsentValidityDays` of the company, where it has one. */
  readonly maximumDays?: number | undefined
}

/** A consent with all that the request left open. */
export interface Terms {
  readonly scope: Psd2AisConsentScope
  readonly psuIpAddress: string
  readonly psuLocale: string
  /** The last day on which it holds, `YYYY-MM-DD`. */
  readonly validUntil: string
}

type Requested = Omit<typeof Psd2AisConsent.Type, "type">

const millisecondsOfDay = 86_400_000

const daysAfter = (today: string, days: number): string =>
  new Date(Date.parse(today) + days * millisecondsOfDay).toISOString().slice(0, 10)

const earlier = (a: string, b: string): string => (a < b ? a : b)

/**
 * Returns the terms of a consent. Fails with the rules that the request for it breaks; `pointer` is its place in the request.
 *
 * `balances` and `transactions` default to true, and cannot both be false. `validUntil` defaults to 90 days from today,
 * must be after today, and is shortened, not refused, to the company's maximum.
 *
 * @example
 * Result.getOrThrow(resolve({ psuIpAddress: "192.0.2.17", validUntil: "9999-12-31" }, "", { today: "2026-03-31", market: "se" }))
 * // { scope: { type: "PSD2_AIS", balances: true, transactions: true }, psuIpAddress: "192.0.2.17", psuLocale: "sv-se", validUntil: "2026-09-27" }
 */
export const resolve = (
  { accountIds, balances = true, psuIpAddress, psuLocale, transactions = true, validUntil }: Requested,
  pointer: string,
  { market, maximumDays = defaultMaximumDays, today }: Circumstances
): Result.Result<Terms, ReadonlyArray<Violation>> => {
  const violations: Array<Violation> = []
  if (!balances && !transactions) {
    const detail = "balances and transactions cannot both be false."
    violations.push({ pointer: `${pointer}/balances`, code: "INVALID_FIELD", detail })
  }
  if (validUntil !== undefined && validUntil <= today) {
    violations.push({ pointer: `${pointer}/validUntil`, code: "INVALID_FIELD", detail: "Must be after today (UTC)." })
  }
  if (violations.length > 0) return Result.fail(violations)
  return Result.succeed({
    scope: { type: "PSD2_AIS", ...(accountIds && { accountIds }), balances, transactions },
    psuIpAddress,
    psuLocale: psuLocale ?? localeOf(market),
    validUntil: earlier(validUntil ?? daysAfter(today, defaultDays), daysAfter(today, maximumDays))
  })
}

/** When a consent ends: at the end of its last day in UTC, or at the bank's own maximum where that is earlier (decisions 9). */
export const expiresAt = (validUntil: string, bankMaximum?: string): string => {
  const endOfDay = `${validUntil}T23:59:59.999Z`
  return bankMaximum === undefined ? endOfDay : earlier(endOfDay, new Date(bankMaximum).toISOString())
}

const both = (a: ReadonlyArray<string> | undefined, b: ReadonlyArray<string> | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : a.filter((id) => b.includes(id))

/**
 * What is granted of what was asked for, after what the bank says: never more than was asked for. `undefined` when
 * nothing is left of it.
 *
 * @example
 * grant({ type: "PSD2_AIS", balances: true, transactions: true }, { accountIds: ["acc-1"], transactions: false })
 * // { type: "PSD2_AIS", accountIds: ["acc-1"], balances: true, transactions: false }
 */
export const grant = (
  asked: Psd2AisConsentScope,
  byBank: Partial<Omit<Psd2AisConsentScope, "type">>
): Psd2AisConsentScope | undefined => {
  const accountIds = both(asked.accountIds, byBank.accountIds)
  const balances = asked.balances && (byBank.balances ?? true)
  const transactions = asked.transactions && (byBank.transactions ?? true)
  if (accountIds?.length === 0 || !(balances || transactions)) return undefined
  return { type: "PSD2_AIS", ...(accountIds !== undefined && { accountIds }), balances, transactions }
}

/** What an account is worth is its balance by another name. */
const withoutBalances = ({
  availableBalance: _,
  bookedBalance: __,
  financialInformation: ___,
  ...rest
}: BankAccount): BankAccount => rest
const withoutTransactions = ({ transactions: _, ...rest }: BankAccount): BankAccount => rest
const withoutDocuments = ({ documents: _, ...rest }: BankAccount): BankAccount => rest

/**
 * Of these accounts what the scope covers, whatever else the bank gave (spec 2.4; decisions 10). Documents it never
 * covers.
 */
export const within = (scope: Psd2AisConsentScope, accounts: ReadonlyArray<BankAccount>): ReadonlyArray<BankAccount> =>
  accounts
    .filter(({ accountId }) => scope.accountIds?.includes(accountId) ?? true)
    .map((account) => (scope.balances ? account : withoutBalances(account)))
    .map((account) => (scope.transactions ? account : withoutTransactions(account)))
    .map(withoutDocuments)
