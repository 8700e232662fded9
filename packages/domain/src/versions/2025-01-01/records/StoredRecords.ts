/**
 * Stored records as version 2025-01-01 shows them. The records passed the head's schema when they were stored, so this
 * only removes what the version lacks, and checks nothing: an encoding by `InsuranceRecords.ts` and `WealthRecords.ts`
 * gives the same JSON, and takes several times as long. Members that are `undefined` have no JSON.
 */
import type { InsuranceRecord, WealthRecord } from "../../2026-04-01/Records.ts"
import { newMembers as details } from "./AddRecordDetails.ts"
import * as AddRecordKinds from "./AddRecordKinds.ts"
import * as AddStableIds from "./AddStableIds.ts"
import { fromFees } from "./SplitFees.ts"

type Members = Readonly<Record<string, unknown>>

/** Returns members that remove members with these names when they are spread after them. */
const removing = (...names: ReadonlyArray<string>): Readonly<Record<string, undefined>> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

const ofDocument = removing(...AddStableIds.newMembers)
const ofInsurance = removing(...details.insurance)
const ofInsuranceRecord = removing(...AddStableIds.newMembers, ...details.insuranceRecord)
const ofAccount = removing(...AddStableIds.newMembers, ...details.wealth)
const ofWealth = { ...ofAccount, ...removing(...details.pension) }
const ofHolding = removing(...details.holding)
const ofFinancialInformation = removing(...details.financialInformation)
const ofAccountInformation = removing("hasExclusiveOwnership")

const documentsOf = ({ documents }: Pick<InsuranceRecord, "documents">) =>
  documents?.map((document) => ({ ...document, ...ofDocument }))

const shownInsurance = (record: InsuranceRecord): Members => ({
  ...record,
  ...ofInsuranceRecord,
  insurance: { ...record.insurance, ...ofInsurance },
  documents: documentsOf(record)
})

const shownWealth = (record: AddRecordKinds.KnownWealthRecord): Members => {
  const { fees, financialInformation } = record
  return {
    ...record,
    ...("accountId" in record ? ofAccount : ofWealth),
    fees: fromFees(fees),
    documents: record.documents && documentsOf(record),
    financialInformation: financialInformation && { ...financialInformation, ...ofFinancialInformation },
    ...("holdings" in record && { holdings: record.holdings?.map((holding) => ({ ...holding, ...ofHolding })) }),
    ...("accountInformation" in record && {
      accountInformation: record.accountInformation && { ...record.accountInformation, ...ofAccountInformation }
    })
  }
}

export const showInsurance20250101 = (records: ReadonlyArray<InsuranceRecord>): ReadonlyArray<Members> =>
  records.filter(AddRecordKinds.isKnownInsurance).map(shownInsurance)

export const showWealth20250101 = (records: ReadonlyArray<WealthRecord>): ReadonlyArray<Members> =>
  records.filter(AddRecordKinds.isKnownWealth).map(shownWealth)
