/** Checks quotas in the transaction that accepts a collection or consent (spec 8). */
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { BlindIndex, ElectronicIdOrderQuota } from "@sheaf/ports"
import { singleWriter } from "../database/Dialect.ts"
import type { Concurrency } from "../database/Dialect.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { inList, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"

type Check = Generator<Statement, boolean>

/**
 * Returns keyed hashes of the login, by which electronic-ID orders are counted. Collections and consents use the same
 * hashes, so their orders count toward the same quota.
 */
export const loginBlindIndexOf = (sealed: ColumnSealer, clientId: string, quota: ElectronicIdOrderQuota | undefined) =>
  quota === undefined ? undefined : sealed.blindIndex("login_index", clientId, quota.identity)

/**
 * Returns true if the client may place another electronic-ID order for this login. The collections in `ending` do not
 * count, because the start that is being checked ends them.
 */
export const isOrderWithinQuota = function* (
  { lock }: Concurrency,
  clientId: string,
  index: BlindIndex | undefined,
  quota: ElectronicIdOrderQuota | undefined,
  ending: ReadonlyArray<string> = []
): Check {
  if (quota === undefined || index === undefined) return true
  for (const hash of index.inOrder) yield* lock(hash)
  const at = statement`client_id = ${clientId} AND login_index IN ${inList(index.all)}`
  const [found] = yield* statement<{ readonly open: number }>`SELECT
    (SELECT count(*) FROM collection WHERE ${at} AND ended_at IS NULL AND status IN ${inList(CollectionStatus.unauthenticatedStatuses)}
      AND id NOT IN ${inList(ending)}) +
    (SELECT count(*) FROM consent WHERE ${at} AND closed_at IS NULL AND status IN ${inList(ConsentStatus.unauthenticatedStatuses)})
    AS open`
  return found !== undefined && found.open < quota.limit
}

/**
 * Returns true if a Connect session may start another collection or consent. Collections and consents that have ended
 * count, too. Checks of the same session run one after another.
 */
export const connectSessionCheck = ({ lock }: Concurrency = singleWriter) =>
  function* (clientId: string, connectSessionId: string | undefined, limit: number | undefined): Check {
    if (connectSessionId === undefined || limit === undefined) return true
    yield* lock(connectSessionId)
    const of = statement`client_id = ${clientId} AND connect_session_id = ${connectSessionId}`
    const [found] = yield* statement<{ readonly started: number }>`SELECT
      (SELECT count(*) FROM collection WHERE ${of}) + (SELECT count(*) FROM consent WHERE ${of}) AS started`
    return found !== undefined && found.started < limit
  }

const running = function* (clientId: string, limit: number): Generator<Statement, number> {
  const [found] = yield* statement<{ readonly running: number }>`SELECT count(*) AS running FROM
    (SELECT 1 FROM collection WHERE client_id = ${clientId} AND ended_at IS NULL LIMIT ${limit}) AS counted`
  return found?.running ?? 0
}

/** How many collections a process may start for a client before it counts the client's running collections again. */
export const maxUncountedStarts = 50

/**
 * Creates a check that returns true if the client may start another collection. The number of running collections grows
 * only through starts. While the client is far from the limit, the check therefore accepts several starts before it
 * counts again. Near the limit, it counts for every start, because concurrent units of work do not see each other's
 * collections. With a single process, the limit is exact; each additional process can overshoot it by {@link
 * maxUncountedStarts}. `ending` is the number of collections that end if the start is accepted.
 */
export const runningCollectionsCheck = ({ lock, maxConcurrentUnits }: Concurrency = singleWriter) => {
  const left = new Map<string, number>()
  return function* (clientId: string, limit: number, ending: number): Check {
    const known = left.get(clientId) ?? 0
    if (known === 0) yield* lock(clientId)
    const free = known > 0 ? known : limit - (yield* running(clientId, limit + ending))
    const next = Math.min(known > 0 ? free - 1 : free - maxConcurrentUnits, maxUncountedStarts)
    if (next > 0) left.set(clientId, next)
    else left.delete(clientId)
    return free + ending > 0
  }
}
