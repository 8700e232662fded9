/**
 * Reads accounts' transactions page by page, within limits (spec 10, 16). An account that exceeds a limit counts as
 * incomplete.
 */
import type { MissingData } from "@sheaf/domain/FailureReason"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import { dayAt } from "@sheaf/domain/CalendarDate"
import type { TransactionReadPosition } from "@sheaf/ports"
import { Clock, Effect, Option, Result, Semaphore } from "effect"
import type { OutboundResponse } from "../../outbound/OutboundClient.ts"
import { isDebitPositive } from "../wire/AccountMapping.ts"
import type { AccountListKind } from "../wire/AccountMapping.ts"
import { isAboutAccount } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import { accountDataUrlOf, getRequestFor } from "./BankReading.ts"
import type { BankReading } from "./BankReading.ts"
import * as History from "./History.ts"
import { forEachPage } from "./Pages.ts"
import { missingDataReasonOf } from "./MissingPart.ts"
import * as BankWire from "../wire/BankWire.ts"
import * as TransactionMapping from "./TransactionMapping.ts"

export interface ReadingBudget {
  pages: number
  transactions: number
  bytes: number
}

const ofAccount = (): ReadingBudget => ({ pages: 100, transactions: 10_000, bytes: Number.MAX_SAFE_INTEGER })

/**
 * Returns the limits for a whole reading. They are low because several copies of the transactions are in memory at the
 * same time.
 */
export const initialBudget = (): ReadingBudget => ({ pages: 1_000, transactions: 20_000, bytes: 12 * 1024 * 1024 })

export interface FetchedTransactions {
  readonly transactions: ReadonlyArray<Transaction>
  /** How much of the reading's limits these transactions have used up. */
  readonly used: ReadingBudget
  readonly loss?: MissingData["reason"]
}

const isRejected =
  (...codes: ReadonlyArray<string>) =>
  (error: AttemptedBankCallError): boolean =>
    error._tag === "BankStatusError" && error.code !== undefined && codes.includes(error.code)

const isRefusal = (fault: AttemptedBankCallError): boolean =>
  fault._tag === "BankStatusError" && fault.status >= 400 && fault.status < 500 && isAboutAccount(fault)

const units = ["pages", "transactions", "bytes"] as const

const least = (limits: ReadonlyArray<ReadingBudget>, of: keyof ReadingBudget): number =>
  Math.min(...limits.map((each) => each[of]))

const use = (limits: ReadonlyArray<ReadingBudget>, of: keyof ReadingBudget, amount: number): void =>
  limits.forEach((each) => (each[of] -= amount))

/** Only one page is decoded at a time, because decoding can make it ten times larger in memory. */
const decoding = Semaphore.makeUnsafe(1)

/** How many transactions are mapped before other fibers get a turn. */
const atOnce = 1_000

const pages = Effect.fnUntraced(function* (
  reading: BankReading,
  left: ReadingBudget,
  first: string,
  reported: TransactionMapping.TransactionContext
): Effect.fn.Return<FetchedTransactions, AttemptedBankCallError> {
  const own = ofAccount()
  const limits = [left, own]
  const collector = TransactionMapping.makeCollector(reported)
  let loss: MissingData["reason"] | undefined

  const add = Effect.fnUntraced(function* (status: Transaction["status"], list: ReadonlyArray<unknown> = []) {
    const allowed = Math.min(list.length, least(limits, "transactions"))
    use(limits, "transactions", allowed)
    for (let at = 0; at < allowed; at += atOnce) {
      for (const each of list.slice(at, Math.min(at + atOnce, allowed))) {
        const wire = BankWire.decodeTransaction(each)
        if (Option.isSome(wire)) collector.add(status, { raw: each, wire: wire.value })
        else loss = "INVALID_DATA"
      }
      yield* Effect.yieldNow
    }
    if (allowed < list.length) return yield* Effect.fail("CUT" as const)
  })

  const take = Effect.fnUntraced(
    function* (response: OutboundResponse) {
      const page = yield* reading.client.decode(BankWire.WireTransactions, response)
      const report = page.transactions ?? page.cardTransactions
      yield* add("BOOKED", report?.booked)
      yield* add("PENDING", report?.pending)
      return BankWire.hrefOf(report?._links, "next") ?? BankWire.hrefOf(page._links, "next")
    },
    Semaphore.withPermits(decoding, 1)
  )

  const readPage = Effect.fnUntraced(function* (address: string) {
    const isUsedUp = units.some((unit) => least(limits, unit) <= 0)
    if (isUsedUp) return yield* Effect.fail("CUT" as const)
    use(limits, "pages", 1)
    const response = yield* reading.client.send(getRequestFor(reading, address))
    use(limits, "bytes", response.body.length)
    return yield* take(response)
  })

  let pagesRead = 0
  const all = forEachPage(reading.client, first, (address) =>
    Effect.tap(readPage(address), () => Effect.sync(() => (pagesRead += 1)))
  )

  // Keeps the pages that were read before a failure. If the first page failed, the caller can try a shorter period.
  yield* Effect.catch(all, (fault) => {
    const reason = fault === "CUT" ? "TOO_MUCH_DATA" : missingDataReasonOf(fault)
    const isLost = reason !== undefined && (pagesRead > 0 || reason === "TOO_MUCH_DATA")
    if (fault !== "CUT" && !isLost) return Effect.fail(fault)
    loss = reason
    return Effect.void
  })
  const whole = ofAccount()
  const used = {
    pages: whole.pages - own.pages,
    transactions: whole.transactions - own.transactions,
    bytes: whole.bytes - own.bytes
  }
  return { transactions: collector.transactions(), used, ...(loss !== undefined && { loss }) }
})

export interface AccountHistory extends FetchedTransactions {
  readonly period?: History.Period
  /** True if no transaction of the period is missing. Transactions before the period may be missing. */
  readonly isWhole: boolean
}

/** Returns true if the list was cut and the bank lists the oldest transactions first, so the newest are missing. */
const lacksNewest = ({ loss, transactions }: FetchedTransactions): boolean => {
  const booked = transactions.filter(({ status }) => status === "BOOKED")
  const [first, last] = [booked[0], booked.at(-1)]
  return loss === "TOO_MUCH_DATA" && first !== undefined && last !== undefined && first.bookingDate < last.bookingDate
}

/**
 * `left` is what remains of the reading's limits. `onRequest` runs once per list, not once per page. With `since`,
 * reads only new transactions.
 */
export const read = Effect.fnUntraced(function* (
  reading: BankReading,
  left: ReadingBudget,
  account: BankWire.WireAccount,
  list: AccountListKind,
  onRequest: () => void,
  since?: TransactionReadPosition
): Effect.fn.Return<AccountHistory, AttemptedBankCallError> {
  const now = yield* Clock.currentTimeMillis
  const { context, profile, timeZone } = reading
  const address = accountDataUrlOf(reading, account, list, "transactions")
  if (address === undefined) return { transactions: [], used: { pages: 0, transactions: 0, bytes: 0 }, isWhole: true }
  const reported = {
    timeZone,
    today: dayAt(now, timeZone),
    isDebitPositive: isDebitPositive(account, list),
    fields: profile.fields
  }

  const listOf = (query: Readonly<Record<string, string>>) => {
    onRequest()
    const parameters = new URLSearchParams(query)
    return pages(reading, left, `${address}${address.includes("?") ? "&" : "?"}${parameters}`, reported)
  }

  /** Falls back to the next shorter period if the bank rejects the request or returns too much data. */
  const within = Effect.fnUntraced(function* (
    bookingStatus: "both" | "booked",
    [period, ...others]: ReturnType<typeof History.historyPeriodsOf>
  ): Effect.fn.Return<AccountHistory, AttemptedBankCallError> {
    const [next, ...rest] = others.filter(({ from }) => from > period.from)
    const asked = yield* Effect.result(listOf({ bookingStatus, dateFrom: period.from }))
    if (Result.isFailure(asked)) {
      const older = History.olderTransactionsAfter(asked.failure)
      return older === undefined || next === undefined
        ? yield* Effect.fail(asked.failure)
        : yield* within(bookingStatus, [{ older, ...next }, ...rest])
    }
    const found = { ...asked.success, period, isWhole: asked.success.loss === undefined }
    if (next === undefined || !lacksNewest(found)) return found
    // Reads the next, shorter period. If that yields transactions, they replace the ones found so far, which then no
    // longer count toward the budget.
    const count = (sign: number) => units.forEach((unit) => use([left], unit, sign * found.used[unit]))
    count(-1)
    const newest = yield* Effect.option(within(bookingStatus, [next, ...rest]))
    if (Option.isSome(newest) && newest.value.transactions.length > 0) return { ...newest.value, loss: "TOO_MUCH_DATA" }
    count(1)
    return found
  })

  const withinOf = (periods: ReturnType<typeof History.historyPeriodsOf>) =>
    Effect.catchIf(within("both", periods), isRejected("PARAMETER_NOT_SUPPORTED", "PARAMETER_NOT_CONSISTENT"), () =>
      within("booked", periods)
    )

  const periods = History.historyPeriodsOf(profile, context.authenticatedAt, now, timeZone)
  const from = since && History.firstNewDay(since.bookedOn, periods)
  if (from === undefined) return yield* withinOf(periods)
  const dated = withinOf([{ from }, ...periods])
  const { entryReference } = since ?? {}
  // Sheaf does not request changes relative to the bank's last response, because that response may have been lost.
  if (profile.delta !== "ENTRY_REFERENCE" || entryReference === undefined) return yield* dated
  const after = listOf({ bookingStatus: "both", entryReferenceFrom: entryReference })
  return yield* Effect.catch(
    Effect.map(after, (found) => ({ ...found, period: { from }, isWhole: found.loss === undefined })),
    (fault) => (isRefusal(fault) ? dated : Effect.fail(fault))
  )
})
