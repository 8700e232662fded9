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

interface Removal {
  readonly names: ReadonlyArray<string>
  readonly set: ReadonlySet<string>
}

const removing = (...names: ReadonlyArray<string>): Removal => ({ names, set: new Set(names) })

const ofDocument = removing(...AddStableIds.newMembers)
const ofInsurance = removing(...details.insurance)
const ofInsuranceRecord = removing(...AddStableIds.newMembers, ...details.insuranceRecord)
const ofAnyWealth = [...AddStableIds.newMembers, ...details.wealth]
const ofBankAccount = removing(...ofAnyWealth, ...bankDetails.account)
const ofTransaction = removing(...bankDetails.transaction)
const ofWealth = removing(...ofAnyWealth, ...details.pension)
const ofHolding = removing(...details.holding)
const ofFinancialInformation = removing(...details.financialInformation)
const ofAccountInformation = removing("hasExclusiveOwnership")

/** Returns the members that remain. An object without removed members is not copied, because most objects have none. */
const rest = (members: StoredRecord, { names, set }: Removal): StoredRecord => {
  if (!names.some((name) => members[name] !== undefined)) return members
  const kept: Record<string, unknown> = {}
  for (const name in members) if (!set.has(name)) kept[name] = members[name]
  return kept
}

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

const without = (value: unknown, removal: Removal): unknown => (isRecord(value) ? rest(value, removal) : value)

const eachWithout = (list: unknown, removal: Removal): unknown =>
  Array.isArray(list) ? list.map((entry) => without(entry, removal)) : undefined

const shownInsurance = (record: StoredRecord): StoredRecord => ({
  ...rest(record, ofInsuranceRecord),
  insurance: without(record["insurance"], ofInsurance),
  documents: eachWithout(record["documents"], ofDocument)
})

const areFees = Schema.is(Fees)
const isBankAccountType = Schema.is(BankAccountType)

const shownWealth = (record: StoredRecord): StoredRecord => {
  const { accountInformation, documents, fees, financialInformation, holdings, transactions, type } = record
  return {
    ...(isBankAccountType(type)
      ? { ...rest(record, ofBankAccount), transactions: eachWithout(transactions, ofTransaction) }
      : rest(record, ofWealth)),
    fees: fromFees(areFees(fees) ? fees : undefined),
    documents: eachWithout(documents, ofDocument),
    financialInformation: without(financialInformation, ofFinancialInformation),
    holdings: eachWithout(holdings, ofHolding),
    accountInformation: without(accountInformation, ofAccountInformation)
  }
}

export const showInsurance20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ insurance }) => isKnownKind(insurance)).map(shownInsurance)

export const showWealth20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ type }) => isKnownType(type)).map(shownWealth)
