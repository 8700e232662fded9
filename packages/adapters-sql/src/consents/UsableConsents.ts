/** Whether accounts can be read under a consent, asked in the transaction that keeps what was read (decisions 9). */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { locked } from "../sqlite/Dialect.ts"

interface Validity {
  readonly status: ConsentStatus.ConsentStatus
  readonly expiresAt: number
}

/** Until the transaction is over, nobody ends the consent. */
export const isUsable = (sql: SqlClient.SqlClient, consentId: string, at: number) =>
  Effect.map(
    sql<Validity>`SELECT status, expires_at AS "expiresAt" FROM consent WHERE id = ${consentId} ${locked(sql)}`,
    ([found]) => found !== undefined && ConsentStatus.isUsable(found.status) && at < found.expiresAt
  )
