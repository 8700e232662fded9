/** The codecs of version 2025-01-01 with their losses, for the codec laws. */
import { StartCollection } from "../../src/collections/StartCollection.ts"
import { InsuranceRecord } from "../../src/records/InsuranceRecord.ts"
import { WealthRecord } from "../../src/records/WealthRecord.ts"
import * as BriefStatusObject from "../../src/versions/2025-01-01/BriefStatusObject.ts"
import * as UntypedParameters from "../../src/versions/2025-01-01/UntypedParameters.ts"
import * as UnknownStability from "../../src/versions/2025-01-01/records/UnknownStability.ts"
import * as Version from "../../src/versions/2025-01-01/Version.ts"
import * as WealthRecords from "../../src/versions/2025-01-01/records/WealthRecords.ts"

export const start = {
  codec: Version.StartCollection20250101,
  head: StartCollection,
  old: UntypedParameters.UntypedStart,
  headLosses: UntypedParameters.headLosses,
  oldLosses: UntypedParameters.oldLosses
}

export const statusObject = {
  codec: Version.StatusObject20250101,
  head: BriefStatusObject.ShownStatusObject,
  old: BriefStatusObject.BriefStatusObject,
  headLosses: BriefStatusObject.losses
}

export const insuranceRecord = {
  codec: Version.InsuranceRecord20250101,
  head: InsuranceRecord,
  old: Version.InsuranceRecord20250101,
  headLosses: UnknownStability.insuranceLosses
}

export const wealthRecord = {
  codec: Version.WealthRecord20250101,
  head: WealthRecord,
  old: WealthRecords.OldWealthRecord,
  headLosses: WealthRecords.losses,
  oldLosses: WealthRecords.oldLosses
}
