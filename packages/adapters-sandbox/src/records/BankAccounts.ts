/** A person's accounts at a simulated bank, generated from the bank's data (spec 10, 12). */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import type { Transaction } from "@sheaf/domain/wealth/Transaction"
import type { BankAccountProduct, Company, SimulatedBank } from "../companies/Company.ts"
import { personOf } from "../people/Person.ts"
import { contactOf } from "../people/RecordSource.ts"
import { drawIban } from "./Iban.ts"
import { fromMinorUnits } from "./Money.ts"
import { randomFrom } from "../data/Random.ts"
import { transactionsOf } from "./Transactions.ts"

const unitsOf = ({ amount }: Transaction): number => Math.round(amount.amount * 100)

const lowest = (oldestFirst: ReadonlyArray<number>): number => {
  let [sum, low] = [0, 0]
  for (const units of oldestFirst) low = Math.min(low, (sum += units))
  return low
}

/**
 * Returns balances in minor units, high enough that the account was never overdrawn and that pending transactions are
 * covered.
 */
const balancesOf = (product: BankAccountProduct, transactions: ReadonlyArray<Transaction>, drawn: number) => {
  const sumOf = (status: Transaction["status"]) =>
    transactions.filter((each) => each.status === status).reduce((sum, each) => sum + unitsOf(each), 0)
  const pending = sumOf("PENDING")
  if (product.creditLimit !== undefined) {
    return { booked: -drawn, available: Math.max(0, product.creditLimit * 100 - drawn + pending) }
  }
  const oldestFirst = transactions
    .filter(({ status }) => status === "BOOKED")
    .map(unitsOf)
    .reverse()
  const atLeast = sumOf("BOOKED") - lowest(oldestFirst)
  const booked = Math.max(drawn, atLeast, -pending)
  return { booked, available: booked + pending }
}

const accountOf = (
  company: Company,
  bank: SimulatedBank,
  identity: string,
  product: BankAccountProduct
): BankAccount => {
  const { displayName, id, market } = company
  const person = personOf(market, identity)
  const random = randomFrom("bank account", id, identity, product.key)
  const accountId = random.uuid()
  const number = drawIban(market, bank.bankCode, random)
  const [minimum, maximum] = product.balance
  const drawn = random.integer(minimum * 100, maximum * 100)
  const transactions = transactionsOf({ market, type: product.type, holder: person.name, random })
  const { available, booked } = balancesOf(product, transactions, drawn)
  return {
    type: product.type,
    id: product.key,
    company: id,
    companyDisplayName: displayName,
    productName: product.accountName,
    holder: contactOf(person),
    accountId,
    accountName: product.accountName,
    // Credit cards have no IBAN, because they cannot receive transfers.
    ...(product.type !== "PSD2_CREDIT_CARD" && { iban: number, bic: bank.bic }),
    currency: fromMinorUnits(market, 0).currency,
    ...(bank.reads.balances && {
      bookedBalance: fromMinorUnits(market, booked),
      availableBalance: fromMinorUnits(market, available)
    }),
    ...(bank.reads.transactions && { transactions })
  }
}

/** Returns no accounts if the company is not a bank. */
export const bankAccountsOf = (company: Company, identity: string): ReadonlyArray<BankAccount> => {
  const { bank } = company
  return bank?.accounts.map((product) => accountOf(company, bank, identity, product)) ?? []
}
