/** A check that a consent permits reading, for the unit that stores the data (decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { SqlClient } from "effect/sql"
import { locked } from "../sqlite/Dialect.ts"
import { literal, statement } from "../units/Statement.ts"

/** The statuses in which a consent permits reading until it expires. */
export const usableStatuses = ConsentStatus.all.filter(ConsentStatus.isUsable)

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Returns true if a consent is usable, and prevents the consent from ending before the unit ends. */
export const isUsable = function* (sql: SqlClient.SqlClient, consentId: string, at: number) {
  const [found] = yield* statement<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent
    WHERE id = ${consentId} ${literal(locked(sql))}`
  return found !== undefined && ConsentStatus.isUsable(ConsentStatus.at(found, at))
}
