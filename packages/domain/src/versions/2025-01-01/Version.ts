/**
 * Version 2025-01-01: its changes and its wire schemas (spec 9). Each schema reads and writes the old form but decodes
 * to the head's type, so that handlers only need the head's types.
 */
import type { ReplacedVersion } from "../VersionChange.ts"
import * as BriefStatusObject from "./BriefStatusObject.ts"
import * as ContactFormInput from "./ContactFormInput.ts"
import * as ConfirmReturns from "./ConfirmReturns.ts"
import * as FewerReasons from "./FewerReasons.ts"
import * as FewerStatuses from "./FewerStatuses.ts"
import * as FlatFees from "./records/FlatFees.ts"
import * as FrenchNames from "./records/FrenchNames.ts"
import * as NoCollectionList from "./NoCollectionList.ts"
import * as NoErasure from "./NoErasure.ts"
import * as NoInputIds from "./NoInputIds.ts"
import * as NoExclusiveOwnership from "./records/NoExclusiveOwnership.ts"
import * as NoSandboxPage from "./NoSandboxPage.ts"
import * as PlainSuccess from "./PlainSuccess.ts"
import * as ProductPaths from "./ProductPaths.ts"
import * as RejectedLoginMethod from "./RejectedLoginMethod.ts"
import { statuses } from "./Statuses.ts"
import * as UnknownStability from "./records/UnknownStability.ts"
import * as UntypedConsents from "./UntypedConsents.ts"
import * as UntypedParameters from "./UntypedParameters.ts"

/** The changes of version 2026-04-01: those in spec 9, in order, followed by those in spec 2.1, 2.2, 2.5, 5. */
export const version20250101 = {
  version: "2025-01-01",
  changes: [
    ProductPaths.change,
    UntypedParameters.change,
    UntypedConsents.change,
    FlatFees.change,
    ContactFormInput.change,
    FewerStatuses.change,
    RejectedLoginMethod.change,
    FrenchNames.change,
    NoExclusiveOwnership.change,
    UnknownStability.change,
    NoCollectionList.change,
    NoErasure.change,
    ConfirmReturns.change,
    BriefStatusObject.change,
    FewerReasons.change,
    NoInputIds.change,
    PlainSuccess.change,
    NoSandboxPage.change
  ],
  statuses,
  encodeEvent: BriefStatusObject.encodeEvent
} as const satisfies ReplacedVersion

export { Event20250101, StatusObject20250101 } from "./BriefStatusObject.ts"
export { ContactFormInput20250101, pointerOf as contactFormPointer20250101 } from "./ContactFormInput.ts"
export { ConsentStatusObject20250101 } from "./NoSandboxPage.ts"
export { encodeStatus as status20250101 } from "./Statuses.ts"
export { StartCollection20250101, violationOf as startViolation20250101 } from "./UntypedParameters.ts"
export { WealthRecord20250101 } from "./records/WealthRecords.ts"
export { InsuranceRecord20250101 } from "./records/UnknownStability.ts"
