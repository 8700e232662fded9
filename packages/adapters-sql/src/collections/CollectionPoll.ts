/** Reads everything for a status poll in one statement: the key, its client and the collection. */
import type { CollectionStore, PolledView } from "@sheaf/ports"
import { Effect, Schema, Struct } from "effect"
import type { SealedColumns } from "../sealed/SealedColumns.ts"
import { selected } from "../sqlite/Columns.ts"
import { PointReads } from "../sqlite/PointReads.ts"
import type { Row } from "../sqlite/PointReads.ts"
import { opened, openQuestionOf, parseProducts, StatusColumns } from "./CollectionRow.ts"

const PollRow = Schema.Struct({
  ...Struct.pick(StatusColumns.fields, [
    "collectionId",
    "clientId",
    "company",
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
  requiresMutualTls: Schema.Finite
})

const decode = Schema.decodeUnknownSync(PollRow)

/** Selects a collection by id, if it belongs to the client with this id. */
const select = (clientId: string) =>
  `SELECT ${selected(PollRow, "collectionId")}
   FROM (SELECT id AS owner, environment, requires_mutual_tls FROM client WHERE id = ${clientId}) o
   JOIN collection ON client_id = owner
   WHERE id = ?`

export const make = Effect.fnUntraced(function* (sealed: SealedColumns) {
  const points = yield* PointReads
  const view = (row: Row) => {
    const facts = decode(row)
    // Copies the members one by one, as in CollectionRow.
    const polled: PolledView = {
      collectionId: facts.collectionId,
      company: facts.company,
      status: facts.status,
      revision: facts.revision,
      createdAt: facts.createdAt,
      statusChangedAt: facts.statusChangedAt,
      products: parseProducts(facts.products),
      shown: {},
      ...openQuestionOf(facts),
      client: {
        id: facts.clientId,
        environment: facts.environment,
        requiresMutualTls: facts.requiresMutualTls !== 0
      }
    }
    if (facts.shown === null && facts.reference === null) return Effect.succeed(polled)
    return Effect.map(opened(sealed, facts), (values) => ({ ...polled, ...values }))
  }
  const byHash = points.prepare(
    "poll",
    select("(SELECT client_id FROM api_key WHERE hash = ? AND revoked_at IS NULL)"),
    view
  )
  const byClient = points.prepare("poll", select("?"), view)
  const poll: CollectionStore["Service"]["poll"] = (key, collectionId) =>
    key._tag === "Hash" ? byHash(key.hash, collectionId) : byClient(key.clientId, collectionId)
  return poll
})
