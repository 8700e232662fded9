/** Makes monitors due when what permits them ends, so that they end or erase it. */
import { statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Returns the statement, for the unit that ends the consent. The raised revision makes a running step begin again. */
export const makeMonitorsOfConsentDue = (consentId: string, at: number): Statement =>
  statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
    WHERE consent_id = ${consentId} AND due_at IS NOT NULL`.unread

/**
 * Returns the statement that makes the monitors with a stored username and password due, of one client or of all
 * clients.
 */
export const makeCredentialsDue = (at: number, clientId?: string): Statement =>
  clientId === undefined
    ? statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
        WHERE keeps_credentials = 1 AND due_at IS NOT NULL`.unread
    : statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
        WHERE client_id = ${clientId} AND keeps_credentials = 1 AND due_at IS NOT NULL`.unread
