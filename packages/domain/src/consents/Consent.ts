/** A PSD2 account-information consent in the form that creation returns (spec 2.4; decisions 9). */
import { Schema } from "effect"
import { CompanyId } from "../companies/Company.ts"
import { ConsentId } from "./ConsentId.ts"
import { Psd2AisConsentScope } from "./ConsentScope.ts"
import { ConsentStatus } from "./ConsentStatus.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Words from "../Words.ts"

export { ConsentId }

export const Consent = Schema.Struct({
  company: CompanyId.pipe(Words.means("The bank that holds the accounts.")),
  consentId: ConsentId,
  expiresAt: Timestamp.pipe(Words.means("The consent's expiration time, ISO 8601 in UTC.")),
  scope: Psd2AisConsentScope,
  status: ConsentStatus
}).annotate({
  identifier: "Consent",
  description: "A consent to read accounts. Until it is authorized, scope and expiresAt hold the requested values.",
  examples: [
    {
      company: "se-fjallbanken",
      consentId: "019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10",
      expiresAt: "2026-06-30T23:59:59.999Z",
      scope: { type: "PSD2_AIS", balances: true, transactions: true },
      status: "INITIATED"
    }
  ]
})
export type Consent = typeof Consent.Type
