/** Checks that a consent is valid, for units that begin a reading or store the data (spec 2.3). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { UnattendedReading } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { literal, statement } from "../unitsOfWork/Statement.ts"

/** The statuses in which a consent is valid until it expires. */
export const usableStatuses = ConsentStatus.all.filter(ConsentStatus.isUsable)

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Returns true if a consent is valid, and keeps the consent from ending until the unit ends. */
export const isUsable = function* (sql: SqlClient.SqlClient, consentId: string, at: number) {
  const [found] = yield* statement<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent
    WHERE id = ${consentId} ${literal(lockClause(sql, "shared"))}`
  return found !== undefined && ConsentStatus.isUsable(ConsentStatus.statusAt(found, at))
}

/** Counts an unattended reading. Returns false if the consent does not exist or has reached its limit. */
export const countUnattendedReading = function* ({ consentId, day, limit }: UnattendedReading) {
  const counted = yield* statement`INSERT INTO consent_use (consent_id, day, readings)
    SELECT id, ${day}, 1 FROM consent WHERE id = ${consentId} AND ${limit} > 0
    ON CONFLICT (consent_id, day) DO UPDATE SET readings = consent_use.readings + 1
    WHERE consent_use.readings < ${limit} RETURNING readings`
  return counted.length > 0
}
