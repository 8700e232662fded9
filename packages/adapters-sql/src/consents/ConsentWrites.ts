/** Writes consents. Each write is one unit of work, and all encryption happens before it begins. */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { expiryNoticeMillis } from "@sheaf/domain/ConsentEvents"
import { isFinal } from "@sheaf/domain/ConsentStatus"
import { returnStateOf } from "@sheaf/ports"
import type {
  ConsentAcceptResult,
  ConsentChange,
  ConsentProgress,
  ConsentPrecondition,
  ConsentStore,
  NewConsent,
  NewEvent
} from "@sheaf/ports"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as ConsentOutbox from "./ConsentOutbox.ts"
import * as ConsentPersons from "./ConsentPersons.ts"
import * as Row from "./ConsentRow.ts"
import * as Shapes from "./ConsentColumns.ts"
import * as Renewals from "./Renewals.ts"
import * as Quotas from "../limits/Quotas.ts"
import { concurrencyOf } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { withRepeatableRead } from "../database/Isolation.ts"
import type { Outbox } from "../events/Outbox.ts"
import { makeMonitorsOfConsentDue } from "../monitors/DueMonitors.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { countUse, usableStatuses } from "./UsableConsents.ts"
import { admitStart } from "../users/LiveUsers.ts"
import { PointReads } from "../database/PointReads.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { inList, insertClause, literal, statement, setClause, hashParameter } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { serviceTenant, undefinedIfEmpty } from "../sealing/ColumnSealer.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import * as ProcessRows from "../processes/ProcessRows.ts"

type Store = ConsentStore["Service"]

/** The hash does not depend on the client, because the client is not known yet when a person returns from the bank. */
const indexOf = (sealed: ColumnSealer, returnState: string) =>
  sealed.blindIndex("return_state", serviceTenant, returnState)

/**
 * Returns an SQL expression for the hash of the return state. Its value is NULL if the state has already been used,
 * even if the use was recorded under an older pepper.
 */
const keptIndex = (sealed: ColumnSealer, progress: ConsentProgress): Statement => {
  const returnState = returnStateOf(progress)
  if (returnState === undefined) return literal("NULL")
  const index = indexOf(sealed, returnState)
  const hash = hashParameter(index.written)
  return statement`NULLIF(${hash}, CASE WHEN returned_index IN ${inList(index.all)} THEN ${hash} ELSE returned_index END)`
}

const isAsFound = (found: Pick<ConsentPrecondition, "consentId" | "revision" | "step">) =>
  ProcessRows.whereUnchanged("closed_at", found.consentId, found)

const newRow = Effect.fnUntraced(function* (sealed: ColumnSealer, shard: number, consent: NewConsent) {
  const { loginMethod, openOrders, progress, returnTo, view } = consent
  const login = Quotas.loginBlindIndexOf(sealed, view.clientId, openOrders)
  const returnState = returnStateOf(progress)
  return {
    id: view.consentId,
    client_id: view.clientId,
    user_id: view.userId,
    connect_session_id: view.connectSessionId ?? null,
    renews: view.renews ?? null,
    company: view.company,
    market: view.market,
    status: view.status,
    revision: view.revision,
    created_at: view.createdAt,
    status_changed_at: view.statusChangedAt,
    expires_at: view.expiresAt,
    revoked_at: view.revokedAt ?? null,
    failure: view.failure ?? null,
    shard,
    due_at: view.createdAt,
    step: 0,
    login_method: loginMethod ?? null,
    return_to: yield* sealed.sealOptional(Shapes.returnTo, Row.sealedRowIdOf(view), returnTo),
    scope: yield* sealed.seal(Shapes.scope, Row.sealedRowIdOf(view), view.scope),
    reference: yield* sealed.sealOptional(Shapes.reference, Row.sealedRowIdOf(view), view.clientReference),
    progress: yield* sealed.seal(Shapes.progress, Row.sealedRowIdOf(view), progress),
    return_index: returnState === undefined ? null : indexOf(sealed, returnState).written,
    login_index: login?.written ?? null
  }
})

const changedRow = Effect.fnUntraced(function* (
  sealed: ColumnSealer,
  found: ConsentPrecondition,
  change: ConsentChange
) {
  const { closed, progress, scope, shown } = change
  const isReturnOver = !isFinal(change.status) && returnStateOf(progress) === undefined
  return {
    status: change.status,
    revision: change.revision,
    status_changed_at: change.statusChangedAt,
    expires_at: change.expiresAt,
    revoked_at: change.revokedAt ?? null,
    failure: change.failure ?? null,
    due_at: change.dueAt,
    step: found.step + 1,
    scope: yield* sealed.seal(Shapes.scope, Row.sealedRowIdOf(found), scope),
    shown: closed
      ? null
      : yield* sealed.sealOptional(Shapes.shownInstructions, Row.sealedRowIdOf(found), undefinedIfEmpty(shown)),
    progress: closed ? null : yield* sealed.seal(Shapes.progress, Row.sealedRowIdOf(found), progress),
    closed_at: closed ? change.at : null,
    ...(closed && { login_index: null, positions: null }),
    ...(isReturnOver && { return_to: null })
  }
})

const changing = Effect.fnUntraced(function* (outbox: Outbox) {
  const units = yield* UnitsOfWork

  /**
   * Runs one statement as a unit of work. If it changes any rows, also runs `more`, adds the events, and returns true.
   */
  const changes = Effect.fnUntraced(function* (
    write: Statement,
    events: ReadonlyArray<NewEvent> = [],
    more: ReadonlyArray<Statement> = []
  ) {
    const insertions = [...more, ...(yield* outbox.insertions(events))]
    const unit = units.run(function* () {
      const isChanged = (yield* write).length > 0
      if (isChanged) for (const insertion of insertions) yield* insertion
      return isChanged
    })
    return yield* outbox.announcing(events)(unit)
  })
  return changes
})

type Reader = ReturnType<typeof ConsentOutbox.previousStateReader>

type Changes = Effect.Success<ReturnType<typeof changing>>

const acceptance = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* ProcessRows.rowShards
  const concurrency = concurrencyOf(sql)
  const isInTotal = Quotas.connectSessionCheck(concurrency)

  const accept = Effect.fnUntraced(function* (consent: NewConsent) {
    const { connectSessionStarts, openOrders, progress, view } = consent
    const login = Quotas.loginBlindIndexOf(sealed, view.clientId, openOrders)
    const row = yield* newRow(sealed, shard.choose(), consent)
    const persons = ConsentPersons.insertStatements(sealed, view, progress)
    return yield* withFullDurability(
      units.run(function* (): Generator<Statement, ConsentAcceptResult> {
        const { clientId, userId } = view
        const refusal = yield* admitStart(sql, { clientId, userId, isTest: false }, function* (): Generator<
          Statement,
          ConsentAcceptResult | undefined
        > {
          const obstacle = yield* Renewals.renewalObstacleOf(sql, view, login)
          if (obstacle !== undefined) return obstacle
          if (!(yield* Quotas.isOrderWithinQuota(concurrency, clientId, login, openOrders))) return "TOO_MANY_ORDERS"
          const isWithin = yield* isInTotal(clientId, view.connectSessionId, connectSessionStarts)
          return isWithin ? undefined : "TOO_MANY_IN_CONNECT_SESSION"
        })
        if (refusal !== undefined) return refusal
        yield* statement`INSERT INTO consent ${insertClause(row)}`.unread
        for (const insertion of persons) yield* insertion
        return "ACCEPTED"
      })
    )
  }, mapToStoreError("accept consent"))

  return { accept }
})

const steps = Effect.fnUntraced(function* (sealed: ColumnSealer, changes: Changes, beforeOf: Reader) {
  const shard = yield* ProcessRows.rowShards

  const advance: Store["advance"] = Effect.fnUntraced(function* (found, change, { isLasting = false } = {}) {
    const before = Option.getOrUndefined(yield* beforeOf(found.consentId))
    if (before === undefined) return false
    const row = yield* changedRow(sealed, found, change)
    // A used return state is deleted immediately. An unused one stays, even after the consent has ended.
    const kept = isFinal(change.status) ? literal("return_index") : keptIndex(sealed, change.progress)
    const write = changes(
      statement`UPDATE consent SET ${setClause(row)}, return_index = ${kept}${isLasting ? shard.taken() : literal("")}
        WHERE ${isAsFound(found)} AND client_id = ${found.clientId} RETURNING id`,
      yield* ConsentOutbox.eventOf(sealed, before, change),
      [
        ...ConsentPersons.changeStatements(sealed, before, change),
        ...(isFinal(change.status) && !isFinal(before.status)
          ? [makeMonitorsOfConsentDue(found.consentId, change.at)]
          : [])
      ]
    )
    return yield* isLasting || isFinal(change.status) ? withFullDurability(write) : write
  }, mapToStoreError("record consent"))

  const abandon: Store["abandon"] = Effect.fnUntraced(function* (found, end) {
    const before = Option.getOrUndefined(yield* beforeOf(found.consentId))
    if (before === undefined) return false
    const row = {
      status: end.status,
      revision: end.revision,
      status_changed_at: end.statusChangedAt,
      expires_at: end.expiresAt,
      ...(end.failure !== undefined && { failure: end.failure }),
      shown: null,
      progress: null,
      positions: null,
      return_index: null,
      login_index: null,
      return_to: null,
      closed_at: end.at
    }
    const write = changes(
      statement`UPDATE consent SET ${setClause(row)} WHERE ${isAsFound(found)} RETURNING id`,
      yield* ConsentOutbox.abandonmentEventOf(sealed, before, end),
      [...ConsentPersons.deleteStatements(before), makeMonitorsOfConsentDue(found.consentId, end.at)]
    )
    return yield* withFullDurability(write)
  }, mapToStoreError("abandon consent"))

  return { advance, abandon }
})

const returns = Effect.fnUntraced(function* (sealed: ColumnSealer, changes: Changes) {
  const points = yield* PointReads
  const byReturn = points.prepare(
    "take return",
    `SELECT id AS "consentId", client_id AS "clientId", status, return_to AS "returnTo" FROM consent
     WHERE return_index = ?`,
    (row) => Row.toReturnTarget(sealed, row)
  )

  const withReturn = (returnState: string) =>
    Effect.map(
      Effect.forEach(indexOf(sealed, returnState).all, (index) => byReturn(index)),
      Option.firstSomeOf
    )

  const findReturn: Store["findReturn"] = Effect.fnUntraced(function* (returnState) {
    return Option.map(yield* withReturn(returnState), ({ status: _, ...returned }) => returned)
  }, mapToStoreError("find return"))

  /** Starts a transaction only if the return state is known, because anybody can send arbitrary states. */
  const takeReturn: Store["takeReturn"] = Effect.fnUntraced(function* (returnState) {
    const found = yield* withReturn(returnState)
    if (Option.isNone(found)) return Option.none()
    const { status, ...returned } = found.value
    if (returned.returnTo !== undefined && !isFinal(status)) return Option.some(returned)
    const isTaken = yield* changes(statement`UPDATE consent
      SET return_index = NULL, returned_index = return_index, return_to = NULL
      WHERE return_index IN ${inList(indexOf(sealed, returnState).all)} RETURNING id`)
    return isTaken ? Option.some(returned) : Option.none()
  }, mapToStoreError("take return"))

  return { findReturn, takeReturn }
})

const expiryNotice = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const sql = yield* SqlClient.SqlClient

  const announceExpiryOnce = (now: number) => {
    const [first, last] = expiryNoticeMillis
    const isDue = (notice: number) => sql`expires_at <= ${now + notice} AND status_changed_at <= expires_at - ${notice}`
    return Effect.gen(function* () {
      const due = yield* sql`UPDATE consent SET expiry_notices = CASE WHEN ${isDue(last)} THEN 2 ELSE 1 END
        WHERE id IN (SELECT id FROM consent WHERE closed_at IS NULL AND expiry_notices < 2 AND expires_at > ${now}
          AND ${sql.in("status", usableStatuses)}
          AND ((expiry_notices < 1 AND ${isDue(first)}) OR (${isDue(last)})) LIMIT ${batchSize})
        AND expiry_notices < CASE WHEN ${isDue(last)} THEN 2 ELSE 1 END
        RETURNING ${sql.literal(ConsentOutbox.expiringColumns)}`
      const events = yield* Effect.forEach(due, (row) => ConsentOutbox.expiringEvent(sealed, row, now))
      yield* outbox.add(events)
      return events.length
    }).pipe(sql.withTransaction)
  }

  const announceExpiry: Store["announceExpiry"] = (now) =>
    repeatInBatches(announceExpiryOnce(now)).pipe(mapToStoreError("announce expiry"))

  return { announceExpiry }
})

const erasure = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox, changes: Changes, beforeOf: Reader) {
  const units = yield* UnitsOfWork

  const forgetAccounts: Store["forgetAccounts"] = Effect.fnUntraced(function* (clientId, consentId) {
    const before = Option.getOrUndefined(yield* beforeOf(consentId))
    if (before === undefined || before.scope === null || before.clientId !== clientId) return
    const place = Row.sealedRowIdOf({ clientId, consentId })
    const scope = yield* sealed.open(Shapes.scope, place, before.scope)
    if (scope.accountIds === undefined) return
    const left = yield* sealed.seal(Shapes.scope, place, ConsentScope.withoutAccounts(scope))
    yield* withFullDurability(
      changes(statement`UPDATE consent SET scope = ${left} WHERE id = ${consentId} AND client_id = ${clientId}
        AND closed_at IS NOT NULL AND scope IS NOT NULL RETURNING id`)
    )
  }, mapToStoreError("forget accounts"))

  /** All statements must see the same set of closed consents, even if another consent is closed while they run. */
  const eraseOfUser: Store["eraseOfUser"] = (clientId, userId) =>
    units
      .run(function* () {
        const closed = statement`client_id = ${clientId} AND user_id = ${userId} AND closed_at IS NOT NULL`
        yield* statement`DELETE FROM consent WHERE ${closed}`
        for (const each of outbox.erasureOf(clientId, userId)) yield* each
        const left = yield* statement`SELECT id FROM consent
          WHERE client_id = ${clientId} AND user_id = ${userId} AND closed_at IS NULL LIMIT 1`
        return left.length === 0
      })
      .pipe(withRepeatableRead, withFullDurability, mapToStoreError("erase consents"))

  return { forgetAccounts, eraseOfUser }
})

const readings = Effect.fnUntraced(function* (sealed: ColumnSealer, changes: Changes) {
  const units = yield* UnitsOfWork

  const setPositions: Store["setPositions"] = Effect.fnUntraced(function* (consent, positions) {
    const value = yield* sealed.seal(Shapes.positions, Row.sealedRowIdOf(consent), positions)
    yield* changes(statement`UPDATE consent SET positions = ${value}
      WHERE id = ${consent.consentId} AND client_id = ${consent.clientId} AND closed_at IS NULL RETURNING id`)
  }, mapToStoreError("record positions"))

  const countRepeats: Store["countRepeats"] = ({ clientId, consentId }, repeated, at) =>
    units
      .run(function* () {
        for (const { accountId, count: readings } of repeated) {
          const index = sealed.blindIndex("consent_use", clientId, JSON.stringify([consentId, accountId]))
          yield* countUse(consentId, { resource: index.written.text, at, readings })
        }
      })
      .pipe(mapToStoreError("count repeated readings"))

  return { countRepeats, setPositions }
})

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer, outbox: Outbox) {
  const changes = yield* changing(outbox)
  const beforeOf = ConsentOutbox.previousStateReader(yield* PointReads)
  return {
    ...(yield* acceptance(sealed)),
    ...(yield* steps(sealed, changes, beforeOf)),
    ...(yield* returns(sealed, changes)),
    ...(yield* expiryNotice(sealed, outbox)),
    ...(yield* readings(sealed, changes)),
    ...(yield* erasure(sealed, outbox, changes, beforeOf))
  }
})
