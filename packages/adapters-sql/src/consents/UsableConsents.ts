/** A check that a consent still permits reading, for the transaction that stores the data (decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { locked } from "../sqlite/Dialect.ts"

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Checks whether a consent is usable, and prevents its end until the transaction ends. */
export const isUsable = (sql: SqlClient.SqlClient, consentId: string, at: number) =>
  Effect.map(
    sql<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent WHERE id = ${consentId} ${locked(sql)}`,
    ([found]) => found !== undefined && ConsentStatus.isUsable(found.status) && at < found.expiresAt
  )
