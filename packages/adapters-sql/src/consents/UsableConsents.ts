/** Checks that a consent is valid, in units that start a reading or store data (spec 2.3). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import type { ReadingUse } from "@sheaf/domain/UnattendedReadings"
import type { UnattendedReading } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import type { Concurrency } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"

/** An unexpired consent is valid in these statuses. */
export const usableStatuses = ConsentStatus.all.filter(ConsentStatus.isUsable)

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Returns true if a consent is valid, and keeps it valid until the unit ends. */
export const isUsable = function* (sql: SqlClient.SqlClient, consentId: string, at: number) {
  const [found] = yield* statement<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent
    WHERE id = ${consentId} ${literal(lockClause(sql, "shared"))}`
  return found !== undefined && ConsentStatus.isUsable(ConsentStatus.statusAt(found, at))
}

/** Returns the readings under a consent after `since` without the person. */
export const selectUses = (consentId: string, since: number) =>
  statement<ReadingUse>`SELECT resource, at, readings FROM consent_use
    WHERE consent_id = ${consentId} AND at > ${since} ORDER BY at`

/** Counts readings. */
export const countUse = (consentId: string, { at, readings, resource }: ReadingUse) =>
  statement`INSERT INTO consent_use (consent_id, resource, at, readings)
    SELECT id, ${resource}, ${at}, ${readings} FROM consent WHERE id = ${consentId}
    ON CONFLICT (consent_id, resource, at) DO UPDATE SET readings = consent_use.readings + excluded.readings`.unread

/** Counts a reading without the person. Returns false if there is no such consent, or it is at its limit. */
export const countUnattendedReading = function* (
  { lock }: Pick<Concurrency, "lock">,
  { at, consentId, rule }: UnattendedReading
) {
  // The lock makes units count one after another. Row locks are not enough, because units that share a transaction also
  // share its row locks.
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
