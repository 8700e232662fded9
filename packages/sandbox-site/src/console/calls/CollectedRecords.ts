/** Turns the records that a run has collected into cards, each with the record's kind, name and sum. */
import type { CollectedData, InsuranceRecord, WealthRecord } from "@sheaf/client"
import type { HttpExchange } from "./Exchanges.ts"
import type { IconName } from "@sheaf/web/components/KindIcon"

export const groupNames = {
  insurance: { title: "Insurance", one: "insurance policy", many: "insurance policies" },
  pension: { title: "Pensions", one: "pension", many: "pensions" },
  account: { title: "Bank accounts", one: "bank account", many: "bank accounts" },
  investment: { title: "Savings and investments", one: "investment", many: "investments" },
  loan: { title: "Loans", one: "loan", many: "loans" }
} as const
export type RecordGroup = keyof typeof groupNames

type MonetaryAmount = NonNullable<NonNullable<WealthRecord["financialInformation"]>["currentValue"]>

export interface RecordCard {
  readonly id: string
  readonly group: RecordGroup
  readonly icon: IconName
  /** For example `Car insurance`. */
  readonly kind: string
  readonly name: string
  /** What distinguishes the record from others of its kind, for example its number. */
  readonly details: ReadonlyArray<string>
  readonly sum?: MonetaryAmount
  /** What the sum refers to, for example `a year`. */
  readonly sumNote: string
}

const humanized = (name: string): string => {
  const words = name
    .replace(/^PSD2_/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const kinds: Readonly<Record<string, string>> = {
  KF: "Endowment insurance",
  ISK: "Investment savings account",
  IPS_PENSION: "IPS pension",
  PSD2_CHECKING_ACCOUNT: "Payment account",
  PER: "Retirement savings plan",
  PEA: "Equity savings plan",
  CTO: "Securities account"
}

const periods: Readonly<Record<string, string>> = { YEAR: "a year", MONTH: "a month", QUARTER: "a quarter" }

const insuranceCard = ({ id, insurance }: InsuranceRecord): RecordCard => {
  const { insuranceName, insuranceNumber, insuranceSubType, premium } = insurance
  return {
    id,
    group: "insurance",
    icon: insurance.insuranceType,
    kind: `${humanized(insuranceSubType)} insurance`,
    name: insuranceName ?? "Insurance",
    details: insuranceNumber === undefined ? [] : [insuranceNumber],
    ...(premium && { sum: premium.amount }),
    sumNote: premium ? (periods[premium.period] ?? "") : ""
  }
}

const icons = {
  account: "accounts",
  pension: "pensions",
  loan: "loans",
  investment: "investments",
  insurance: "insurances"
} as const satisfies Readonly<Record<RecordGroup, IconName>>

const groupOf = (type: string): RecordGroup => {
  if (type.startsWith("PSD2_")) return "account"
  if (type.includes("PENSION")) return "pension"
  return /LOAN|MORTGAGE|CREDIT_LINE/.test(type) ? "loan" : "investment"
}

const sumOf = (record: WealthRecord): Pick<RecordCard, "sum" | "sumNote"> => {
  if ("bookedBalance" in record && record.bookedBalance) return { sum: record.bookedBalance, sumNote: "balance" }
  if ("balance" in record && record.balance) return { sum: record.balance, sumNote: "balance" }
  if ("principal" in record && record.principal) return { sum: record.principal, sumNote: "to repay" }
  const value = record.financialInformation?.currentValue
  return { ...(value && { sum: value }), sumNote: value ? "value" : "" }
}

const transactionsOf = (record: WealthRecord): string | undefined =>
  "transactions" in record && record.transactions ? `${record.transactions.length} transactions` : undefined

const wealthCard = (record: WealthRecord): RecordCard => {
  // An IBAN is easier to read in groups of four characters.
  const number = "iban" in record ? record.iban?.replaceAll(/(.{4})(?=.)/g, "$1 ") : record.productNumber
  return {
    id: record.id,
    group: groupOf(record.type),
    icon: icons[groupOf(record.type)],
    kind: kinds[record.type] ?? humanized(record.type),
    name: ("accountName" in record ? record.accountName : undefined) ?? record.productName ?? "Without a name",
    details: [number, transactionsOf(record)].filter((part) => part !== undefined),
    ...sumOf(record)
  }
}

export const cardsOf = ({ insurance, wealth }: CollectedData): ReadonlyArray<RecordCard> => {
  const order = Object.keys(groupNames)
  return [...insurance.map(insuranceCard), ...wealth.map(wealthCard)].toSorted(
    (one, other) => order.indexOf(one.group) - order.indexOf(other.group)
  )
}

export const formatMoney = ({ amount, currency }: MonetaryAmount): string =>
  new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    currencyDisplay: "code",
    trailingZeroDisplay: "stripIfInteger"
  }).format(amount)

export const totalsOf = (cards: ReadonlyArray<RecordCard>): ReadonlyArray<string> =>
  [
    ...Map.groupBy(
      cards.flatMap(({ sum }) => sum ?? []),
      ({ currency }) => currency
    )
  ].map(([currency, sums]) => formatMoney({ currency, amount: sums.reduce((total, { amount }) => total + amount, 0) }))

/** Returns, for example, `2 insurance policies and 1 pension`. */
export const summaryOf = (cards: ReadonlyArray<RecordCard>): string => {
  const groups = Map.groupBy(cards, ({ group }) => group)
  const parts = [...groups].map(
    ([group, { length }]) => `${length} ${length === 1 ? groupNames[group].one : groupNames[group].many}`
  )
  return parts.length === 0 ? "No records" : new Intl.ListFormat("en-GB").format(parts)
}

/** Matches the paths of responses that contain records. */
const dataPath = /\/(insurance|wealth)\/data$/

/** Returns the data in the run's newest data responses, or undefined if the run has not read any data yet. */
export const dataIn = (exchanges: ReadonlyArray<HttpExchange>): CollectedData | undefined => {
  const read = exchanges.filter(({ path, status }) => status === 200 && dataPath.test(path))
  if (read.length === 0) return undefined
  const newest = (product: string): string =>
    read.findLast(({ path }) => path.endsWith(`/${product}/data`))?.responseBody ?? "[]"
  return { insurance: JSON.parse(newest("insurance")), wealth: JSON.parse(newest("wealth")) }
}
