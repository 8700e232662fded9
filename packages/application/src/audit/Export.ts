/** The audit log as JSON Lines, for archives and for programs that verify it without Sheaf (spec 14.4). */
import { AuditCrypto, AuditLog } from "@sheaf/ports"
import type { ChainedRecord, ChainPosition } from "@sheaf/ports"
import { Effect, Option, Schema, Stream } from "effect"

const pageSize = 1000

/** Returns the records after a position, ordered by chain and sequence number. */
export const recordsAfter = (start: ChainPosition) =>
  Stream.paginate(start, (position) =>
    Effect.gen(function* () {
      const page: ReadonlyArray<ChainedRecord> = yield* (yield* AuditLog).after(position, pageSize)
      return [page, Option.filter(Option.fromUndefinedOr(page.at(-1)), () => page.length === pageSize)] as const
    })
  )

export const records = recordsAfter({ chain: -1, seq: 0 })

/** A checkpoint, with its hash in hexadecimal, its signature in base64 and its time in milliseconds since 1970. */
export const CheckpointJson = Schema.Struct({
  kind: Schema.Literals(["CHECKPOINT", "PRUNED"]),
  chain: Schema.Finite,
  seq: Schema.Finite,
  hash: Schema.Uint8ArrayFromHex,
  at: Schema.Finite,
  signature: Schema.Uint8ArrayFromBase64
})

export const encodeCheckpoint = Schema.encodeSync(CheckpointJson)
export const decodeCheckpoint = Schema.decodeUnknownEffect(Schema.fromJsonString(CheckpointJson))

const encodeHash = Schema.encodeSync(Schema.Uint8ArrayFromHex)

/** One line per record and per checkpoint, followed by the public key that verifies the signatures. */
export const exportLines = Stream.map(records, ({ hash, text }) =>
  JSON.stringify({ record: text, hash: encodeHash(hash) })
).pipe(
  Stream.concat(
    Stream.fromIterableEffect(
      Effect.gen(function* () {
        const checkpoints = yield* (yield* AuditLog).checkpoints
        const { publicKey } = yield* AuditCrypto
        const objects = [...checkpoints.map((each) => ({ checkpoint: encodeCheckpoint(each) })), { publicKey }]
        return objects.map((each) => JSON.stringify(each))
      })
    )
  )
)
