/** A PSD2 account-information consent, as returned when it is created (spec 2.4). */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { ConsentId } from "./ConsentId.ts"
import { Psd2AisConsentScope } from "./ConsentScope.ts"
import { ConsentStatus } from "./ConsentStatus.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Texts from "../Texts.ts"

export { ConsentId }

export const Consent = Schema.Struct({
  company: CompanyId.pipe(Texts.means("The bank that holds the accounts.")),
  consentId: ConsentId,
  expiresAt: Timestamp.pipe(Texts.means("The consent's expiration time, ISO 8601 in UTC.")),
  scope: Psd2AisConsentScope,
  status: ConsentStatus
}).pipe(
  Texts.named(
    "Consent",
    "A consent to read accounts. Until the user authorizes it, scope and expiresAt have the requested values."
  )
)
export type Consent = typeof Consent.Type
