/** A startup check that the configured keys belong to the database. With other keys, every request would fail. */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { promised } from "./Durability.ts"
import { asStoreError } from "./SqlFailure.ts"

export class WrongKeys extends Schema.TaggedError<WrongKeys>()("WrongKeys", { message: Schema.String }) {}

const place = { tenant: "sheaf", record: "key-check" }
const text = "sheaf"
const plain = new TextEncoder().encode(text)

const decode = Schema.decodeUnknownSync(Schema.Struct({ sealed: Schema.Uint8Array, blind: Schema.Uint8Array }))

const check = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sealer = yield* Sealer
  const blind = sealer.blindIndex(place, text)
  const sealed = yield* sealer.seal(place, plain)
  const find = Effect.map(sql`SELECT sealed, blind FROM key_check`, ([row]) => row)
  // A command and the service can open a new database at the same time. The first to store its keys wins.
  const keep = sql`INSERT INTO key_check ${sql.insert({ id: 1, sealed, blind })} ON CONFLICT (id) DO NOTHING`.pipe(
    sql.withTransaction,
    promised
  )
  const row = (yield* find) ?? (yield* Effect.andThen(keep, find))
  const known = decode(row)
  if (Option.isNone(yield* Effect.option(sealer.open(place, known.sealed)))) {
    return yield* new WrongKeys({ message: "the database was sealed with keys that SHEAF_KEYS does not contain" })
  }
  if (Buffer.compare(known.blind, blind) !== 0) {
    return yield* new WrongKeys({ message: "the database was created with a different SHEAF_PEPPER" })
  }
  // Resealing with the current key allows an operator to drop older keys later.
  yield* sql`UPDATE key_check SET sealed = ${sealed}`.pipe(sql.withTransaction, promised)
}).pipe(asStoreError("check the keys"))

/** Fails with {@link WrongKeys} if the keys do not belong to the database. A new database accepts any keys. */
export const layer = Layer.effectDiscard(check)
