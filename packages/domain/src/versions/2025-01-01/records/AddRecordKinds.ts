/** Version 2025-01-01 had four types of insurance, no loans, and no savings accounts except at banks (spec 1, 10). */
import { Predicate } from "effect"
import { LoanType, SavingsAccountType } from "../../2026-04-01/Records.ts"
import type * as Head from "../../2026-04-01/Records.ts"
import type { InsuranceRecord, Loan, SavingsAccount, WealthRecord } from "../../2026-04-01/Records.ts"
import { describeLosses } from "../../changes/VersionChange.ts"
import type { CodecLoss, VersionChange } from "../../changes/VersionChange.ts"

type PersonInsurance = typeof Head.PersonInsurance.Type

export interface KnownPersonInsurance extends PersonInsurance {
  readonly insuranceSubType: Exclude<PersonInsurance["insuranceSubType"], "illness">
}

export interface KnownInsuranceRecord extends InsuranceRecord {
  readonly insurance:
    | typeof Head.AnimalInsurance.Type
    | typeof Head.HouseContentInsurance.Type
    | typeof Head.VehicleInsurance.Type
    | KnownPersonInsurance
}

const newTypes: ReadonlyArray<string> = [...LoanType.literals, ...SavingsAccountType.literals]

export type KnownWealthRecord = Exclude<WealthRecord, Loan | SavingsAccount>

export const isKnownKind = (insurance: unknown): boolean =>
  Predicate.isObject(insurance) &&
  !(Predicate.hasProperty(insurance, "insuranceType") && insurance.insuranceType === "generalInsurance") &&
  !(Predicate.hasProperty(insurance, "insuranceSubType") && insurance.insuranceSubType === "illness")

export const isKnownType = (type: unknown): boolean => typeof type === "string" && !newTypes.includes(type)

export const isKnownInsurance = (record: InsuranceRecord): record is KnownInsuranceRecord =>
  isKnownKind(record.insurance)

export const isKnownWealth = (record: WealthRecord): record is KnownWealthRecord => isKnownType(record.type)

const known = <A>(isKnown: (record: A) => boolean) => {
  return (records: ReadonlyArray<A>): ReadonlyArray<A> => (records.every(isKnown) ? records : records.filter(isKnown))
}

export const insuranceCodecLosses: ReadonlyArray<CodecLoss<ReadonlyArray<InsuranceRecord>>> = [
  {
    description: "Insurances of the type generalInsurance and of the subtype illness.",
    example: [
      {
        id: "1",
        insurance: {
          insuranceType: "generalInsurance",
          insuranceSubType: "liability",
          market: "se",
          insuranceCompany: "Nordhem Försäkring"
        }
      }
    ],
    forget: known<InsuranceRecord>(isKnownInsurance)
  }
]

export const wealthCodecLosses: ReadonlyArray<CodecLoss<ReadonlyArray<WealthRecord>>> = [
  {
    description: "Loans, and savings accounts outside of banks.",
    example: [{ type: "MORTGAGE", id: "1", company: "se-nordhem", companyDisplayName: "Nordhem" }],
    forget: known<WealthRecord>(isKnownWealth)
  }
]

export const change: VersionChange = {
  title: "Loans, savings and every type of insurance are collected.",
  description:
    "Other insurances have the type generalInsurance, and companyCategory is the company's own name for their kind. " +
    "Loans and savings accounts are wealth records. New types can appear at any time, so clients must ignore records " +
    "of unknown types. In every version, the collection's status and GET /companies/supported-products take the new " +
    "types into account.",
  affects: ["GET /collections/{collectionId}/insurance/data", "GET /collections/{collectionId}/wealth/data"],
  losses: [...describeLosses(insuranceCodecLosses), ...describeLosses(wealthCodecLosses)]
}
