/** Counts records by kind, to show people what was found but not the data (spec 13). */
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

type CountedKind = keyof ConnectCounts

const isAmong = (types: ReadonlyArray<string>, type: string): boolean => types.includes(type)

const kindOf = ({ type }: Pick<WealthRecord, "type">): CountedKind => {
  if (isAmong(BankAccountType.literals, type)) return "accounts"
  if (isAmong(LoanType.literals, type)) return "loans"
  if (isAmong([...PensionType.literals, ...PublicPensionType.literals], type)) return "pensions"
  return isAmong([...InsuranceSavingsType.literals, ...SavingsAccountType.literals], type) ? "savings" : "investments"
}

const order = ["insurances", "pensions", "savings", "investments", "loans", "accounts"] as const

/**
 * Returns the number of records of each kind. Kinds without records are omitted.
 *
 * @example
 * countRecords([], [{ type: "ISK" }]) // { investments: 1 }
 */
export const countRecords = (
  insurance: ReadonlyArray<unknown>,
  wealth: ReadonlyArray<Pick<WealthRecord, "type">>
): ConnectCounts => {
  const kinds = wealth.map(kindOf)
  const countOf = (kind: CountedKind) =>
    kind === "insurances" ? insurance.length : kinds.filter((each) => each === kind).length
  const entries = order.map((kind) => [kind, countOf(kind)] as const)
  return Object.fromEntries(entries.filter(([, count]) => count > 0))
}
