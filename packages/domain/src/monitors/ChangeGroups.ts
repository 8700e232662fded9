/**
 * Groups of a record's members. A monitor reports only which groups have changed, never the values. Unknown members
 * belong to `details`.
 */
import { Array, Order, Schema } from "effect"
import * as Annotations from "../shared/Annotations.ts"
import type { InsuranceRecord } from "../records/insurance/InsuranceRecord.ts"
import type { RecordGroup } from "../records/RecordQuality.ts"
import type { WealthRecord } from "../records/wealth/WealthRecord.ts"

export const ChangeGroup = Annotations.literals("A group of members of a record.", {
  premium: "The price of insurance and its discount.",
  coverage: "What is insured: covers, deductibles, insured sums and objects.",
  claims: "The claims, and the bonus-malus coefficient.",
  period: "The start, end and renewal dates.",
  holder: "The persons: holder, insured person, drivers and beneficiaries.",
  payments: "Regular deposits and payouts.",
  holdings: "The funds and securities held, without quantities and values.",
  fees: "The fees.",
  terms: "The conditions: agreement, interest rate, movability and address of the terms.",
  documents: "The documents.",
  details: "Everything else, such as names and numbers.",
  value: "The value, quantities and performance, which move daily and so are off by default.",
  balance: "The balances of accounts, which move daily and so are off by default."
}).annotate({ identifier: "ChangeGroup" })
export type ChangeGroup = typeof ChangeGroup.Type

const daily: ReadonlyArray<ChangeGroup> = ["value", "balance"]

export const defaultGroups: ReadonlyArray<ChangeGroup> = ChangeGroup.literals.filter((group) => !daily.includes(group))

/** The group of each member, at any depth. A member without an entry belongs to its parent's group. */
const groupOf: Readonly<Record<string, ChangeGroup>> = {
  premium: "premium",
  discountAmount: "premium",
  coverages: "coverage",
  coverage: "coverage",
  addons: "coverage",
  deductibles: "coverage",
  insuredAmounts: "coverage",
  insuredObjects: "coverage",
  totalLimit: "coverage",
  maxMileage: "coverage",
  claims: "claims",
  bonusMalus: "claims",
  bonus: "claims",
  startDate: "period",
  endDate: "period",
  renewalDate: "period",
  holder: "holder",
  personalInformation: "holder",
  insuredPersonName: "holder",
  otherInsuredPerson: "holder",
  primaryDriver: "holder",
  additionalDrivers: "holder",
  beneficiaries: "holder",
  insuredPersons: "holder",
  borrowers: "holder",
  owners: "holder",
  payments: "payments",
  paymentMethod: "payments",
  nextPaymentDate: "payments",
  nextPaymentAmount: "payments",
  premiumPayers: "payments",
  survivorProtection: "payments",
  activePayment: "payments",
  activePayout: "payments",
  monthlySavingsAmount: "payments",
  payoutDetails: "payments",
  holdings: "holdings",
  fees: "fees",
  feeVariable: "fees",
  entryFee: "fees",
  exitFee: "fees",
  orders: "holdings",
  termsUrl: "terms",
  classification: "terms",
  benefitType: "terms",
  movability: "terms",
  interestRate: "terms",
  effectiveRate: "terms",
  fixation: "terms",
  amortization: "terms",
  collateral: "terms",
  creditLimit: "terms",
  maturityDate: "terms",
  term: "terms",
  noticePeriod: "terms",
  cancellation: "terms",
  productTerms: "terms",
  repair: "terms",
  contractForm: "terms",
  hasCoInsurers: "terms",
  transferRights: "terms",
  documents: "documents",
  financialInformation: "value",
  quantity: "value",
  price: "value",
  valueDate: "value",
  allocation: "value",
  transferValue: "value",
  forecasts: "value",
  savings: "value",
  value: "value",
  incomePension: "value",
  premiumPension: "value",
  guaranteePension: "value",
  updatedDate: "value",
  acquisitionValue: "value",
  bookedBalance: "balance",
  availableBalance: "balance",
  balance: "balance",
  balances: "balance",
  balanceDate: "balance",
  accruedInterest: "balance",
  principal: "balance",
  lastChangeDateTime: "balance"
}

/** Members to ignore: those that say nothing about the contract, and transactions, which are compared separately. */
const ignored: ReadonlyArray<string> = [
  "id",
  "idStable",
  "transactions",
  "transactionsFrom",
  "olderTransactions",
  "collectedAt",
  "source",
  "completeness",
  "units",
  "warnings"
]

/**
 * Members that can contain members of several groups. The content of any other member (for example, the `value` within
 * an amount) belongs to that member's group.
 */
const open: ReadonlyArray<string> = ["insurance", "accountInformation", "holdings", "transferRights", "collateral"]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !globalThis.Array.isArray(value)

/** Sorts members and lists, because a company may list the same things in a different order each time. */
const canonical = (value: unknown): unknown => {
  if (globalThis.Array.isArray(value)) {
    return value.map((each: unknown) => JSON.stringify(canonical(each))).toSorted(Order.String)
  }
  if (!isObject(value)) return value
  const isDocument = typeof value["documentId"] === "string"
  return Object.entries(value)
    .filter(([name]) => name !== "idStable" && !(isDocument && name === "documentId" && value["idStable"] !== true))
    .toSorted(([one], [other]) => Order.String(one, other))
    .map(([name, member]) => [name, canonical(member)])
}

type Members = Record<ChangeGroup, Array<string>>

const addMembers = (
  groups: Members,
  object: Readonly<Record<string, unknown>>,
  outer: ChangeGroup,
  path: string
): void => {
  for (const [name, member] of Object.entries(object)) {
    if (ignored.includes(name)) continue
    const group = groupOf[name] ?? outer
    if (!open.includes(name)) groups[group].push(`${path}${name}=${JSON.stringify(canonical(member))}`)
    else if (isObject(member)) addMembers(groups, member, group, path)
    else if (globalThis.Array.isArray(member)) {
      for (const each of member.filter(isObject)) {
        const { isin, name: title } = each
        addMembers(groups, each, group, `${path}${String(isin ?? title)}/`)
      }
    }
  }
}

/**
 * Returns each group's content as text. If the text differs, the group has changed. An empty group has an empty text,
 * so the first member that is added to the group also counts as a change.
 */
export const contentByGroup = (record: InsuranceRecord | WealthRecord): Readonly<Record<ChangeGroup, string>> => {
  const groups = Object.fromEntries(
    ChangeGroup.literals.map((group): [ChangeGroup, Array<string>] => [group, []])
    // Object.fromEntries loses the type of the keys.
  ) as Members
  addMembers(groups, record, "details", "")
  return Object.fromEntries(
    ChangeGroup.literals.map((group) => [group, groups[group].toSorted(Order.String).join("\n")])
  ) as Record<ChangeGroup, string>
}

/**
 * Maps each record group to the change groups that cannot be compared if the company did not disclose that record group
 * (`completeness.unread`).
 */
const unreadGroups: Readonly<Partial<Record<RecordGroup, ReadonlyArray<ChangeGroup>>>> = {
  CONTRACT: ["details", "period", "premium", "holder"],
  COVERAGES: ["coverage"],
  INSURED_OBJECTS: ["coverage"],
  PERSONS: ["holder"],
  PAYMENTS: ["payments"],
  CLAIMS: ["claims"],
  TERMS: ["terms"],
  DOCUMENTS: ["documents"],
  VALUE: ["value", "balance"],
  FEES: ["fees"],
  HOLDINGS: ["holdings", "value"],
  ORDERS: ["holdings"],
  PAYOUTS: ["payments", "value"],
  LOAN: ["terms"]
}

/**
 * Returns those of the `groups` that the collection could read for a record. Whether anything changed in the other
 * groups is unknown.
 */
export const readGroups = (
  { completeness }: InsuranceRecord | WealthRecord,
  groups: ReadonlyArray<ChangeGroup>
): ReadonlyArray<ChangeGroup> => {
  const unread = (completeness?.unread ?? []).flatMap((name) => unreadGroups[name] ?? [])
  return groups.filter((group) => !unread.includes(group))
}

export const ChangeGroups = Schema.Array(ChangeGroup).check(Schema.isMinLength(1), Schema.isUnique())

export const inTableOrder = (groups: ReadonlyArray<ChangeGroup>): ReadonlyArray<ChangeGroup> =>
  Array.intersection(ChangeGroup.literals, groups)
