/**
 * The nodes on one database. Each updates its row every second, with the time from the database's clock. If a row is
 * older than the lease, or its node has left, the other nodes take over the processes that it ran in memory.
 */
import type { Departures } from "@sheaf/ports"
import { Cause, Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { performance } from "node:perf_hooks"
import { newest } from "../database/Migrations.ts"
import { whileSupported } from "../database/Releases.ts"
import { isFresh } from "./Elsewhere.ts"
import type { NodePlace } from "./NodeChannel.ts"

const beatInterval = "1 second"

/** The pause between two searches for nodes that have left. */
const departureInterval = "400 millis"

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

const placeOf = (address: string): NodePlace => {
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

/** Measures the event loop's use of one processor since the last call, in percent. */
const makeLoad = () => {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return Math.round(utilization * 100)
  }
}

/** Joins the nodes until the scope closes. Then the other nodes take over immediately. */
export const join = Effect.fnUntraced(function* (own: NodePlace) {
  const sql = yield* SqlClient.SqlClient
  const takeOvers = new Set<Effect.Effect<void, unknown>>()
  const load = makeLoad()

  const beat = Effect.suspend(
    () => sql`INSERT INTO node (id, address, started_at, seen_at, load, release)
      VALUES (current_setting('sheaf.node'), ${format(own)}, clock_timestamp(), clock_timestamp(), ${load()}, ${newest})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, load = excluded.load`
  )
  const departed = sql<{ id: string }>`SELECT id FROM node
    WHERE NOT ${isFresh(sql)} AND id <> current_setting('sheaf.node')`

  const takeOver = Effect.gen(function* () {
    const ids = (yield* departed).map(({ id }) => id)
    if (ids.length === 0) return
    yield* Effect.annotateLogs(Effect.logInfo("taking over from nodes that have left"), { nodes: ids.length })
    yield* Effect.forEach(takeOvers, (each) => each, { discard: true })
    yield* sql`DELETE FROM node WHERE ${sql.in("id", ids)} AND NOT ${isFresh(sql)}`
  }).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.logWarning("could not take over from a node; will retry")
    )
  )

  yield* Effect.acquireRelease(whileSupported(newest, beat), () =>
    Effect.ignore(
      Effect.timeout(sql`UPDATE node SET seen_at = '-infinity' WHERE id = current_setting('sheaf.node')`, "1 second")
    )
  )
  yield* Effect.forkScoped(Effect.repeat(Effect.ignore(beat), Schedule.spaced(beatInterval)))
  yield* Effect.forkScoped(Effect.repeat(takeOver, Schedule.spaced(departureInterval)))
  const departures: Departures = {
    isShared: true,
    subscribe: (takeOver) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => takeOvers.add(takeOver)),
          () => Effect.sync(() => takeOvers.delete(takeOver))
        )
      )
  }
  return departures
})
