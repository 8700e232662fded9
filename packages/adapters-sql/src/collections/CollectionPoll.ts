/** Reads everything for a status poll in one statement: the key, its client and the collection. */
import type { CollectionStore, PolledCollection, StoreError } from "@sheaf/ports"
import { Effect, Option, Schema, Struct } from "effect"
import { RowBinding } from "../sealing/RowBinding.ts"
import type { ColumnSealer } from "../sealing/ColumnSealer.ts"
import { selectList } from "../database/Columns.ts"
import { PointReads } from "../database/PointReads.ts"
import type { PointReadRow } from "../database/PointReads.ts"
import * as ApiKeyRow from "../auth/ApiKeyRow.ts"
import { noLoginMethod, openStatusColumns, openQuestionOf, parseProducts, StatusColumns } from "./CollectionRow.ts"

const PollRow = Schema.Struct({
  ...Struct.pick(StatusColumns.fields, [
    "collectionId",
    "clientId",
    "company",
    "loginMethod",
    "test",
    "status",
    "revision",
    "createdAt",
    "statusChangedAt",
    "products",
    "reference",
    "shown",
    "pendingId",
    "pendingType",
    "pendingUntil"
  ]),
  environment: Schema.Literals(["test", "production"]),
  requiresMutualTls: Schema.Finite,
  ...ApiKeyRow.KeyColumns.fields
})

const decode = Schema.decodeUnknownSync(PollRow)

const clientColumns = "environment, requires_mutual_tls, key_row"

/** Selects a collection by id, if it belongs to this client. */
const select = (client: string) =>
  `SELECT ${selectList(PollRow, "collectionId")} FROM (${client}) o JOIN collection ON client_id = owner WHERE id = ?`

const withKey = `SELECT owner, ${clientColumns} FROM ${ApiKeyRow.liveKeySql} k JOIN client ON client.id = owner`

const withoutKey = `SELECT id AS owner, environment, requires_mutual_tls, NULL AS key_row
  FROM client WHERE id = ?`

export const make = Effect.fnUntraced(function* (sealed: ColumnSealer) {
  const points = yield* PointReads
  const keyOf = ApiKeyRow.makeKeyReader(yield* RowBinding)
  const view = (row: PointReadRow): Effect.Effect<Option.Option<PolledCollection>, StoreError> => {
    const facts = decode(row)
    const { fault, keyLimits } = keyOf(facts.clientId, facts)
    if (fault !== undefined) return Effect.as(fault, Option.none())
    // Copies the members one by one for speed, as in CollectionRow.
    const polled: PolledCollection = {
      collectionId: facts.collectionId,
      company: facts.company,
      status: facts.status,
      revision: facts.revision,
      createdAt: facts.createdAt,
      statusChangedAt: facts.statusChangedAt,
      products: parseProducts(facts.products),
      ...(facts.loginMethod !== noLoginMethod && { loginMethod: facts.loginMethod }),
      ...(facts.test !== 0 && { test: true }),
      shown: {},
      ...openQuestionOf(facts),
      client: {
        id: facts.clientId,
        environment: facts.environment,
        requiresMutualTls: facts.requiresMutualTls !== 0,
        ...(keyLimits && { keyLimits })
      }
    }
    if (facts.shown === null && facts.reference === null) return Effect.succeedSome(polled)
    return Effect.map(openStatusColumns(sealed, facts), (values) => Option.some({ ...polled, ...values }))
  }
  const byHash = points.prepareOption("poll", select(withKey), view)
  const byClient = points.prepareOption("poll", select(withoutKey), view)
  const poll: CollectionStore["Service"]["poll"] = (key, collectionId) =>
    key._tag === "Hash" ? byHash(key.hash, collectionId) : byClient(key.clientId, collectionId)
  return poll
})
