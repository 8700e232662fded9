/** The nodes on one database, as their rows describe them. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isFresh } from "./Elsewhere.ts"
import type { NodePlace } from "./NodeChannel.ts"

/** Longer than two heartbeats, so that a live node's row changes in the meantime. */
const patience = "2500 millis"

/** This node cannot reach another node. The message is one line. */
export class NodeUnreachable extends Schema.TaggedError<NodeUnreachable>()("NodeUnreachable", {
  message: Schema.String
}) {}

const Row = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  startedAt: Schema.Finite,
  seenAt: Schema.Finite,
  load: Schema.Finite,
  release: Schema.Finite
})
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

/**
 * A live node. Times are milliseconds since 1970. `load` is the event loop's use of one processor, in
 * percent. `release` is the number of the newest migration that the node knows.
 */
export type LiveNode = typeof Row.Type

/** Lists the live nodes, oldest first. */
export const list = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql`SELECT id, address, load, release, (extract(epoch FROM started_at) * 1000)::float8 AS "startedAt",
      (extract(epoch FROM seen_at) * 1000)::float8 AS "seenAt"
      FROM node WHERE ${isFresh(sql)} ORDER BY started_at, id`,
    decodeRows
  )
)

export const format = ({ host, port }: NodePlace): string =>
  host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`

export const placeOf = (address: string): NodePlace => {
  const colon = address.lastIndexOf(":")
  return { host: address.slice(0, colon).replace(/^\[|\]$/g, ""), port: Number(address.slice(colon + 1)) }
}

/**
 * Fails if a live node cannot be reached. A node that has just died does not count, because its row no longer changes.
 */
export const reachOthers = Effect.fnUntraced(function* (
  own: NodePlace,
  isReachable: (place: NodePlace) => Effect.Effect<boolean>
) {
  const reach = Effect.fnUntraced(function* ({ address, id, seenAt }: LiveNode) {
    if (yield* isReachable(placeOf(address))) return
    yield* Effect.sleep(patience)
    const isAlive = (yield* list).some((node) => node.id === id && node.seenAt > seenAt)
    if (!isAlive || (yield* isReachable(placeOf(address)))) return
    return yield* new NodeUnreachable({
      message: `cannot reach the node at ${address}: give each node an address that all other nodes can reach`
    })
  })
  const others = (yield* list).filter(({ address }) => address !== format(own))
  yield* Effect.forEach(others, reach, { concurrency: "unbounded", discard: true })
})
