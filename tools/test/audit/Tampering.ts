/** Manual changes to the audit log, which Sheaf and the independent program `verifyAudit.ts` must both detect. */
import { assert, describe, it } from "@effect/vitest"
import { AuditCryptoLive, Sealing } from "@sheaf/adapters-security"
import { AuditLogSql } from "@sheaf/adapters-sql"
import { AuditExport, AuditCheckpoints, AuditVerification } from "@sheaf/application"
import { AuditCrypto, AuditLog, genesisHash } from "@sheaf/ports"
import type { Checkpoint } from "@sheaf/ports"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Clock, Duration, Effect, Layer, Redacted, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { exportFaultsOf } from "../../src/verifyAudit.ts"

const pepper = Redacted.make(new Uint8Array(32).fill(9))
const key = { id: "2026", bytes: Redacted.make(new Uint8Array(32).fill(7)) }

const crypto = Layer.merge(
  Sealing.layer({ current: key, all: [key] }, pepper).pipe(Layer.provide(NodeCrypto.layer)),
  AuditCryptoLive.layer(pepper)
)

/** Records ten actions, and returns the checkpoint that Sheaf published after the eighth. */
const recorded = Effect.gen(function* () {
  const { append } = yield* AuditLog
  const published: Array<Checkpoint> = []
  const publish = (checkpoint: Checkpoint) => Effect.sync(() => void published.push(checkpoint))
  for (let number = 1; number <= 10; number++) {
    yield* append({ action: "DATA_READ", subject: { collectionId: `collection-${number}` } })
    yield* TestClock.adjust("1 second")
    if (number === 8)
      yield* Effect.provideService(AuditCheckpoints.signCheckpoints, AuditCheckpoints.CheckpointPublisher, publish)
  }
  return published
})

/** Recomputes all hashes of the chain, as somebody with Sheaf's source code could. */
const rehash = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { hashAfter } = yield* AuditCrypto
  let [hash, seq] = [genesisHash, 0]
  for (const record of yield* (yield* AuditLog).after({ chain: -1, seq: 0 }, 100)) {
    seq = record.seq
    hash = hashAfter(hash, record.text)
    yield* sql`UPDATE audit_record SET hash = ${hash} WHERE seq = ${seq}`
  }
  yield* sql`UPDATE audit_chain SET seq = ${seq}, hash = ${hash}`
})

const forget = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM audit_checkpoint`)

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

const tampering: ReadonlyArray<
  readonly [what: string, change: Effect.Effect<unknown, unknown, AuditCrypto | AuditLog | SqlClient.SqlClient>]
> = [
  [
    "a changed record",
    statement("UPDATE audit_record SET text = replace(text, 'DATA_READ', 'USER_CREATED') WHERE seq = 3")
  ],
  ["a removed record", statement("DELETE FROM audit_record WHERE seq = 3")],
  ["a removed beginning", statement("DELETE FROM audit_record WHERE seq <= 3")],
  [
    "an added record",
    statement("INSERT INTO audit_record SELECT chain, 11, text, hash, address FROM audit_record WHERE seq = 3")
  ],
  [
    "two records in the wrong order",
    Effect.andThen(
      statement("UPDATE audit_record SET seq = CASE seq WHEN 3 THEN 104 ELSE 103 END WHERE seq IN (3, 4)"),
      statement("UPDATE audit_record SET seq = seq - 100 WHERE seq > 100")
    )
  ],
  ["a cut end", Effect.all([statement("DELETE FROM audit_record WHERE seq > 7"), forget, rehash], { discard: true })],
  ["an emptied log", Effect.all([statement("DELETE FROM audit_record"), forget, rehash], { discard: true })],
  [
    "a changed record with new hashes",
    Effect.all(
      [statement("UPDATE audit_record SET text = replace(text, 'READ', 'ERASED') WHERE seq = 3"), forget, rehash],
      {
        discard: true
      }
    )
  ],
  [
    "a forged checkpoint",
    Effect.all(
      [
        statement("UPDATE audit_record SET text = replace(text, 'READ', 'ERASED') WHERE seq = 3"),
        rehash,
        statement("UPDATE audit_checkpoint SET hash = (SELECT hash FROM audit_record WHERE seq = 8)")
      ],
      { discard: true }
    )
  ]
]

/** Runs an effect two years later. Advancing the clock instead would fire a timer of the connection pool a million times. */
const inTwoYears = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const later = () => clock.currentTimeMillisUnsafe() + Duration.toMillis("730 days")
    return Effect.provideService(effect, Clock.Clock, {
      ...clock,
      currentTimeMillisUnsafe: later,
      currentTimeMillis: Effect.sync(later)
    })
  })

const twoYearsEarlier = -Duration.toMillis("730 days")

const found = Effect.fnUntraced(function* (outside: ReadonlyArray<Checkpoint>) {
  const { faults } = yield* AuditVerification.verifyAuditLog(outside)
  const lines = yield* Stream.runCollect(AuditExport.exportLines)
  const checkpoints = outside.map((each) => JSON.stringify(AuditExport.encodeCheckpoint(each)))
  return { faults, independent: exportFaultsOf(Array.from(lines).join("\n"), checkpoints.join("\n")) }
})

type Database = Exclude<Layer.Services<typeof AuditLogSql.layer>, Layer.Success<typeof crypto>>

/** Each test has a new database. */
export const tamperings = <E>(name: string, database: Layer.Layer<Database, E>): void => {
  const layer = AuditLogSql.layer.pipe(Layer.provideMerge(database), Layer.provideMerge(crypto), Layer.fresh)
  describe(`the audit log on ${name}`, () => {
    it.effect("has no faults if nobody changed it", () =>
      Effect.gen(function* () {
        const outside = yield* recorded
        assert.deepStrictEqual(yield* found(outside), { faults: [], independent: [] })
      }).pipe(Effect.provide(layer))
    )

    it.effect("has no faults after its oldest records have expired", () =>
      Effect.gen(function* () {
        const outside = yield* recorded
        const { after, append } = yield* AuditLog
        yield* inTwoYears(append({ action: "DATA_READ", subject: {} }))
        yield* inTwoYears(AuditCheckpoints.eraseExpiredRecords)
        assert.lengthOf(yield* after({ chain: -1, seq: 0 }, 100), 1)
        assert.deepStrictEqual(yield* found(outside), { faults: [], independent: [] })
      }).pipe(Effect.provide(layer))
    )

    it.effect("does not sign a state whose records somebody changed since the last checkpoint", () =>
      Effect.gen(function* () {
        yield* recorded
        yield* statement("UPDATE audit_record SET text = replace(text, 'DATA_READ', 'USER_CREATED') WHERE seq = 10")
        yield* AuditCheckpoints.signCheckpoints
        const checkpoints = (yield* (yield* AuditLog).checkpoints).map(({ seq }) => seq)
        assert.deepStrictEqual(checkpoints, [8])
      }).pipe(Effect.provide(layer))
    )

    it.effect("keeps records to which somebody gave an older time, and does not sign them", () =>
      Effect.gen(function* () {
        const outside = yield* recorded
        yield* statement(
          `UPDATE audit_record SET text = replace(text, '"at":8000,', '"at":${twoYearsEarlier},') WHERE seq = 9`
        )
        yield* AuditCheckpoints.eraseExpiredRecords
        assert.lengthOf(yield* (yield* AuditLog).after({ chain: -1, seq: 0 }, 100), 10)
        assert.isTrue((yield* (yield* AuditLog).checkpoints).every(({ kind }) => kind === "CHECKPOINT"))
        const { faults, independent } = yield* found(outside)
        assert.lengthOf(faults, 1)
        assert.lengthOf(independent, 1)
      }).pipe(Effect.provide(layer))
    )

    it.effect(
      "has nothing but the chain's numbers, the hashed text, and the address to which the text is committed",
      () =>
        Effect.gen(function* () {
          yield* recorded
          const [row] = yield* (yield* SqlClient.SqlClient)<object>`SELECT * FROM audit_record LIMIT 1`
          assert.hasAllKeys(row, ["chain", "seq", "text", "hash", "address"])
        }).pipe(Effect.provide(layer))
    )

    for (const [what, change] of tampering) {
      it.effect(`shows ${what}`, () =>
        Effect.gen(function* () {
          const outside = yield* recorded
          yield* change
          const { faults, independent } = yield* found(outside)
          assert.isNotEmpty(faults)
          assert.isNotEmpty(independent)
        }).pipe(Effect.provide(layer))
      )
    }
  })
}
