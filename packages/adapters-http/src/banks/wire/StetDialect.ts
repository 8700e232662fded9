/**
 * Translates between the French STET protocol (1.4 and later) and NextGenPSD2, the only protocol that the rest of the
 * code knows.
 */
import { readMember, readMembers, readText } from "./LenientDecoding.ts"

const accept = "application/hal+json, application/json"

const listOf = (value: unknown): ReadonlyArray<unknown> | undefined => (Array.isArray(value) ? value : undefined)

/**
 * Maps STET's balance types to those of NextGenPSD2. Types that are not in this table have no counterpart and stay as
 * they are.
 */
const balanceTypes: Readonly<Record<string, string>> = {
  CLBD: "closingBooked",
  ITBD: "interimBooked",
  ITAV: "interimAvailable",
  XPCD: "expected"
}

const balanceOf = (balance: unknown): unknown => {
  const type = readText(readMember(balance, "balanceType")) ?? ""
  return { ...readMembers(balance), balanceType: balanceTypes[type] ?? type }
}

/** STET's schemes for card numbers. Numbers with any other scheme are national account numbers. */
const cardSchemes: ReadonlyArray<string> = ["CPAN", "PAN", "MPAN"]

const numbersOf = (accountId: unknown) => {
  const other = readMember(accountId, "other")
  const iban = readText(readMember(accountId, "iban"))
  const number = readText(readMember(other, "identification"))
  const isCard = cardSchemes.includes(readText(readMember(other, "schemeName")) ?? "")
  if (iban !== undefined) return { iban }
  if (number === undefined) return {}
  return isCard ? { maskedPan: number } : { bban: number }
}

const accountOf = (account: unknown, owner: string | undefined): unknown => {
  const { accountId, balances, bicFi, currency, ...rest } = readMembers(account)
  return {
    ...rest,
    ...numbersOf(accountId),
    currency: readText(currency) ?? "EUR",
    ...(bicFi !== undefined && { bic: bicFi }),
    ...(owner !== undefined && { ownerName: owner }),
    ...(Array.isArray(balances) && { balances: balances.map(balanceOf) })
  }
}

/** Some banks write enumerated values in lower case. */
const codeOf = (transaction: unknown, name: string): string | undefined =>
  readText(readMember(transaction, name))?.toUpperCase()

/**
 * Returns an amount with the sign that its direction implies. Without a direction, only a negative amount is
 * unambiguous and can be used.
 */
const amountOf = (transaction: unknown): unknown => {
  const amount = readMember(transaction, "transactionAmount")
  const value = readMember(amount, "amount")
  const text = typeof value === "number" ? `${value}` : readText(value)
  const direction = codeOf(transaction, "creditDebitIndicator")
  if (direction === "CRDT") return amount
  const isDebit = direction === "DBIT" || text?.startsWith("-") === true
  return isDebit ? { ...readMembers(amount), amount: `-${text?.replace(/^[+-]/, "")}` } : undefined
}

const remittanceOf = (value: unknown): unknown => readMember(value, "unstructured") ?? value

const transactionOf = (transaction: unknown): unknown => {
  const { remittanceInformation, resourceId, ...rest } = readMembers(transaction)
  const parties = readMember(transaction, "relatedParties")
  const creditorName = readMember(readMember(parties, "creditor"), "name")
  const debtorName = readMember(readMember(parties, "debtor"), "name")
  return {
    ...rest,
    ...(resourceId !== undefined && { transactionId: resourceId }),
    ...(creditorName !== undefined && { creditorName }),
    ...(debtorName !== undefined && { debtorName }),
    transactionAmount: amountOf(transaction),
    remittanceInformationUnstructuredArray: remittanceOf(remittanceInformation)
  }
}

const isBooked = (transaction: unknown): boolean => codeOf(transaction, "status") === "BOOK"

const reportOf = (transactions: ReadonlyArray<unknown>, links: unknown) => ({
  booked: transactions.filter(isBooked).map(transactionOf),
  pending: transactions.filter((each) => !isBooked(each)).map(transactionOf),
  ...(links !== undefined && { _links: links })
})

const translate = (json: unknown): unknown => {
  const [accounts, balances, transactions] = ["accounts", "balances", "transactions"].map((name) =>
    listOf(readMember(json, name))
  )
  if (accounts === undefined && balances === undefined && transactions === undefined) return json
  const owner = readText(readMember(json, "connectedPsu"))
  const { transactions: _, ...rest } = readMembers(json)
  return {
    ...rest,
    ...(accounts !== undefined && { accounts: accounts.map((each) => accountOf(each, owner)) }),
    ...(balances !== undefined && { balances: balances.map(balanceOf) }),
    ...(transactions !== undefined && { transactions: reportOf(transactions, readMember(json, "_links")) })
  }
}

/** An empty response means that the bank has no data of this kind. */
const nothing: unknown = { accounts: [], balances: [], transactions: { booked: [], pending: [] } }

/** Turns dates in the query into timestamps, and requests transactions in every status. */
const targetOf = (path: string): string => {
  const [before = "", ...rest] = path.split("?")
  if (rest.length === 0) return path
  const query = new URLSearchParams(rest.join("?"))
  query.delete("bookingStatus")
  for (const name of ["dateFrom", "dateTo"]) {
    const day = query.get(name)
    if (day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day)) query.set(name, `${day}T00:00:00.000Z`)
  }
  return query.size === 0 ? before : `${before}?${query}`
}

export const stetDialect = { accept, nothing, targetOf, translate }
