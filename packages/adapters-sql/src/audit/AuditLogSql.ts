/**
 * The audit log in SQL. Each record's hash covers the previous record, so any later change breaks the chain (ADR 27).
 */
import {
  AuditCrypto,
  AuditLog,
  genesisHash,
  CurrentActor,
  maxSearchResults,
  maxSearched,
  Sealer,
  StoreError
} from "@sheaf/ports"
import type { AuditedAction, AuditRecord, ChainedRecord } from "@sheaf/ports"
import { Clock, Deferred, Effect, Latch, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomInt } from "node:crypto"
import { lockClause, runStatement } from "../database/Dialect.ts"
import { withFullDurability } from "../database/Durability.ts"
import { repeatInBatches, batchSize } from "../database/Batches.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import * as EventIds from "../events/EventIds.ts"
import { UnitInterceptor, isAcceptedResult } from "../unitsOfWork/UnitInterceptor.ts"
import { insertClause, literal, statement } from "../unitsOfWork/Statement.ts"
import type { Statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import type { UnitOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import * as AuditTables from "./AuditTables.ts"
import * as SaltedAddress from "./SaltedAddress.ts"
import { bytes } from "../database/Columns.ts"

/**
 * The number of chains on PostgreSQL. Writers to the same chain wait for each other's commits, so each process appends
 * to a single chain. SQLite needs only one chain, because it has a single writer.
 */
const chainsOfPostgres = 8

interface Unchained {
  readonly record: AuditRecord
  readonly address: Uint8Array | null
}

const HeadRow = Schema.Struct({ chain: Schema.Finite, seq: Schema.Finite, hash: bytes })
const decodeHeads = Schema.decodeUnknownSync(Schema.Array(HeadRow))

const RecordRow = Schema.Struct({ ...HeadRow.fields, text: Schema.String })
const decodeRecords = Schema.decodeUnknownSync(Schema.Array(RecordRow))

const AddressRow = Schema.Struct({ text: Schema.String, address: bytes })
const decodeAddresses = Schema.decodeUnknownSync(Schema.Array(AddressRow))

const unreadable = (cause: unknown) => new StoreError({ operation: "read audit address", reason: "UNREADABLE", cause })

const CheckpointRow = Schema.Struct({
  ...HeadRow.fields,
  kind: Schema.Literals(["CHECKPOINT", "PRUNED"]),
  at: Schema.Finite,
  signature: bytes
})
const decodeCheckpoints = Schema.decodeUnknownSync(Schema.Array(CheckpointRow))

type Store = AuditLog["Service"]

const prepare = Effect.fnUntraced(function* (sealer: Sealer["Service"], { action, outcome, subject }: AuditedAction) {
  const { actor, address, certificate, requestId } = yield* CurrentActor
  const at = yield* Clock.currentTimeMillis
  const recordId = EventIds.make(at)
  const place = SaltedAddress.sealContextOf(recordId)
  const salted = address === undefined ? undefined : SaltedAddress.make(address)
  const record: AuditRecord = {
    recordId,
    at,
    action,
    actor,
    subject,
    ...(outcome !== undefined && { outcome }),
    ...(requestId !== undefined && { requestId }),
    ...(certificate !== undefined && { certificate }),
    ...(salted !== undefined && { addressHash: SaltedAddress.commitmentTo(salted) })
  }
  return { record, address: salted === undefined ? null : yield* sealer.seal(place, salted) } satisfies Unchained
})

const chainOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const { hashAfter } = yield* AuditCrypto
  const chain = sql.onDialectOrElse({ pg: () => randomInt(chainsOfPostgres), orElse: () => 0 })
  const lock = literal(lockClause(sql, "exclusive"))
  const head = statement`SELECT chain, seq, hash FROM audit_chain WHERE chain = ${chain} ${lock}`
  const first = { chain, seq: 0, hash: genesisHash }

  yield* units.run(function* () {
    yield* statement`INSERT INTO audit_chain ${insertClause(first)} ON CONFLICT DO NOTHING`
  })

  /** Appends records to the chain, and locks the chain until the unit of work ends. */
  const add = function* (prepared: ReadonlyArray<Unchained>): Generator<Statement, void> {
    let [last = first] = decodeHeads(yield* head)
    for (const { address, record } of prepared) {
      const seq = last.seq + 1
      const text = JSON.stringify({ chain, seq, ...record })
      last = { chain, seq, hash: hashAfter(last.hash, text) }
      const row = { ...last, text, address }
      yield* statement`INSERT INTO audit_record ${insertClause(row)}`.unread
    }
    yield* statement`UPDATE audit_chain SET seq = ${last.seq}, hash = ${last.hash} WHERE chain = ${chain}`.unread
  }
  return add
})

type Add = Effect.Success<typeof chainOf>

/**
 * Appends records. The records of concurrent data reads share one unit of work, whereas the record of a write is part
 * of the write's own unit of work.
 */
const appending = Effect.fnUntraced(function* (add: Add) {
  const units = yield* UnitsOfWork
  const sealer = yield* Sealer

  const within = <A, E, R>(action: AuditedAction, write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const prepared = yield* prepare(sealer, action)
      const outer = yield* UnitInterceptor
      const audited: UnitInterceptor = <B>(unit: UnitOfWork<B>) =>
        outer(function* (): Generator<Statement, B, never> {
          const result = yield* unit()
          if (isAcceptedResult(result)) yield* add([prepared])
          return result
        })
      return yield* Effect.provideService(write, UnitInterceptor, audited)
    })

  let waiting: Array<{ readonly prepared: Unchained; readonly added: Deferred.Deferred<void, StoreError> }> = []
  const hasWaiting = Latch.makeUnsafe(false)
  const addWaiting = Effect.gen(function* () {
    yield* hasWaiting.await
    hasWaiting.closeUnsafe()
    const all = waiting
    waiting = []
    const write = units.run(function* () {
      yield* add(all.map(({ prepared }) => prepared))
    })
    const exit = yield* Effect.exit(write.pipe(withFullDurability, mapToStoreError("append audit records")))
    yield* Effect.forEach(all, ({ added }) => Deferred.done(added, exit), { discard: true })
  })
  yield* Effect.forkScoped(Effect.forever(addWaiting))

  return {
    within,
    append: Effect.fnUntraced(function* (action) {
      const prepared = yield* prepare(sealer, action)
      const added = yield* Deferred.make<void, StoreError>()
      waiting.push({ prepared, added })
      hasWaiting.openUnsafe()
      yield* Deferred.await(added)
    })
  } satisfies Partial<Store>
})

const time = literal(AuditTables.recordTimeSql)

const selectHeads = statement`SELECT chain, seq, hash FROM audit_chain ORDER BY chain`

const lastOf = (chain: number, before: number) =>
  statement`SELECT seq FROM audit_record WHERE chain = ${chain} AND ${time} < ${before} ORDER BY seq DESC LIMIT 1`

const decodeSeqs = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ seq: Schema.Finite })))

/** How many records a search reads at a time. SQLite blocks the process during each read. */
const searchedAtOnce = 1000

/** Scans the chains backward, because ids are not indexed. */
const searching = (sql: SqlClient.SqlClient): Store["mentioning"] =>
  Effect.fnUntraced(function* (id, since) {
    const pattern = `%"${id}"%`
    const found: Array<ChainedRecord> = []
    let isComplete = true
    for (const { chain, seq } of decodeHeads(yield* runStatement(sql, selectHeads))) {
      const before = since === undefined ? [] : yield* runStatement(sql, lastOf(chain, since))
      const end = Math.max(0, ...decodeSeqs(before).map(({ seq }) => seq), seq - maxSearched)
      isComplete &&= end === 0 || end !== seq - maxSearched
      for (let upTo = seq; upTo > end; upTo -= searchedAtOnce) {
        const rows = yield* runStatement(
          sql,
          statement`SELECT chain, seq, text, hash FROM audit_record
              WHERE chain = ${chain} AND seq > ${Math.max(end, upTo - searchedAtOnce)} AND seq <= ${upTo}
              AND text LIKE ${pattern} ORDER BY seq DESC LIMIT ${maxSearchResults}`
        )
        found.push(...decodeRecords(rows))
        yield* Effect.yieldNow
      }
    }
    return { records: found.slice(0, maxSearchResults), isComplete: isComplete && found.length <= maxSearchResults }
  }, mapToStoreError("search audit records"))

const lookup = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return {
    after: ({ chain, seq }, limit) =>
      runStatement(
        sql,
        statement`SELECT chain, seq, text, hash FROM audit_record WHERE (chain, seq) > (${chain}, ${seq})
            ORDER BY chain, seq LIMIT ${limit}`
      ).pipe(
        Effect.map((rows): ReadonlyArray<ChainedRecord> => decodeRecords(rows)),
        mapToStoreError("read audit records")
      ),
    mentioning: searching(sql),
    heads: runStatement(sql, selectHeads).pipe(
      Effect.map((rows) => decodeHeads(rows)),
      mapToStoreError("read audit chains")
    ),
    checkpoints: runStatement(
      sql,
      statement`SELECT kind, chain, seq, hash, at, signature FROM audit_checkpoint ORDER BY at, chain, kind`
    ).pipe(
      Effect.map((rows) => decodeCheckpoints(rows)),
      mapToStoreError("read audit checkpoints")
    ),
    lastBefore: (at) =>
      runStatement(
        sql,
        statement`SELECT chain, seq, hash FROM audit_record WHERE (chain, seq) IN
            (SELECT chain, max(seq) FROM audit_record WHERE ${time} < ${at} GROUP BY chain) ORDER BY chain`
      ).pipe(
        Effect.map((rows) => decodeHeads(rows)),
        mapToStoreError("read audit records")
      )
  } satisfies Partial<Store>
})

const checkpoints = Effect.gen(function* () {
  const units = yield* UnitsOfWork
  const pruneOnce = (upTo: { readonly chain: number; readonly seq: number }) =>
    units.run(function* () {
      const erased = yield* statement`DELETE FROM audit_record WHERE chain = ${upTo.chain} AND seq IN
          (SELECT seq FROM audit_record WHERE chain = ${upTo.chain} AND seq <= ${upTo.seq} ORDER BY seq LIMIT ${batchSize})
          RETURNING seq`
      return erased.length
    })

  const keep: Store["keep"] = (checkpoints) =>
    units
      .run(function* () {
        for (const checkpoint of checkpoints) {
          yield* statement`INSERT INTO audit_checkpoint ${insertClause({ ...checkpoint })}
              ON CONFLICT (chain, kind) DO UPDATE
              SET seq = excluded.seq, hash = excluded.hash, at = excluded.at, signature = excluded.signature
              WHERE audit_checkpoint.seq < excluded.seq`.unread
        }
      })
      .pipe(withFullDurability, mapToStoreError("keep audit checkpoints"))

  return {
    keep,
    prune: (checkpoint) =>
      Effect.andThen(
        keep([checkpoint]),
        repeatInBatches(pruneOnce(checkpoint)).pipe(Effect.asVoid, mapToStoreError("erase audit records"))
      )
  } satisfies Partial<Store>
})

const addresses = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const units = yield* UnitsOfWork
  const sealer = yield* Sealer
  return {
    addressOf: Effect.fnUntraced(
      function* ({ chain, seq }) {
        const [row] = decodeAddresses(
          yield* runStatement(
            sql,
            statement`SELECT text, address FROM audit_record
                WHERE chain = ${chain} AND seq = ${seq} AND address IS NOT NULL`
          )
        )
        if (row === undefined) return Option.none()
        const { addressHash, recordId } = yield* SaltedAddress.commitmentIn(row.text)
        const salted = yield* sealer.open(SaltedAddress.sealContextOf(recordId), row.address)
        return Option.some(yield* SaltedAddress.verifiedAddressOf(salted, addressHash))
      },
      Effect.catchTags({
        AddressReplaced: (cause) => Effect.fail(unreadable(cause)),
        UnsealError: (cause) => Effect.fail(unreadable(cause))
      }),
      mapToStoreError("read audit address")
    ),
    eraseAddresses: (before) =>
      units
        .run(function* () {
          yield* statement`UPDATE audit_record SET address = NULL WHERE address IS NOT NULL AND ${time} < ${before}`
        })
        .pipe(mapToStoreError("erase audit addresses"))
  } satisfies Partial<Store>
})

export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    return AuditLog.of({
      ...(yield* appending(yield* chainOf)),
      ...(yield* lookup),
      ...(yield* checkpoints),
      ...(yield* addresses)
    })
  })
)
