/** A PSD2 account-information consent, as returned when it is created (spec 2.4). */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { ConsentId } from "../shared/ConsentId.ts"
import { Psd2AisConsentScope } from "./ConsentScope.ts"
import { ConsentStatusObject } from "./ConsentStatusObject.ts"
import { ConsentStatus } from "./ConsentStatus.ts"
import { Timestamp } from "../shared/Timestamp.ts"
import * as Annotations from "../shared/Annotations.ts"

export { ConsentId }

export const Consent = Schema.Struct({
  company: CompanyId.pipe(Annotations.describe("The bank that holds the accounts.")),
  consentId: ConsentId,
  expiresAt: Timestamp.pipe(Annotations.describe("The consent's expiration time, ISO 8601 in UTC.")),
  scope: Psd2AisConsentScope,
  status: ConsentStatus
}).pipe(
  Annotations.annotate(
    "Consent",
    "A consent to read accounts. Until the user authorizes it, scope and expiresAt have the requested values."
  )
)
export type Consent = typeof Consent.Type

export const ConsentDetails = Schema.Struct({
  ...ConsentStatusObject.fields,
  renews: Annotations.optional(
    ConsentId,
    "The consent that this one replaces. The earlier consent ends when this one is authorized."
  ),
  renewableFrom: Annotations.optional(
    Timestamp,
    "The time from which the consent can be renewed; present in AUTHORIZED and EXPIRED."
  ),
  unattendedReadingsLeft: Annotations.optional(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    "The collections without `psuIpAddress` that the bank still allows now; present in AUTHORIZED."
  ),
  nextUnattendedReadingAt: Annotations.optional(
    Timestamp,
    "The time of the next collection without `psuIpAddress`; present if none is left."
  )
}).pipe(
  Annotations.annotate(
    "ConsentDetails",
    "A consent to read accounts: its status, its renewal and the readings that are left."
  )
)
export type ConsentDetails = typeof ConsentDetails.Type
