/**
 * Stored records as version 2025-01-01 shows them. The records passed the head's schema when they were stored, so this
 * only removes what the version lacks, and checks little: an encoding by `InsuranceRecords.ts` and `WealthRecords.ts`
 * gives the same JSON, and takes longer. Members that are `undefined` have no JSON.
 */
import { Predicate, Schema } from "effect"
import { BankAccountType } from "../../2026-04-01/Records.ts"
import { Fees } from "../../2026-04-01/Fees.ts"
import { newMembers as bankDetails } from "./AddBankDetails.ts"
import { newMembers as details } from "./AddRecordDetails.ts"
import { isKnownKind, isKnownType } from "./AddRecordKinds.ts"
import * as AddStableIds from "./AddStableIds.ts"
import { fromFees } from "./SplitFees.ts"

/** A record, or a part of one, as JSON. */
export type StoredRecord = Readonly<Record<string, unknown>>

type Names = ReadonlyArray<string>

const ofDocument = AddStableIds.newMembers
const ofInsurance = details.insurance
const ofInsuranceRecord = [...AddStableIds.newMembers, ...details.insuranceRecord]
const ofAnyWealth = [...AddStableIds.newMembers, ...details.wealth]
const ofBankAccount = [...ofAnyWealth, ...bankDetails.account]
const ofTransaction = bankDetails.transaction
const ofWealth = [...ofAnyWealth, ...details.pension]
const ofHolding = details.holding
const ofFinancialInformation = details.financialInformation
const ofAccountInformation = ["hasExclusiveOwnership"]

/** Returns an object without these members. One that has none of them is not copied, because most objects have none. */
const without = (members: StoredRecord, names: Names): StoredRecord => {
  if (!names.some((name) => members[name] !== undefined)) return members
  // A whole copy with undefined members takes a third of the time that copying the other members takes.
  const kept: Record<string, unknown> = { ...members }
  for (const name of names) if (kept[name] !== undefined) kept[name] = undefined
  return kept
}

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

const partWithout = (value: unknown, names: Names): unknown => (isRecord(value) ? without(value, names) : value)

const eachWithout = (list: unknown, names: Names): unknown =>
  Array.isArray(list) ? list.map((entry) => partWithout(entry, names)) : undefined

const shownInsurance = (record: StoredRecord): StoredRecord => ({
  ...without(record, ofInsuranceRecord),
  insurance: partWithout(record["insurance"], ofInsurance),
  documents: eachWithout(record["documents"], ofDocument)
})

const areFees = Schema.is(Fees)
const isBankAccountType = Schema.is(BankAccountType)

const shownWealth = (record: StoredRecord): StoredRecord => {
  const { accountInformation, documents, fees, financialInformation, holdings, transactions, type } = record
  return {
    ...(isBankAccountType(type)
      ? { ...without(record, ofBankAccount), transactions: eachWithout(transactions, ofTransaction) }
      : without(record, ofWealth)),
    fees: fromFees(areFees(fees) ? fees : undefined),
    documents: eachWithout(documents, ofDocument),
    financialInformation: partWithout(financialInformation, ofFinancialInformation),
    holdings: eachWithout(holdings, ofHolding),
    accountInformation: partWithout(accountInformation, ofAccountInformation)
  }
}

export const showInsurance20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ insurance }) => isKnownKind(insurance)).map(shownInsurance)

export const showWealth20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ type }) => isKnownType(type)).map(shownWealth)
