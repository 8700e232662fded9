/**
 * A renewal is a consent that replaces an earlier one (spec 2.4). A consent can have only one open or authorized
 * renewal at a time.
 */
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import * as RenewConsent from "@sheaf/domain/RenewConsent"
import type { BlindIndex, ConsentView, RenewalObstacle } from "@sheaf/ports"
import type { SqlClient } from "effect/sql"
import { lockClause } from "../database/Dialect.ts"
import { inList, literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

interface RenewedRow extends Pick<ConsentView, "expiresAt" | "status"> {
  readonly isOtherPerson: number
}

const unended = ConsentStatus.all.filter((status) => !ConsentStatus.isFinal(status))

/**
 * Returns the reason if a consent cannot renew an earlier one, and nothing if it can. Locks the earlier consent against
 * changes and other renewals until the unit of work ends. The two consents must belong to the same person, but this is
 * checked only if both persons are known. The person is unknown if a consent is closed or is authorized by redirect.
 */
export const renewalObstacleOf = function* (
  sql: SqlClient.SqlClient,
  { clientId, renews }: Pick<ConsentView, "clientId" | "renews">,
  login: BlindIndex | undefined
): Generator<Statement, RenewalObstacle | undefined> {
  if (renews === undefined) return undefined
  const other = login === undefined ? literal("1 = 0") : statement`login_index NOT IN ${inList(login.all)}`
  const [found] = yield* statement<RenewedRow>`SELECT status, expires_at AS "expiresAt",
    CASE WHEN login_index IS NOT NULL AND ${other} THEN 1 ELSE 0 END AS "isOtherPerson"
    FROM consent WHERE id = ${renews} AND client_id = ${clientId} ${literal(lockClause(sql, "exclusive"))}`
  if (found === undefined || RenewConsent.renewableFrom(found) === undefined) return "NOT_RENEWABLE"
  if (found.isOtherPerson !== 0) return "OTHER_PERSON"
  const open = yield* statement`SELECT id FROM consent WHERE client_id = ${clientId} AND renews = ${renews}
    AND status IN ${inList(unended)} LIMIT 1`
  return open.length > 0 ? "RENEWAL_OPEN" : undefined
}
