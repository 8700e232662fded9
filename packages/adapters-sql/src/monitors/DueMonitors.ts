/**
 * Makes monitors due when their permission ends, so that each monitor's next step ends the monitor or erases its
 * credentials.
 */
import { statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

/** Run this in the unit of work that ends the consent. Raising the revision makes a running step start over. */
export const makeMonitorsOfConsentDue = (consentId: string, at: number): Statement =>
  statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
    WHERE consent_id = ${consentId} AND due_at IS NOT NULL`.unread

/**
 * Makes every monitor that has a stored username and password due at the time `at`. Without `clientId`, this includes
 * the monitors of all clients.
 */
export const makeCredentialsDue = (at: number, clientId?: string): Statement =>
  clientId === undefined
    ? statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
        WHERE keeps_credentials = 1 AND due_at IS NOT NULL`.unread
    : statement`UPDATE monitor SET due_at = ${at}, revision = revision + 1
        WHERE client_id = ${clientId} AND keeps_credentials = 1 AND due_at IS NOT NULL`.unread
