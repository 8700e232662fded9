/**
 * Version 2025-01-01: its changes and its wire schemas (spec 9). The schemas read and write the old form but decode to
 * the newest version's types, so handlers know only the newest version.
 */
import type { ReplacedVersion } from "../changes/VersionChange.ts"
import * as ExtendStatusObject from "./ExtendStatusObject.ts"
import * as PostContactForm from "./PostContactForm.ts"
import * as AddReturnConfirmation from "./AddReturnConfirmation.ts"
import * as AddFailureReasons from "./AddFailureReasons.ts"
import * as AddStatuses from "./AddStatuses.ts"
import * as SplitFees from "./records/SplitFees.ts"
import * as DropFrenchPrefix from "./records/DropFrenchPrefix.ts"
import * as ListCollections from "./ListCollections.ts"
import * as ListTransactions from "./ListTransactions.ts"
import * as AddErasure from "./AddErasure.ts"
import * as AddInputIds from "./AddInputIds.ts"
import * as AddExclusiveOwnership from "./records/AddExclusiveOwnership.ts"
import * as AddRenewal from "./AddRenewal.ts"
import * as AddCreatedAndAccepted from "./AddCreatedAndAccepted.ts"
import * as MergeProductPaths from "./MergeProductPaths.ts"
import * as UnifyLoginMethodStatus from "./UnifyLoginMethodStatus.ts"
import { statuses } from "./Statuses.ts"
import * as AddRecordDetails from "./records/AddRecordDetails.ts"
import * as AddRecordKinds from "./records/AddRecordKinds.ts"
import * as AddBankDetails from "./records/AddBankDetails.ts"
import * as AddStableIds from "./records/AddStableIds.ts"
import * as AddConsentTypes from "./AddConsentTypes.ts"
import * as AddParameterTypes from "./AddParameterTypes.ts"

/**
 * What changed in version 2026-04-01: first the changes listed in spec 9, in order, then those in spec 2.1, 2.2, 2.5
 * and 5.
 */
export const version20250101 = {
  version: "2025-01-01",
  changes: [
    MergeProductPaths.change,
    AddParameterTypes.change,
    AddConsentTypes.change,
    SplitFees.change,
    PostContactForm.change,
    AddStatuses.change,
    UnifyLoginMethodStatus.change,
    DropFrenchPrefix.change,
    AddExclusiveOwnership.change,
    AddStableIds.change,
    AddRecordKinds.change,
    AddRecordDetails.change,
    AddBankDetails.change,
    ListCollections.change,
    ListTransactions.change,
    AddErasure.change,
    AddReturnConfirmation.change,
    ExtendStatusObject.change,
    AddFailureReasons.change,
    AddInputIds.change,
    AddCreatedAndAccepted.change,
    AddRenewal.change
  ],
  statuses,
  encodeEvent: ExtendStatusObject.encodeEvent
} as const satisfies ReplacedVersion

export { Event20250101, StatusObject20250101 } from "./ExtendStatusObject.ts"
export { ContactFormInput20250101, toOldPointer as contactFormPointer20250101 } from "./PostContactForm.ts"
export { ConsentStatusObject as ConsentStatusObject20250101 } from "../2026-04-01/Collections.ts"
export { encodeStatus as status20250101 } from "./Statuses.ts"
export { StartCollection20250101, toOldViolation as startViolation20250101 } from "./AddParameterTypes.ts"
export { WealthRecords20250101 } from "./records/WealthRecords.ts"
export { showInsurance20250101, showWealth20250101 } from "./records/StoredRecords.ts"
export { InsuranceRecords20250101 } from "./records/InsuranceRecords.ts"
