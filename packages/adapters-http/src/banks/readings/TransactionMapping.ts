/** Maps a bank's transactions to Sheaf's (NextGenPSD2 1.3.11, transactions and card transactions; spec 10, 16). */
import type { CalendarDate } from "@sheaf/domain/CalendarDate"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { BankProfile } from "@sheaf/ports"
import { hash } from "node:crypto"
import { amountOf } from "../wire/AccountMapping.ts"
import type * as BankWire from "../wire/BankWire.ts"
import { readDate, withoutUndefined, readMember, readTextAt, readText, readTexts } from "../wire/LenientDecoding.ts"
import { detailsOf, referencesOf } from "./TransactionDetailsMapping.ts"

export interface TransactionContext {
  /** The time zone in which the bank dates transactions. */
  readonly timeZone: string
  /**
   * The day of the reading, `YYYY-MM-DD`. A pending transaction without any date is expected to be booked on this day.
   */
  readonly today: string
  /** True if the bank shows debits as positive amounts, as on some card accounts. */
  readonly isDebitPositive: boolean
  readonly fields: BankProfile.ResolvedProfile["fields"]
}

export interface ReportedTransaction {
  readonly raw: unknown
  readonly wire: BankWire.WireTransaction
}

const firstText = (...values: ReadonlyArray<unknown>): string | undefined => {
  for (const value of values) {
    const text = readText(value)
    if (text !== undefined) return text
  }
  return undefined
}

const remittanceOf = (wire: BankWire.WireTransaction): string | undefined => {
  const lines = [
    readTexts(wire.remittanceInformationUnstructured),
    readTexts(wire.remittanceInformationUnstructuredArray),
    referencesOf(wire.remittanceInformationStructured),
    referencesOf(wire.remittanceInformationStructuredArray),
    readTexts(wire.transactionDetails),
    readTexts(wire.additionalInformation)
  ].find((texts) => texts.length > 0)
  return lines === undefined ? undefined : readText(lines.join(" "))
}

type Mapped = Omit<Transaction, "transactionId">

const hashedId = (facts: string): string => `derived-${hash("sha256", facts, "hex").slice(0, 32)}`

/**
 * Returns the bank's own identifier, if there is one. An entry reference identifies only a booked transaction, and only
 * together with its day, because banks reuse references.
 */
const idOf = (
  wire: BankWire.WireTransaction,
  status: Transaction["status"],
  day: CalendarDate | undefined
): string | undefined => {
  const own = firstText(wire.transactionId, wire.cardTransactionId)
  const reference = status === "BOOKED" ? readText(wire.entryReference) : undefined
  return own ?? (reference && hashedId(JSON.stringify([reference, day])))
}

const dayOf = (
  { raw, wire }: ReportedTransaction,
  { fields, timeZone }: TransactionContext
): CalendarDate | undefined => {
  const dates = [readTextAt(raw, fields.date ?? []), wire.bookingDate, wire.valueDate, wire.transactionDate]
  return dates.map((date) => readDate(date, timeZone)).find((date) => date !== undefined)
}

const mappedOf = (
  { raw, wire }: ReportedTransaction,
  status: Transaction["status"],
  day: CalendarDate | undefined,
  { fields, isDebitPositive, timeZone, today }: TransactionContext
): Mapped => {
  const at = (paths: ReadonlyArray<string> = []) => readTextAt(raw, paths)
  const amount = amountOf(wire.transactionAmount)
  // In a debit, the other party is the creditor.
  const [payee, isDebit] = [at(fields.payee), isDebitPositive ? amount > 0 : amount < 0]
  return {
    bookingDate: day ?? today,
    // Adding 0 turns -0 into 0.
    amount: { amount: (isDebitPositive ? -amount : amount) + 0, currency: wire.transactionAmount.currency },
    ...withoutUndefined({
      valueDate: readDate(wire.valueDate, timeZone),
      creditorName:
        (isDebit ? payee : undefined) ?? firstText(wire.creditorName, readMember(wire.cardAcceptorAddress, "townName")),
      debtorName: (isDebit ? undefined : payee) ?? readText(wire.debtorName),
      remittanceInformation: at(fields.text) ?? remittanceOf(wire)
    }),
    status,
    ...detailsOf(wire, timeZone)
  }
}

/** Returns the members of a transaction that stay the same when it is booked, as one string for comparison. */
const factsOf = (mapped: Mapped, endToEndId: string | undefined): string =>
  JSON.stringify([
    mapped.amount.amount,
    mapped.amount.currency,
    mapped.creditorName,
    mapped.debtorName,
    mapped.remittanceInformation,
    endToEndId
  ])

/**
 * Derives an identifier for a transaction to which the bank gave none. It depends only on the transaction and on how
 * many identical ones precede it that day, so every reading yields the same identifier.
 */
const derivedId = ({ bookingDate }: Mapped, facts: string, seen: Map<string, number>): string => {
  const own = `${bookingDate} ${facts}`
  const before = seen.get(own) ?? 0
  seen.set(own, before + 1)
  return hashedId(`${own} ${before}`)
}

export interface TransactionCollector {
  readonly add: (status: Transaction["status"], transaction: ReportedTransaction) => void
  /**
   * Returns pending transactions before booked ones. Returns each transaction only once, even if pages repeat it. Drops
   * a pending transaction if it has since been booked. To find the booked transaction, compares the identifiers. If the
   * pending transaction has no identifier, the booked one must have the same content and the same or a later booking
   * date.
   */
  readonly transactions: () => ReadonlyArray<Transaction>
}

interface IdentifiedTransaction {
  readonly mapped: Mapped
  readonly own: string | undefined
  readonly endToEndId: string | undefined
}

const isSame = (one: IdentifiedTransaction, other: IdentifiedTransaction): boolean =>
  one.mapped.bookingDate === other.mapped.bookingDate &&
  factsOf(one.mapped, one.endToEndId) === factsOf(other.mapped, other.endToEndId)

/** The collector keeps only the members that clients see and those that identify a transaction. */
export const makeCollector = (reported: TransactionContext): TransactionCollector => {
  const booked = new Map<string, IdentifiedTransaction>()
  const pending: Array<IdentifiedTransaction> = []
  const seen = new Map<string, number>()

  /**
   * Maps the content of the booked transactions to their booking dates, so that the booked version of a pending
   * transaction can be found.
   */
  const daysOfFacts = (): ReadonlyMap<string, Array<string>> => {
    const days = new Map<string, Array<string>>()
    for (const { endToEndId, mapped } of booked.values()) {
      const facts = factsOf(mapped, endToEndId)
      const same = days.get(facts)
      if (same === undefined) days.set(facts, [mapped.bookingDate])
      else same.push(mapped.bookingDate)
    }
    return days
  }

  return {
    add: (status, transaction) => {
      const { wire } = transaction
      const day = dayOf(transaction, reported)
      const mapped = mappedOf(transaction, status, day, reported)
      const own = idOf(wire, status, day)
      const each: IdentifiedTransaction = { mapped, own, endToEndId: readText(wire.endToEndId) }
      if (status === "PENDING") return void pending.push(each)
      const facts = factsOf(mapped, each.endToEndId)
      const twin = each.own === undefined ? undefined : booked.get(each.own)
      if (twin !== undefined && isSame(twin, each)) return
      booked.set(twin === undefined && each.own !== undefined ? each.own : derivedId(mapped, facts, seen), each)
    },
    transactions: () => {
      const all: Array<Transaction> = []
      const known = new Map<string, IdentifiedTransaction>()
      const days = pending.some(({ own }) => own === undefined) ? daysOfFacts() : undefined
      for (const each of pending) {
        const { endToEndId, mapped, own } = each
        const facts = factsOf(mapped, endToEndId)
        const left = days?.get(facts)
        const at = left?.findIndex((day) => day >= mapped.bookingDate) ?? -1
        if (own === undefined && left !== undefined && at >= 0) {
          left.splice(at, 1)
          continue
        }
        const twin = own === undefined ? undefined : known.get(own)
        if (own !== undefined && (booked.has(own) || (twin !== undefined && isSame(twin, each)))) continue
        const transactionId = own !== undefined && twin === undefined ? own : derivedId(mapped, facts, seen)
        known.set(transactionId, each)
        all.push({ transactionId, ...mapped })
      }
      for (const [transactionId, { mapped }] of booked) all.push({ transactionId, ...mapped })
      return all
    }
  }
}
