/**
 * Computes stable ids as keyed hashes (HMAC-SHA-256). The key is stored in the database, so a restored backup produces
 * the same ids. It never changes, because that would change all ids (spec 10).
 */
import { RecordIds } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { createHmac, createSecretKey } from "node:crypto"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { withFullDurability } from "../database/Durability.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { bytes } from "../database/Columns.ts"

const name = "record-ids"
const keyLength = 32
const place: ColumnSealer.SealedRowId = { clientId: ColumnSealer.serviceTenant, id: name }

const decodeStored = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ sealed: bytes })))
const decode = Schema.decodeUnknownSync(Schema.Tuple([Schema.Struct({ sealed: bytes })]))

/** The encrypted key, or none if no service has started with this database yet. */
export const recordIdsSecret = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = decodeStored(yield* sql`SELECT sealed FROM service_secret WHERE name = ${name}`)
  return Option.fromUndefinedOr(row?.sealed)
})

const secret = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* ColumnSealer.make
  const seal = (bytes: Uint8Array) => columns.sealBytes("secret", place, bytes)
  const find = sql`SELECT sealed FROM service_secret WHERE name = ${name}`
  const create = Effect.gen(function* () {
    const sealed = yield* seal(yield* (yield* SecureRandom.SecureRandom).randomBytes(keyLength))
    // A command and the service may create a new database's key at the same time. Both then use the key that was stored
    // first.
    yield* sql`INSERT INTO service_secret ${sql.insert({ name, sealed })} ON CONFLICT (name) DO NOTHING`.pipe(
      sql.withTransaction,
      withFullDurability
    )
    return yield* find
  })
  const found = yield* find
  const [{ sealed }] = decode(found.length > 0 ? found : yield* create)
  const bytes = yield* columns.openBytes("secret", place, sealed)
  // Each service encrypts this value again with its first key at startup. A key rotation can therefore see which key
  // the newest service started with.
  yield* sql`UPDATE service_secret SET sealed = ${yield* seal(bytes)} WHERE name = ${name}`.pipe(
    sql.withTransaction,
    withFullDurability
  )
  return bytes
}).pipe(mapToStoreError("open the secret of record ids"))

/** Formats the first 16 bytes of a hash as a version 8 UUID (RFC 9562 §5.8). */
const toUuid = (hash: Buffer): string => {
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

export const layer = Layer.effect(
  RecordIds,
  Effect.map(secret, (bytes) => {
    // Hashing in Node.js is seven times as fast with a prepared key object as with raw bytes.
    const key = createSecretKey(bytes)
    // JSON separates the parts unambiguously and escapes lone surrogates, which UTF-8 cannot encode.
    return RecordIds.of({ of: (parts) => toUuid(createHmac("sha256", key).update(JSON.stringify(parts)).digest()) })
  })
)
