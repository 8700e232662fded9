/** The codecs of version 2025-01-01 with their losses, for the codec laws. */
import { StartCollection } from "../../src/collections/StartCollection.ts"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"
import * as ExtendStatusObject from "../../src/versions/2025-01-01/ExtendStatusObject.ts"
import * as AddParameterTypes from "../../src/versions/2025-01-01/AddParameterTypes.ts"
import * as AddStableIds from "../../src/versions/2025-01-01/records/AddStableIds.ts"
import * as Version from "../../src/versions/2025-01-01/Version.ts"
import * as WealthRecords from "../../src/versions/2025-01-01/records/WealthRecords.ts"

export const startCollection = {
  codec: Version.StartCollection20250101,
  head: StartCollection,
  old: AddParameterTypes.UntypedStartCollection,
  headLosses: AddParameterTypes.headLosses,
  oldLosses: AddParameterTypes.oldLosses
}

export const statusObject = {
  codec: Version.StatusObject20250101,
  head: ExtendStatusObject.CommonStatusObject,
  old: ExtendStatusObject.BriefStatusObject,
  headLosses: ExtendStatusObject.codecLosses
}

export const insuranceRecord = {
  codec: Version.InsuranceRecord20250101,
  head: InsuranceRecord,
  old: Version.InsuranceRecord20250101,
  headLosses: AddStableIds.insuranceLosses
}

export const wealthRecord = {
  codec: Version.WealthRecord20250101,
  head: WealthRecord,
  old: WealthRecords.OldWealthRecord,
  headLosses: WealthRecords.codecLosses,
  oldLosses: WealthRecords.oldLosses
}
