/** Makes a consent's monitors due when the consent ends, so that they end with it. */
import { statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Returns the statement, for the unit that ends the consent. The raised revision makes a running step begin again. */
export const makeMonitorsOfConsentDue = (consentId: string, at: number): Statement =>
  statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
    WHERE consent_id = ${consentId} AND due_at IS NOT NULL`.unread
