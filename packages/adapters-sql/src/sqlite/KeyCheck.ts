/**
 * Whether the keys that the service was started with are the ones of its database. With others it would refuse what
 * clients hold and fail at what it stored, one request after the other: better not to start.
 */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { promised } from "./Durability.ts"
import { asStoreError } from "./SqlFailure.ts"

/** The keys do not fit the database. */
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
  // Commands and the service may come to a new database at once. Whoever is first, these are its keys.
  const keep = sql`INSERT INTO key_check ${sql.insert({ id: 1, sealed, blind })} ON CONFLICT (id) DO NOTHING`.pipe(
    sql.withTransaction,
    promised
  )
  const row = (yield* find) ?? (yield* Effect.andThen(keep, find))
  const known = decode(row)
  if (Option.isNone(yield* Effect.option(sealer.open(place, known.sealed)))) {
    return yield* new WrongKeys({ message: "the database was sealed with keys that SHEAF_KEYS does not hold" })
  }
  if (Buffer.compare(known.blind, blind) !== 0) {
    return yield* new WrongKeys({ message: "the database was made with another SHEAF_PEPPER" })
  }
  // Sealed anew with the key that seals now, so that an older one can be dropped when nothing needs it any more.
  yield* sql`UPDATE key_check SET sealed = ${sealed}`.pipe(sql.withTransaction, promised)
}).pipe(asStoreError("check the keys"))

/** Fails with {@link WrongKeys} when the keys do not fit. The first keys that a database sees are its own. */
export const layer = Layer.effectDiscard(check)
