/**
 * Stored records as version 2025-01-01 shows them. The records passed the head's schema when they were stored, so this
 * only removes what the version lacks, and checks little: an encoding by `InsuranceRecords.ts` and `WealthRecords.ts`
 * gives the same JSON, and takes longer. Members that are `undefined` have no JSON.
 */
import { Predicate, Schema } from "effect"
import { BankAccountType } from "../../2026-04-01/Records.ts"
import { Fees } from "../../2026-04-01/Fees.ts"
import { newMembers as details } from "./AddRecordDetails.ts"
import { isKnownKind, isKnownType } from "./AddRecordKinds.ts"
import * as AddStableIds from "./AddStableIds.ts"
import { fromFees } from "./SplitFees.ts"

/** A record, or a part of one, as JSON. */
export type StoredRecord = Readonly<Record<string, unknown>>

/** Returns members that remove members with these names when they are spread after them. */
const removing = (...names: ReadonlyArray<string>): Readonly<Record<string, undefined>> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

const ofDocument = removing(...AddStableIds.newMembers)
const ofInsurance = removing(...details.insurance)
const ofInsuranceRecord = removing(...AddStableIds.newMembers, ...details.insuranceRecord)
const ofBankAccount = removing(...AddStableIds.newMembers, ...details.wealth)
const ofWealth = { ...ofBankAccount, ...removing(...details.pension) }
const ofHolding = removing(...details.holding)
const ofFinancialInformation = removing(...details.financialInformation)
const ofAccountInformation = removing("hasExclusiveOwnership")

const without = (value: unknown, removed: Readonly<Record<string, undefined>>): unknown =>
  Predicate.isObject(value) ? { ...value, ...removed } : value

const eachWithout = (list: unknown, removed: Readonly<Record<string, undefined>>): unknown =>
  Array.isArray(list) ? list.map((entry) => without(entry, removed)) : undefined

const shownInsurance = (record: StoredRecord): StoredRecord => ({
  ...record,
  ...ofInsuranceRecord,
  insurance: without(record["insurance"], ofInsurance),
  documents: eachWithout(record["documents"], ofDocument)
})

const areFees = Schema.is(Fees)
const isBankAccountType = Schema.is(BankAccountType)

const shownWealth = (record: StoredRecord): StoredRecord => {
  const { accountInformation, documents, fees, financialInformation, holdings, type } = record
  return {
    ...record,
    ...(isBankAccountType(type) ? ofBankAccount : ofWealth),
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
