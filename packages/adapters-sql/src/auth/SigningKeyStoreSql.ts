/**
 * Encrypted signing keys in SQL. `place` is unique for each purpose, so if two processes add a key at the same time,
 * only one succeeds.
 */
import { SigningKeyStore } from "@sheaf/ports"
import type { SigningKey } from "@sheaf/ports"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { withFullDurability } from "../database/Durability.ts"
import * as ColumnSealer from "../sealing/ColumnSealer.ts"
import { mapToStoreError } from "../database/SqlErrors.ts"
import { insertClause, statement } from "../unitsOfWork/Statement.ts"
import { UnitsOfWork } from "../unitsOfWork/UnitsOfWork.ts"
import { bytes } from "../database/Columns.ts"

const KeyRow = Schema.Struct({
  purpose: Schema.Literals(["TOKEN", "RECEIPT"]),
  keyId: Schema.String,
  jwk: bytes,
  createdAt: Schema.Finite
})
const decodeKeys = Schema.decodeUnknownSync(Schema.Array(KeyRow))

const PlaceRow = Schema.Struct({ keyId: Schema.String, place: Schema.Finite })
const decodePlaces = Schema.decodeUnknownSync(Schema.Array(PlaceRow))

const secretJwk: ColumnSealer.SealedColumn<string> = ColumnSealer.column("jwk", Schema.String)

const sealedRow = (keyId: string): ColumnSealer.SealedRowId => ({ clientId: ColumnSealer.serviceTenant, id: keyId })

export const layer = Layer.effect(
  SigningKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* UnitsOfWork
    const sealed = yield* ColumnSealer.make
    return SigningKeyStore.of({
      all: Effect.fnUntraced(function* (purpose) {
        const rows = yield* sql`SELECT purpose, id AS "keyId", jwk, created_at AS "createdAt" FROM signing_key
          WHERE purpose = ${purpose} ORDER BY place DESC`
        return yield* Effect.forEach(decodeKeys(rows), ({ jwk, ...key }) =>
          Effect.map(sealed.open(secretJwk, sealedRow(key.keyId), jwk), (text): SigningKey => ({
            ...key,
            jwk: Redacted.make(text)
          }))
        )
      }, mapToStoreError("read signing keys")),
      add: Effect.fnUntraced(function* ({ createdAt, jwk, keyId, purpose }, after) {
        const secret = yield* sealed.seal(secretJwk, sealedRow(keyId), Redacted.value(jwk))
        return yield* withFullDurability(
          units.run(function* () {
            const [newest] = decodePlaces(
              yield* statement`SELECT id AS "keyId", place FROM signing_key
                WHERE purpose = ${purpose} ORDER BY place DESC LIMIT 1`
            )
            if (newest?.keyId !== after) return false
            const row = { id: keyId, purpose, place: (newest?.place ?? 0) + 1, jwk: secret, created_at: createdAt }
            const added =
              yield* statement`INSERT INTO signing_key ${insertClause(row)} ON CONFLICT DO NOTHING RETURNING id`
            return added.length > 0
          })
        )
      }, mapToStoreError("add signing key")),
      remove: (keyId) =>
        sql`DELETE FROM signing_key WHERE id = ${keyId}`.pipe(Effect.asVoid, mapToStoreError("remove signing key"))
    })
  })
)
