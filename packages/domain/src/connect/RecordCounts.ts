/** Counts records by kind, so that the page can show what was found without showing the data (spec 13). */
import type { InsuranceRecord } from "../records/insurance/InsuranceRecord.ts"
import { InsuranceType } from "../records/InsuranceType.ts"
import type { WealthRecord } from "../records/wealth/WealthRecord.ts"
import {
  BankAccountType,
  InsuranceSavingsType,
  LoanType,
  PensionType,
  PublicPensionType,
  SavingsAccountType
} from "../records/WealthType.ts"
import type { ConnectCounts } from "./ConnectPageApi.ts"

type CountedKind = Exclude<keyof ConnectCounts, "insurances" | "insuranceTypes">

const isAmong = (types: ReadonlyArray<string>, type: string): boolean => types.includes(type)

const kindOf = ({ type }: Pick<WealthRecord, "type">): CountedKind => {
  if (isAmong(BankAccountType.literals, type)) return "accounts"
  if (isAmong(LoanType.literals, type)) return "loans"
  if (isAmong([...PensionType.literals, ...PublicPensionType.literals], type)) return "pensions"
  return isAmong([...InsuranceSavingsType.literals, ...SavingsAccountType.literals], type) ? "savings" : "investments"
}

const kinds = ["pensions", "savings", "investments", "loans", "accounts"] as const

const count = <Kind extends string>(all: ReadonlyArray<Kind>, found: ReadonlyArray<Kind>) =>
  Object.fromEntries(
    all.flatMap((kind) => (found.includes(kind) ? [[kind, found.filter((each) => each === kind).length]] : []))
  )

/**
 * Returns the number of records of each kind. Kinds without records are omitted.
 *
 * @example
 * countRecords([], [{ type: "ISK" }]) // { investments: 1 }
 */
export const countRecords = (
  insurance: ReadonlyArray<{ readonly insurance: Pick<InsuranceRecord["insurance"], "insuranceType"> }>,
  wealth: ReadonlyArray<Pick<WealthRecord, "type">>
): ConnectCounts => {
  const types = insurance.map((record) => record.insurance.insuranceType)
  return {
    ...(types.length > 0 && { insurances: types.length, insuranceTypes: count(InsuranceType.literals, types) }),
    ...count(kinds, wealth.map(kindOf))
  }
}
