/**
 * Derives a record's quality information: the units of its numbers, which groups of members could be read, and which
 * values contradict each other.
 */
import { Predicate } from "effect"
import type { Completeness, RecordGroup, RecordOrigin, RecordWarning, WarningCode } from "./RecordQuality.ts"

type Members = Readonly<Record<string, unknown>>

/**
 * The UCUM units of numbers, by member. Amounts of money and durations are not in the list, because they state their
 * own unit.
 */
export const unitsByMember: Readonly<Record<string, string>> = {
  age: "a",
  ancillaryArea: "m2",
  area: "m2",
  batchNumberOfTransactions: "1",
  claimFreeYears: "a",
  coefficient: "1",
  constructionYear: "a",
  discount: "1",
  effectiveRate: "1/a",
  endAge: "a",
  entryFee: "1",
  exchangeRate: "1",
  exitFee: "1",
  feeVariable: "1",
  filledQuantity: "1",
  frequency: "1/a",
  fromAge: "a",
  growthRate: "1/a",
  inflationRate: "1/a",
  insuranceCostRatio: "1/a",
  interestRate: "1/a",
  livingArea: "m2",
  loanToValue: "1",
  margin: "1/a",
  markupFeePercentage: "%",
  maxMileage: "km/a",
  modelYear: "a",
  noticeDays: "d",
  numberOfBathrooms: "1",
  numberOfClaims: "1",
  numberOfFloors: "1",
  numberOfPayments: "1",
  numberOfRooms: "1",
  paymentFrequency: "1/a",
  performanceSinceStart: "1",
  periodInMonths: "mo",
  quantity: "1",
  ratio: "1",
  recipients: "1",
  riskClass: "1",
  share: "1",
  toAge: "a",
  untilAge: "a",
  variable: "1/a",
  yearlyRatio: "1/a"
}

/** A group counts as read if a record has at least one of its members. */
const groups: Readonly<Record<RecordGroup, ReadonlyArray<string>>> = {
  CONTRACT: ["insurance", "productNumber", "productName", "holder"],
  COVERAGES: ["coverages", "addons", "deductibles"],
  INSURED_OBJECTS: ["insuredObjects"],
  PERSONS: ["insuredPersons", "beneficiaries", "borrowers"],
  PAYMENTS: ["payments", "paymentMethod", "nextPaymentDate", "nextPaymentAmount", "premiumPayers"],
  CLAIMS: ["claims"],
  TERMS: ["cancellation", "productTerms", "termsUrl", "repair", "movability", "transferRights"],
  DOCUMENTS: ["documents"],
  VALUE: [
    "financialInformation",
    "balance",
    "bookedBalance",
    "availableBalance",
    "principal",
    "accountInformation",
    "savings"
  ],
  FEES: ["fees"],
  HOLDINGS: ["holdings"],
  TRANSACTIONS: ["transactions"],
  ORDERS: ["orders"],
  PAYOUTS: ["payoutDetails", "forecasts", "survivorProtection"],
  LOAN: ["interestRate", "fixation", "amortization", "collateral"]
}

/** Pairs of dates or ages. The first of a pair cannot be later or greater than the second. */
const periods = [
  ["startDate", "endDate"],
  ["startDate", "renewalDate"],
  ["startDate", "maturityDate"],
  ["openingDate", "maturityDate"],
  ["from", "to"],
  ["from", "until"],
  ["fromAge", "toAge"],
  ["age", "untilAge"],
  ["date", "validUntil"],
  ["date", "reportedDate"]
] as const

/** Pairs of amounts: the first cannot be larger than the second. */
const parts = [
  ["veterinaryCareAmountRemaining", "veterinaryCareAmount"],
  ["transferValue", "currentValue"],
  ["minimum", "maximum"]
] as const

/** Lists whose shares add up to 1, each with the member that contains the share. */
const wholes = [
  ["allocation", "ratio"],
  ["beneficiaries", "share"],
  ["borrowers", "share"]
] as const

/** Shares are rounded, so they can add up to slightly more than 1. */
const tolerance = 0.001

const isBefore = (end: unknown, start: unknown): boolean =>
  (typeof end === "string" && typeof start === "string" && end < start) ||
  (typeof end === "number" && typeof start === "number" && end < start)

const isLarger = (part: unknown, whole: unknown): boolean =>
  Predicate.isObject(part) &&
  Predicate.isObject(whole) &&
  Predicate.hasProperty(part, "amount") &&
  Predicate.hasProperty(whole, "amount") &&
  Predicate.hasProperty(part, "currency") &&
  Predicate.hasProperty(whole, "currency") &&
  part.currency === whole.currency &&
  isBefore(whole.amount, part.amount)

const sumOf = (list: ReadonlyArray<unknown>, member: string): number =>
  list.reduce<number>((sum, entry) => {
    const share: unknown = Predicate.hasProperty(entry, member) ? entry[member] : 0
    return typeof share === "number" ? sum + share : sum
  }, 0)

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** A check of an object's members. `about` is the member that its warning points to. */
interface Check {
  readonly code: WarningCode
  readonly about: string
  readonly isBroken: (members: Members) => boolean
}

/** The checks by the member that each begins with. Most objects have none of these members, so they cost one lookup. */
const checksByMember: ReadonlyMap<string, ReadonlyArray<Check>> = Map.groupBy(
  [
    ...periods.map(([start, end]) => ({
      member: start,
      code: "END_BEFORE_START" as const,
      about: end,
      isBroken: (members: Members) => isBefore(members[end], members[start])
    })),
    ...parts.map(([part, whole]) => ({
      member: part,
      code: "PART_OVER_WHOLE" as const,
      about: part,
      isBroken: (members: Members) => isLarger(members[part], members[whole])
    })),
    ...wholes.map(([member, share]) => ({
      member,
      code: "SUM_OVER_ONE" as const,
      about: member,
      isBroken: (members: Members) => {
        const list = members[member]
        return isList(list) && sumOf(list, share) > 1 + tolerance
      }
    }))
  ],
  ({ member }) => member
)

/** Returns true for a number with at most 15 significant digits. JSON parsers lose any further digits. */
const isExact = (amount: number): boolean =>
  (Number.isInteger(amount) && Math.abs(amount) < 1e15) || Number(amount.toPrecision(15)) === amount

interface Findings {
  readonly units: Record<string, string>
  readonly warnings: Array<RecordWarning>
}

const visit = (value: unknown, pointer: string, found: Findings): void => {
  if (isList(value)) return value.forEach((entry, index) => visit(entry, `${pointer}/${index}`, found))
  if (!Predicate.isObject(value)) return
  const members: Members = value
  const warn = (code: WarningCode, member: string) =>
    void found.warnings.push({ code, pointer: `${pointer}/${member}` })
  for (const [name, member] of Object.entries(members)) {
    for (const { about, code, isBroken } of checksByMember.get(name) ?? []) if (isBroken(members)) warn(code, about)
    if (typeof member === "number") {
      const unit = unitsByMember[name]
      if (unit !== undefined) found.units[name] = unit
      if (name === "amount" && !isExact(member)) warn("INEXACT_AMOUNT", name)
    } else if (typeof member === "object") visit(member, `${pointer}/${name}`, found)
  }
}

const maxWarnings = 100

const groupsIn = (record: object): ReadonlyArray<RecordGroup> =>
  // Object.entries types its keys as plain strings.
  (Object.entries(groups) as ReadonlyArray<readonly [RecordGroup, ReadonlyArray<string>]>)
    .filter(([, members]) => members.some((member) => Object.hasOwn(record, member)))
    .map(([group]) => group)

interface ReportedQuality {
  readonly source?: RecordOrigin
  readonly completeness?: Completeness
}

/**
 * Returns a record's quality information. The connector's reports about source and completeness take precedence.
 * `collectedAt` is a UTC timestamp.
 *
 * @example
 * assess({ livingArea: 61 }, "COMPANY", "2026-04-01T09:30:00Z").units // { livingArea: "m2" }
 */
export const assess = (record: ReportedQuality & object, source: RecordOrigin, collectedAt: string) => {
  const found: Findings = { units: {}, warnings: [] }
  visit(record, "", found)
  return {
    source: record.source ?? source,
    completeness: record.completeness ?? { read: groupsIn(record) },
    collectedAt,
    ...(Object.keys(found.units).length > 0 && { units: found.units }),
    ...(found.warnings.length > 0 && { warnings: found.warnings.slice(0, maxWarnings) })
  }
}
