/** Sealed signing keys in SQL. The column `place` is unique, so that only one of two concurrent writers succeeds. */
import { SigningKeyStore } from "@sheaf/ports"
import type { SigningKey } from "@sheaf/ports"
import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { promised } from "../database/Durability.ts"
import * as SealedColumns from "../sealed/SealedColumns.ts"
import { asStoreError } from "../database/SqlFailure.ts"
import { inserted, statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"

const KeyRow = Schema.Struct({ keyId: Schema.String, jwk: Schema.Uint8Array, createdAt: Schema.Finite })
const decodeKeys = Schema.decodeUnknownSync(Schema.Array(KeyRow))

const PlaceRow = Schema.Struct({ keyId: Schema.String, place: Schema.Finite })
const decodePlaces = Schema.decodeUnknownSync(Schema.Array(PlaceRow))

const secretJwk: SealedColumns.SealedColumn<string> = SealedColumns.column("jwk", Schema.String)

const sealedRow = (keyId: string): SealedColumns.SealedRow => ({ clientId: SealedColumns.serviceTenant, id: keyId })

export const layer = Layer.effect(
  SigningKeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const units = yield* Units
    const sealed = yield* SealedColumns.make
    return SigningKeyStore.of({
      all: Effect.gen(function* () {
        const rows = yield* sql`SELECT id AS "keyId", jwk, created_at AS "createdAt" FROM signing_key
          ORDER BY place DESC`
        return yield* Effect.forEach(decodeKeys(rows), ({ jwk, ...key }) =>
          Effect.map(sealed.open(secretJwk, sealedRow(key.keyId), jwk), (text): SigningKey => ({
            ...key,
            jwk: Redacted.make(text)
          }))
        )
      }).pipe(asStoreError("read signing keys")),
      add: Effect.fnUntraced(function* ({ createdAt, jwk, keyId }, after) {
        const secret = yield* sealed.seal(secretJwk, sealedRow(keyId), Redacted.value(jwk))
        return yield* promised(
          units.run(function* () {
            const [newest] = decodePlaces(
              yield* statement`SELECT id AS "keyId", place FROM signing_key ORDER BY place DESC LIMIT 1`
            )
            if (newest?.keyId !== after) return false
            const row = { id: keyId, place: (newest?.place ?? 0) + 1, jwk: secret, created_at: createdAt }
            const added = yield* statement`INSERT INTO signing_key ${inserted(row)} ON CONFLICT DO NOTHING RETURNING id`
            return added.length > 0
          })
        )
      }, asStoreError("add signing key")),
      remove: (keyId) =>
        sql`DELETE FROM signing_key WHERE id = ${keyId}`.pipe(Effect.asVoid, asStoreError("remove signing key"))
    })
  })
)
