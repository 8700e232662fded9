/** Reads the accounts under a consent, with balances and all pages of transactions (decisions 10, 21). */
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { Attendance } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import type { OutboundError } from "../outbound/OutboundError.ts"
import { accountIdOf } from "./AccessMapping.ts"
import * as AccountMapping from "./AccountMapping.ts"
import type { ListKind, BankNames } from "./AccountMapping.ts"
import type { BankCalls } from "./BankCalls.ts"
import { BankMisfit, isNotOffered } from "./BankFault.ts"
import type { BankRejection, SentBankFault } from "./BankFault.ts"
import * as BankWire from "./BankWire.ts"
import { textOf } from "./LooseText.ts"
import { linkOf } from "./ScaAddress.ts"
import * as TransactionMapping from "./TransactionMapping.ts"
import type { TransactionReport } from "./TransactionMapping.ts"

/** A reading under one consent. */
export interface BankReading {
  readonly client: BankCalls
  readonly base: URL
  readonly names: BankNames
  readonly bankConsentId: string
  readonly scope: Psd2AisConsentScope
  readonly attendance: Attendance
  /** The fields with the consent's token, for a bank with OAuth. */
  readonly fields: Readonly<Record<string, string>>
}

/** The numbers of pages and transactions that Sheaf reads of one account. */
const mostPages = 100
const mostTransactions = 10_000

/** The number of accounts that are read at once. */
const concurrency = 4

/** The days of transactions to request. Without a fresh authentication of the person, some banks return only 90 days. */
const longestHistory = 365
const certainHistory = 90

const dayMillis = 86_400_000

const dayAt = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const fieldsOf = ({ attendance: { psuIpAddress, psuUserAgent }, bankConsentId, fields }: BankReading) => ({
  ...fields,
  "consent-id": bankConsentId,
  "psu-ip-address": psuIpAddress,
  "psu-user-agent": psuUserAgent
})

const get = (reading: BankReading, path: string) => ({ method: "GET" as const, path, fields: fieldsOf(reading) })

const lists = { ACCOUNTS: "accounts", CARD_ACCOUNTS: "card-accounts" } as const satisfies Record<ListKind, string>

/** The codes of a bank that has no card accounts at all. */
const withoutCardsCodes = ["SERVICE_INVALID", "PRODUCT_UNKNOWN", "PRODUCT_INVALID"]

const hasNoCards = (rejection: BankRejection): boolean =>
  isNotOffered(rejection) || (rejection.code !== undefined && withoutCardsCodes.includes(rejection.code))

/** Returns true if an id can name an account in a list. */
const isIn = (id: string, list: ListKind): boolean => {
  const kind = AccountNumber.parse(id)?.kind
  return kind === undefined || (kind === "MASKED_PAN") === (list === "CARD_ACCOUNTS")
}

/** Lists the accounts. A scope that names only one kind of accounts needs only one list. */
const listed = Effect.fnUntraced(function* (reading: BankReading, list: ListKind) {
  const { client, scope } = reading
  const wanted = scope.accountIds?.some((id) => isIn(id, list)) ?? true
  if (!wanted) return []
  const request = get(reading, `v1/${lists[list]}`)
  if (list === "ACCOUNTS") return (yield* client.ask(BankWire.WireAccountList, request)).accounts
  return yield* client.ask(BankWire.WireCardAccountList, request).pipe(
    Effect.map(({ cardAccounts }) => cardAccounts),
    Effect.catchTag("BankRejection", (error) => (hasNoCards(error) ? Effect.succeed([]) : Effect.fail(error)))
  )
})

/** Returns the address of an account's balances or transactions, or `undefined` if the bank offers none. */
const addressOf = (
  { base }: BankReading,
  account: BankWire.WireAccount,
  list: ListKind,
  of: "balances" | "transactions"
) => {
  const resourceId = textOf(account.resourceId)
  if (resourceId !== undefined) return `v1/${lists[list]}/${encodeURIComponent(resourceId)}/${of}`
  const href = BankWire.hrefOf(account._links, of)
  return href === undefined ? undefined : linkOf(href, base)
}

const balances = Effect.fnUntraced(function* (reading: BankReading, account: BankWire.WireAccount, list: ListKind) {
  if (account.balances !== undefined && account.balances.length > 0) return account.balances
  const address = addressOf(reading, account, list, "balances")
  return address === undefined ? [] : (yield* reading.client.ask(BankWire.WireBalances, get(reading, address))).balances
})

/** Reads all pages, beginning with the first address. */
const pages = Effect.fnUntraced(function* (reading: BankReading, first: string) {
  const booked: Array<BankWire.WireTransaction> = []
  const pending: Array<BankWire.WireTransaction> = []
  const visited = new Set<string>()
  for (let address: string | undefined = first; address !== undefined;) {
    if (visited.has(address) || visited.size >= mostPages) return yield* new BankMisfit({ reason: "PAGING" })
    visited.add(address)
    const page: typeof BankWire.WireTransactions.Type = yield* reading.client.ask(
      BankWire.WireTransactions,
      get(reading, address)
    )
    const report = page.transactions ?? page.cardTransactions
    booked.push(...(report?.booked ?? []))
    pending.push(...(report?.pending ?? []))
    if (booked.length + pending.length > mostTransactions) return yield* new BankMisfit({ reason: "PAGING" })
    const next: string | undefined = BankWire.hrefOf(report?._links, "next") ?? BankWire.hrefOf(page._links, "next")
    address = next === undefined ? undefined : linkOf(next, reading.base)
  }
  const report: TransactionReport = { booked, pending }
  return report
})

const isRejected =
  (...codes: ReadonlyArray<string>) =>
  (error: OutboundError | BankRejection | BankMisfit): boolean =>
    error._tag === "BankRejection" && error.code !== undefined && codes.includes(error.code)

const transactions = Effect.fnUntraced(function* (reading: BankReading, account: BankWire.WireAccount, list: ListKind) {
  const now = yield* Clock.currentTimeMillis
  const address = addressOf(reading, account, list, "transactions")
  const nothing: ReadonlyArray<Transaction> = []
  if (address === undefined) return nothing
  const within = (days: number, bookingStatus: "both" | "booked") => {
    const query = new URLSearchParams({ bookingStatus, dateFrom: dayAt(now - days * dayMillis) })
    return pages(reading, `${address}${address.includes("?") ? "&" : "?"}${query}`)
  }
  const withStatus = (bookingStatus: "both" | "booked") =>
    Effect.catchIf(within(longestHistory, bookingStatus), isRejected("PERIOD_INVALID"), () =>
      within(certainHistory, bookingStatus)
    )
  const report = yield* Effect.catchIf(
    withStatus("both"),
    isRejected("PARAMETER_NOT_SUPPORTED", "PARAMETER_NOT_CONSISTENT"),
    () => withStatus("booked")
  )
  return TransactionMapping.transactionsOf(report, {
    today: dayAt(now),
    isDebitPositive: list === "CARD_ACCOUNTS" && account.debitAccounting === true
  })
})

/** Completes the record of an account. Yields nothing if the account has vanished since it was listed. */
const completed = (reading: BankReading, account: BankWire.WireAccount, list: ListKind, record: BankAccount) =>
  Effect.gen(function* () {
    const { scope } = reading
    const whole: ReadonlyArray<BankAccount> = [
      {
        ...record,
        ...(scope.balances && AccountMapping.balancesOf(account, yield* balances(reading, account, list))),
        ...(scope.transactions && { transactions: yield* transactions(reading, account, list) })
      }
    ]
    return whole
  }).pipe(
    Effect.catchIf(
      (error) => error._tag === "BankRejection" && error.status === 404,
      () => Effect.succeed<ReadonlyArray<BankAccount>>([])
    )
  )

/**
 * Returns the id under which a scope covers an account, or `undefined` if the scope does not cover the account. Consents
 * of earlier releases name accounts by the bank's resource ids.
 */
const coveredAs = ({ accountIds }: Psd2AisConsentScope, account: BankWire.WireAccount): string | undefined => {
  const ids = [accountIdOf(account), textOf(account.resourceId)].filter((id) => id !== undefined)
  return accountIds === undefined ? ids[0] : ids.find((id) => accountIds.includes(id))
}

/** Reads the accounts that the scope covers. */
export const read = (reading: BankReading): Effect.Effect<ReadonlyArray<BankAccount>, SentBankFault> =>
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
    const whole = yield* Effect.forEach(
      records,
      ({ account, list, record }) => completed(reading, account, list, record),
      { concurrency }
    )
    return whole.flat()
  })
