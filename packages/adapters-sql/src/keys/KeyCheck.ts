/**
 * At startup, checks that the configured keys belong to the database. With the wrong keys, every request would fail.
 */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as SealedValueCounts from "./SealedValueCounts.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { writeDurably } from "../database/DurableWrite.ts"
import { statement, setClause } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { withFullDurability } from "../database/Durability.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { bytes } from "../database/Columns.ts"

export class WrongKeysError extends Schema.TaggedError<WrongKeysError>()("WrongKeysError", {
  message: Schema.String
}) {}

const place = { tenant: "sheaf", record: "key-check" }
const text = "sheaf"
const otherPepper = "the database has a different pepper from SHEAF_PEPPER"
const plain = new TextEncoder().encode(text)

const decode = Schema.decodeUnknownSync(Schema.Struct({ sealed: bytes, blind: bytes }))

/**
 * Encrypts the key check with the current key. Call this only at the end of a rotation. Until then, the check stays
 * encrypted with the old key, so that the old key cannot be removed too early.
 */
export const resealKeyCheck = Effect.gen(function* () {
  const sealed = yield* (yield* Sealer).seal(place, plain)
  return yield* writeDurably(
    yield* UnitsOfWork,
    "seal the key check",
    statement`UPDATE key_check SET sealed = ${sealed} RETURNING id`
  )
})

/**
 * Hashes the key check again, with the current pepper. After that, services need only this pepper to start. Call this
 * only at the end of a rotation.
 */
export const rehashKeyCheck = Effect.gen(function* () {
  const blind = (yield* Sealer).blindIndex(place, text).written
  return yield* writeDurably(
    yield* UnitsOfWork,
    "hash the key check",
    statement`UPDATE key_check SET ${setClause({ blind })} RETURNING id`
  )
})

const decodeOwn = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, column: Schema.String, sealed: bytes }))
)

const wrongKeys = Effect.fnUntraced(function* (sealed: Uint8Array) {
  const keys = yield* (yield* Sealer).keys
  const keyId = keys.keyIdOf(sealed)
  const said = "the database was sealed with keys that SHEAF_KEYS does not contain"
  if (keys.all.includes(keyId)) return `${said}: its key ${keyId} differs from the key ${keyId} in SHEAF_KEYS`
  const counted = (yield* SealedValueCounts.countAll).filter((values) => values.keyId === keyId)
  return `${said}: the key ${keyId}, which sealed ${counted.length === 0 ? "no other values" : SealedValueCounts.formatCounts(counted)}`
})

const changed = (column: string) =>
  `a ${column === "jwk" ? "signing key" : "secret of the service"} in the database was changed, or moved to another row; restore a backup`

/**
 * Decrypts the service's own secrets, because one of them may be sealed with a lost key even if the key check can be
 * decrypted. `checkedBy` is the key that sealed the key check, so that key belongs to this database. If a secret sealed
 * with that key cannot be decrypted, somebody has changed the secret or moved it from another row.
 */
const checkOwn = Effect.fnUntraced(function* (checkedBy: string) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* (yield* Sealer).keys
  const columns = yield* ColumnSealer.make
  const own = yield* sql`SELECT name AS id, 'secret' AS "column", sealed FROM service_secret
    UNION ALL SELECT id, 'jwk' AS "column", jwk AS sealed FROM signing_key`
  for (const { column, id, sealed } of decodeOwn(own)) {
    const opened = columns.openBytes(column, { clientId: ColumnSealer.serviceTenant, id }, sealed)
    if (Result.isFailure(yield* Effect.result(opened))) {
      const isChanged = keys.keyIdOf(sealed) === checkedBy
      return yield* new WrongKeysError({ message: isChanged ? changed(column) : yield* wrongKeys(sealed) })
    }
  }
})

const check = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sealer = yield* Sealer
  const index = sealer.blindIndex(place, text)
  const sealed = yield* sealer.seal(place, plain)
  const find = Effect.map(sql`SELECT sealed, blind FROM key_check`, ([row]) => row)
  // A command and the service may open a new database at the same time. The keys that are stored first win.
  const keep =
    sql`INSERT INTO key_check ${sql.insert({ id: 1, sealed, blind: index.written.bytes })} ON CONFLICT (id) DO NOTHING`.pipe(
      sql.withTransaction,
      withFullDurability
    )
  const row = (yield* find) ?? (yield* Effect.andThen(keep, find))
  const known = decode(row)
  const opened = yield* Effect.result(sealer.open(place, known.sealed))
  if (Result.isFailure(opened)) return yield* new WrongKeysError({ message: yield* wrongKeys(known.sealed) })
  if (!index.matches(known.blind)) {
    return yield* new WrongKeysError({
      message: `${otherPepper}: it hashed the API keys, external ids and other references`
    })
  }
  yield* checkOwn((yield* sealer.keys).keyIdOf(known.sealed))
}).pipe(mapToStoreError("check the keys"))

/** Fails with {@link WrongKeysError} unless the keys belong to the database. A new database accepts any keys. */
export const layer = Layer.effectDiscard(check)
