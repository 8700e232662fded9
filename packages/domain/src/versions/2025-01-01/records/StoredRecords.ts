/**
 * Stored records as version 2025-01-01 shows them. They were validated against the newest schema when they were stored,
 * so this module checks little and only removes what the version does not have. It produces the same JSON as the codecs
 * in `InsuranceRecords.ts` and `WealthRecords.ts`, but faster. Removed members are set to `undefined`, which JSON
 * omits.
 */
import { Predicate, Schema } from "effect"
import { BankAccountType } from "../../2026-04-01/Records.ts"
import { Fees } from "../../2026-04-01/Fees.ts"
import { newMembers as bankDetails } from "./AddBankDetails.ts"
import { newMembers as details } from "./AddRecordDetails.ts"
import { isKnownKind, isKnownType } from "./AddRecordKinds.ts"
import * as AddStableIds from "./AddStableIds.ts"
import { fromFees } from "./SplitFees.ts"

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

const isRecord = (value: unknown): value is StoredRecord => Predicate.isObject(value)

/**
 * Returns a copy in which these members are undefined. This is three times as fast as copying only the other members.
 */
const copyWithout = (members: StoredRecord, names: Names): Record<string, unknown> => {
  const copy: Record<string, unknown> = { ...members }
  for (const name of names) if (copy[name] !== undefined) copy[name] = undefined
  return copy
}

/**
 * Removes these members from an object or from the objects in a list. Returns the object itself if it has none of them,
 * which is the usual case.
 */
const without = (value: unknown, names: Names): unknown => {
  if (Array.isArray(value)) return value.map((entry) => without(entry, names))
  return isRecord(value) && names.some((name) => value[name] !== undefined) ? copyWithout(value, names) : value
}

const shown = (record: StoredRecord, names: Names, parts: Readonly<Record<string, Names>>) => {
  const copy = copyWithout(record, names)
  for (const part in parts) if (copy[part] !== undefined) copy[part] = without(copy[part], parts[part] ?? [])
  return copy
}

const insuranceParts = { insurance: ofInsurance, documents: ofDocument }
const bankAccountParts = {
  documents: ofDocument,
  financialInformation: ofFinancialInformation,
  transactions: ofTransaction
}
const wealthParts = {
  documents: ofDocument,
  financialInformation: ofFinancialInformation,
  holdings: ofHolding,
  accountInformation: ofAccountInformation
}

const areFees = Schema.is(Fees)
const isBankAccountType = Schema.is(BankAccountType)

const shownInsurance = (record: StoredRecord): StoredRecord => shown(record, ofInsuranceRecord, insuranceParts)

const shownWealth = (record: StoredRecord): StoredRecord => {
  const { fees, type } = record
  const copy = isBankAccountType(type)
    ? shown(record, ofBankAccount, bankAccountParts)
    : shown(record, ofWealth, wealthParts)
  copy["fees"] = fromFees(areFees(fees) ? fees : undefined)
  return copy
}

export const showInsurance20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ insurance }) => isKnownKind(insurance)).map(shownInsurance)

export const showWealth20250101 = (records: ReadonlyArray<StoredRecord>): ReadonlyArray<StoredRecord> =>
  records.filter(({ type }) => isKnownType(type)).map(shownWealth)
