/** The codecs of version 2025-01-01, each with the information that it may lose, for the tests in `CodecLaws.ts`. */
import { Schema } from "effect"
import { StartCollection } from "../../src/collections/StartCollection.ts"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"
import * as ExtendStatusObject from "../../src/versions/2025-01-01/ExtendStatusObject.ts"
import * as AddParameterTypes from "../../src/versions/2025-01-01/AddParameterTypes.ts"
import * as InsuranceRecords from "../../src/versions/2025-01-01/records/InsuranceRecords.ts"
import * as Version from "../../src/versions/2025-01-01/Version.ts"
import * as WealthRecords from "../../src/versions/2025-01-01/records/WealthRecords.ts"

export const startCollection = {
  codec: Version.StartCollection20250101,
  head: StartCollection,
  old: AddParameterTypes.UntypedStartCollection,
  inexpressibleInOldVersion: AddParameterTypes.inexpressibleInOldVersion,
  oldCodecLosses: AddParameterTypes.oldCodecLosses
}

export const statusObject = {
  codec: Version.StatusObject20250101,
  head: ExtendStatusObject.CommonStatusObject,
  old: ExtendStatusObject.BriefStatusObject,
  inexpressibleInOldVersion: ExtendStatusObject.codecLosses
}

export const insuranceRecords = {
  codec: Version.InsuranceRecords20250101,
  head: Schema.Array(InsuranceRecord),
  old: InsuranceRecords.OldInsuranceRecords,
  inexpressibleInOldVersion: InsuranceRecords.codecLosses
}

export const wealthRecords = {
  codec: Version.WealthRecords20250101,
  head: Schema.Array(WealthRecord),
  old: WealthRecords.OldWealthRecords,
  inexpressibleInOldVersion: WealthRecords.codecLosses,
  oldCodecLosses: WealthRecords.oldCodecLosses
}
