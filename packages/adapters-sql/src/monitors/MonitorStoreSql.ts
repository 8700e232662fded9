/**
 * Stores monitors in SQL (spec 18). The transaction that changes a monitor also adds its events and its run's findings.
 */
import { maxMonitorsPerUser } from "@sheaf/domain/Monitor"
import { MonitorStore } from "@sheaf/ports"
import type { RunFindings, MonitorAddResult, StoredMonitor } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeCredentialsDue } from "./DueMonitors.ts"
import { renewal as renewalColumn } from "./StoredRenewal.ts"
import { batchSize, repeatInBatches } from "../database/Batches.ts"
import { concurrencyOf, lockClause } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { PointReads } from "../database/PointReads.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as Outbox from "../events/Outbox.ts"
import * as ListPages from "../processes/ListPages.ts"
import { insertClause, literal, setClause, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { isNotErased } from "../users/LiveUsers.ts"
import * as Row from "./MonitorRow.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { rowShards } from "../processes/ProcessRows.ts"
import * as Usage from "./MonitorUsage.ts"
import { bytes } from "../database/Columns.ts"

type Store = MonitorStore["Service"]

const KnowledgeRow = Schema.Struct({
  monitorId: Schema.String,
  clientId: Schema.String,
  knowledge: bytes
})
const decodeKnowledge = Schema.decodeUnknownSync(KnowledgeRow)

const decodeRuns = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ run: Schema.Finite, at: Schema.Finite, found: bytes }))
)

const reads = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const points = yield* PointReads

  const find = points.prepare(
    "read monitor",
    `SELECT ${Row.columns} FROM monitor WHERE id = ? AND client_id = ?`,
    (row) => Row.toMonitor(sealed, row)
  )

  const due = points.prepare(
    "find monitor",
    `SELECT ${Row.columns} FROM monitor WHERE id = ? AND due_at IS NOT NULL`,
    (row) => Row.toMonitor(sealed, row)
  )

  const knowledge = points.prepare(
    "read monitor",
    `SELECT id AS "monitorId", client_id AS "clientId", knowledge FROM monitor
      WHERE id = ? AND client_id = ? AND knowledge IS NOT NULL`,
    (row) => {
      const { knowledge, ...ids } = decodeKnowledge(row)
      return sealed.open(Row.knowledge, Row.sealedRowIdOf(ids), knowledge)
    }
  )

  const runs: Store["runs"] = (monitor, from, limit) =>
    sql`SELECT run, at, found FROM monitor_run WHERE monitor_id = ${monitor.monitorId}
        AND client_id = ${monitor.clientId} AND run >= ${from} ORDER BY run LIMIT ${limit}`.pipe(
      mapToStoreError("read monitor runs"),
      Effect.flatMap((rows) =>
        Effect.forEach(decodeRuns(rows), ({ at, found, run }) =>
          Effect.map(sealed.open(Row.found, Row.runRowIdOf(monitor, run), found), (opened): RunFindings => ({
            run,
            at,
            ...opened
          }))
        )
      )
    )

  return {
    find: (clientId, monitorId) => find(monitorId, clientId),
    list: (query) =>
      ListPages.selectPage(sql, { name: "monitor", columns: Row.columns }, query).pipe(
        mapToStoreError("list monitors"),
        Effect.flatMap((rows) => Effect.forEach(rows, (row) => Row.toMonitor(sealed, row)))
      ),
    due,
    knowledge: (clientId, monitorId) => knowledge(monitorId, clientId),
    runs
  } satisfies Partial<Store>
})

/**
 * Takes the renewal out of a collection, so that no second monitor can use it. Returns false if it has already been
 * taken.
 */
const takeRenewal = function* (clientId: string, collectionId: string | undefined) {
  if (collectionId === undefined) return true
  const taken = yield* statement`UPDATE collection SET renewal = NULL
    WHERE id = ${collectionId} AND client_id = ${clientId} AND renewal IS NOT NULL RETURNING id`
  return taken.length > 0
}

const addition = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const shard = yield* rowShards
  const { lock } = concurrencyOf(sql)

  /**
   * Returns true if the client may have another monitor. The lock prevents a client from adding two monitors
   * simultaneously.
   */
  const hasRoom = function* (clientId: string, limit: number): Generator<Statement, boolean> {
    yield* lock(`monitors of ${clientId}`)
    const [found] = yield* statement<{ readonly live: number }>`SELECT COUNT(*) AS live FROM
      (SELECT 1 FROM monitor WHERE client_id = ${clientId} AND due_at IS NOT NULL LIMIT ${limit}) AS counted`
    return found !== undefined && found.live < limit
  }

  const add: Store["add"] = Effect.fnUntraced(function* (monitor, clientLimit) {
    const { clientId, company, createdAt, dueAt, monitorId, progress, renewal, source, terms, userId } = monitor
    const at = Row.sealedRowIdOf(monitor)
    const row = {
      id: monitorId,
      client_id: clientId,
      user_id: userId,
      company,
      ...Row.sourceColumns(source),
      status: "ACTIVE",
      revision: 1,
      created_at: createdAt,
      shard: shard.choose(),
      due_at: dueAt,
      terms: yield* sealed.seal(Row.terms, at, terms),
      progress: yield* sealed.seal(Row.progress, at, progress),
      renewal: yield* sealed.sealOptional(renewalColumn, at, renewal),
      ...Row.credentialsColumn(renewal)
    }
    const exclusive = lockClause(sql, "exclusive")
    return yield* units
      .run(function* (): Generator<Statement, MonitorAddResult> {
        // Serializes concurrent calls that count the user's monitors.
        yield* statement`SELECT id FROM app_user WHERE id = ${userId} ${literal(exclusive)}`
        if (!(yield* isNotErased(sql, clientId, userId))) return "USER_ERASED"
        const same = yield* statement`SELECT id FROM monitor WHERE id = ${monitorId} AND client_id = ${clientId}`
        if (same.length > 0) return "ACCEPTED"
        const known = yield* statement`SELECT id FROM monitor
          WHERE client_id = ${clientId} AND user_id = ${userId} AND due_at IS NOT NULL`
        if (known.length >= maxMonitorsPerUser) return "TOO_MANY"
        if (!(yield* hasRoom(clientId, clientLimit))) return "TOO_MANY_OF_CLIENT"
        if (!(yield* takeRenewal(clientId, source.collectionId))) return "RENEWAL_TAKEN"
        yield* statement`INSERT INTO monitor ${insertClause(row)}`.unread
        return "ACCEPTED"
      })
      .pipe(withFullDurability, mapToStoreError("add monitor"))
  })

  return { add }
})

const changes = Effect.fnUntraced(function* (sealed: ColumnSealer.ColumnSealer) {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const outbox = yield* Outbox.make(sealed)

  const runInsertion = Effect.fnUntraced(function* (monitor: StoredMonitor, { at, run, ...rest }: RunFindings) {
    const place = Row.runRowIdOf(monitor, run)
    const row = {
      id: place.id,
      client_id: monitor.clientId,
      monitor_id: monitor.monitorId,
      run,
      at,
      found: yield* sealed.seal(Row.found, place, rest)
    }
    return statement`INSERT INTO monitor_run ${insertClause(row)}`.unread
  })

  const update: Store["update"] = Effect.fnUntraced(function* (monitor, change) {
    const { dueAt, ended, endedAt, events, found, knowledge, progress, renewal, source, status, takes, terms } = change
    const place = Row.sealedRowIdOf(monitor)
    const kept = endedAt === undefined ? renewal : undefined
    const values = {
      ...Row.sourceColumns(source),
      status,
      revision: monitor.revision + 1,
      ended_at: endedAt ?? null,
      due_at: endedAt === undefined ? dueAt : null,
      ...(terms !== monitor.terms && { terms: yield* sealed.seal(Row.terms, place, terms) }),
      progress: yield* sealed.seal(Row.progress, place, progress),
      renewal: yield* sealed.sealOptional(renewalColumn, place, kept),
      ...Row.credentialsColumn(kept),
      ...(endedAt !== undefined
        ? { knowledge: null, hashed_since: null }
        : knowledge !== undefined && {
            knowledge: yield* sealed.seal(Row.knowledge, place, knowledge),
            hashed_since: knowledge.hashedSince
          })
    }
    const insertions = [
      ...(found === undefined ? [] : [yield* runInsertion(monitor, found)]),
      ...(ended === undefined ? [] : [Usage.countFinishedRun(monitor, ended)]),
      ...(yield* outbox.insertions(events))
    ]
    const exclusive = literal(lockClause(sql, "exclusive"))
    const unit = units.run(function* (): Generator<Statement, boolean> {
      if (takes !== undefined) {
        const offered = yield* statement`SELECT id FROM collection
          WHERE id = ${takes} AND client_id = ${monitor.clientId} AND renewal IS NOT NULL ${exclusive}`
        if (offered.length === 0) return false
      }
      const rows = yield* statement`UPDATE monitor SET ${setClause(values)}
          WHERE id = ${monitor.monitorId} AND revision = ${monitor.revision} AND due_at IS NOT NULL RETURNING id`
      if (rows.length === 0) return false
      yield* takeRenewal(monitor.clientId, takes)
      for (const insertion of insertions) yield* insertion
      return true
    })
    return yield* unit.pipe(withFullDurability, outbox.announcing(events), mapToStoreError("change monitor"))
  })

  return { update }
})

const erasure = Effect.gen(function* () {
  const units = yield* UnitsOfWork

  const eraseOnce = (table: string, column: string, before: number) =>
    units.run(function* () {
      const name = literal(table)
      const erased = yield* statement`DELETE FROM ${name} WHERE id IN
          (SELECT id FROM ${name} WHERE ${literal(column)} <= ${before} LIMIT ${batchSize}) RETURNING id`
      return erased.length
    })

  return {
    makeCredentialsDue: (at) =>
      units
        .run(function* () {
          yield* makeCredentialsDue(at)
        })
        .pipe(withFullDurability, mapToStoreError("make monitors due")),
    eraseRuns: (before) =>
      repeatInBatches(eraseOnce("monitor_run", "at", before)).pipe(
        Effect.asVoid,
        mapToStoreError("erase monitor runs")
      ),
    eraseEnded: (before) =>
      repeatInBatches(eraseOnce("monitor", "ended_at", before)).pipe(Effect.asVoid, mapToStoreError("erase monitors")),
    eraseOfUser: (clientId, userId) =>
      units
        .run(function* () {
          yield* statement`DELETE FROM monitor WHERE client_id = ${clientId} AND user_id = ${userId}`.unread
        })
        .pipe(withFullDurability, mapToStoreError("erase monitors"))
  } satisfies Partial<Store>
})

export const layer = Layer.effect(
  MonitorStore,
  Effect.gen(function* () {
    const sealed = yield* ColumnSealer.make
    return MonitorStore.of({
      ...(yield* reads(sealed)),
      ...(yield* addition(sealed)),
      ...(yield* changes(sealed)),
      ...(yield* erasure),
      ...(yield* Usage.make)
    })
  })
)
