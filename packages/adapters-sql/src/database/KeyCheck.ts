/** A startup check that the configured keys belong to the database. With other keys, every request would fail. */
import { Sealer } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { bindRows } from "../sealed/BindRows.ts"
import { layer as bindingLayer } from "../sealed/RowBinding.ts"
import { promised } from "./Durability.ts"
import { asStoreError } from "./SqlFailure.ts"

export class WrongKeys extends Schema.TaggedError<WrongKeys>()("WrongKeys", { message: Schema.String }) {}

const place = { tenant: "sheaf", record: "key-check" }
const text = "sheaf"
/** The sealed text of a database whose rows are bound to their clients. Older databases have {@link text}. */
const boundText = "sheaf, with bound rows"
const plain = new TextEncoder().encode(boundText)

const decode = Schema.decodeUnknownSync(Schema.Struct({ sealed: Schema.Uint8Array, blind: Schema.Uint8Array }))

const check = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sealer = yield* Sealer
  const blind = sealer.blindIndex(place, text)
  const sealed = yield* sealer.seal(place, plain)
  const find = Effect.map(sql`SELECT sealed, blind FROM key_check`, ([row]) => row)
  // A command and the service can open a new database at the same time. The keys that are stored first win.
  const keep = sql`INSERT INTO key_check ${sql.insert({ id: 1, sealed, blind })} ON CONFLICT (id) DO NOTHING`.pipe(
    sql.withTransaction,
    promised
  )
  const row = (yield* find) ?? (yield* Effect.andThen(keep, find))
  const known = decode(row)
  const opened = yield* Effect.option(sealer.open(place, known.sealed))
  if (Option.isNone(opened)) {
    return yield* new WrongKeys({ message: "the database was sealed with keys that SHEAF_KEYS does not contain" })
  }
  if (Buffer.compare(known.blind, blind) !== 0) {
    return yield* new WrongKeys({ message: "the database was created with a different SHEAF_PEPPER" })
  }
  const isBound = new TextDecoder().decode(opened.value) === boundText
  // Sealing again with the current key lets operators drop older keys later.
  const reseal = sql`UPDATE key_check SET sealed = ${sealed}`
  yield* (isBound ? reseal : Effect.andThen(bindRows, reseal)).pipe(sql.withTransaction, promised)
}).pipe(asStoreError("check the keys"))

/**
 * Fails with {@link WrongKeys} if the keys do not belong to the database. A new database accepts any keys.
 *
 * Binds the rows of a database from before bindings existed. Then the sealed text changes, so that later starts bind no
 * row, and rows that someone changes afterwards stay unbound. If somebody restores the key check of such an older
 * database, Sheaf binds the rows once more, including changed rows.
 */
export const layer = Layer.effectDiscard(check).pipe(Layer.provide(bindingLayer))
