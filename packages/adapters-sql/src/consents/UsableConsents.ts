/** Checks that a consent is valid, inside the unit of work that starts a reading or stores data (spec 2.3). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import type { ReadingUse } from "@sheaf/domain/UnattendedReadings"
import type { UnattendedReading } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import type { Concurrency } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"

/** A consent with one of these statuses is valid if it has not expired. */
export const usableStatuses = ConsentStatus.all.filter(ConsentStatus.isUsable)

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Returns true if the consent is valid, and locks it so that it stays valid until the unit of work ends. */
export const isUsable = function* (sql: SqlClient.SqlClient, consentId: string, at: number) {
  const [found] = yield* statement<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent
    WHERE id = ${consentId} ${literal(lockClause(sql, "shared"))}`
  return found !== undefined && ConsentStatus.isUsable(ConsentStatus.statusAt(found, at))
}

/** Selects readings that happened after `since` while the person was absent. */
export const selectUses = (consentId: string, since: number) =>
  statement<ReadingUse>`SELECT resource, at, readings FROM consent_use
    WHERE consent_id = ${consentId} AND at > ${since} ORDER BY at`

export const countUse = (consentId: string, { at, readings, resource }: ReadingUse) =>
  statement`INSERT INTO consent_use (consent_id, resource, at, readings)
    SELECT id, ${resource}, ${at}, ${readings} FROM consent WHERE id = ${consentId}
    ON CONFLICT (consent_id, resource, at) DO UPDATE SET readings = consent_use.readings + excluded.readings`.unread

/**
 * Counts one reading that takes place while the person is absent. Returns false if the consent does not exist or has
 * reached its limit.
 */
export const countUnattendedReading = function* (
  { lock }: Pick<Concurrency, "lock">,
  { at, consentId, rule }: UnattendedReading
) {
  // Without this lock, two units of work could count at the same time. Row locks do not prevent that, because units
  // that share a transaction also share its row locks.
  yield* lock(consentId)
  const [found] = yield* statement`SELECT id FROM consent WHERE id = ${consentId}`
  if (found === undefined) return false
  const since = UnattendedReadings.windowStart(rule, at)
  yield* statement`DELETE FROM consent_use WHERE consent_id = ${consentId} AND at <= ${since}`.unread
  const uses = yield* selectUses(consentId, since)
  if (UnattendedReadings.quotaOf(rule, uses, at).left === 0) return false
  yield* countUse(consentId, { resource: "", at, readings: 1 })
  return true
}
