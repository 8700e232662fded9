/**
 * Assigns cluster shards to nodes. Effect's cluster divides the shards among the nodes, and a node holds a PostgreSQL
 * lock for each of its shards until its database session ends (ADR 4). Nodes do not call each other.
 */
import { Shards, shardCount } from "@sheaf/ports"
import { Context, Effect, Layer, Option } from "effect"
import type { Redacted } from "effect"
import {
  MessageStorage,
  RunnerHealth,
  Runners as ClusterRunners,
  ShardId,
  Sharding,
  ShardingConfig
} from "effect/cluster"
import { SqlClient } from "effect/sql"
import { DatabaseSchema } from "../database/DatabaseSchema.ts"
import { withLock } from "../database/DatabaseLock.ts"
import { NodeMembership } from "./NodeMembership.ts"
import { leaseInterval } from "../database/NodeTables.ts"
import * as NodeHeartbeat from "./NodeHeartbeat.ts"
import * as Runners from "./Runners.ts"

/**
 * None of these intervals decides how soon a dead node is noticed, because {@link NodeHeartbeat} notices it much
 * sooner.
 */
const settings = (node: string) =>
  ShardingConfig.layer({
    runnerAddress: Option.some(Runners.runnerAddressOf(node)),
    shardsPerGroup: shardCount,
    shardLockRefreshInterval: "2 seconds",
    shardLockExpiration: leaseInterval,
    // A short interval costs no queries here, because each refresh only reads the node list in memory (`Runners`).
    refreshAssignmentsInterval: "100 millis"
  })

/**
 * The cluster needs no health checks and no messages: the database decides which nodes are alive, and rows hold all
 * state.
 */
const cluster = Sharding.layer.pipe(
  Layer.provide(ClusterRunners.layerNoop),
  Layer.provide([RunnerHealth.layerNoop, MessageStorage.layerNoop]),
  Layer.provideMerge(Runners.layer)
)

/** Creates the cluster's tables. Nodes that start at the same time take turns. */
const tables = Layer.build(Runners.layer).pipe(Effect.scoped, withLock("cluster"), Effect.orDie)

const shardIds = Array.from({ length: shardCount }, (_, index) => ShardId.make("default", index + 1))

/** How long the cluster takes to apply changed locks, in milliseconds. */
const applyMillis = 20

/** The maximum pause between two checks of the cluster. */
const lookInterval = "1 second"

interface Known {
  own: ReadonlyArray<number>
  shards: ReadonlySet<number>
  readonly listeners: Set<Effect.Effect<void>>
}

const watch = Effect.fnUntraced(function* (known: Known) {
  const sharding = yield* Sharding.Sharding
  const { locksChanged } = yield* Runners.Runners
  const scope = yield* Effect.scope
  const set = (own: ReadonlyArray<number>) => {
    if (own.length === known.own.length && own.every((number, index) => number === known.own[index])) return Effect.void
    known.own = own
    known.shards = new Set(own)
    // Each listener has its own fiber, so one that waits for the database does not delay further changes.
    return Effect.forEach(known.listeners, (listener) => Effect.forkIn(listener, scope), { discard: true })
  }
  yield* Effect.addFinalizer(() => set([]))
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.gen(function* () {
        yield* Effect.timeoutOption(locksChanged.await, lookInterval)
        locksChanged.closeUnsafe()
        yield* Effect.sleep(applyMillis)
        yield* set(shardIds.flatMap((id, index) => (sharding.hasShardId(id) ? [index + 1] : [])))
      })
    )
  )
})

export const layer = (url: Redacted.Redacted) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const known: Known = { own: [], shards: new Set(), listeners: new Set() }
      const schema = yield* DatabaseSchema
      const [{ id } = { id: "" }] = yield* Effect.orDie(sql<{ id: string }>`SELECT current_setting('sheaf.node') AS id`)
      const join = Effect.gen(function* () {
        yield* Effect.provide(tables, settings(id))
        const context = yield* Layer.build(Layer.provide(cluster, settings(id)))
        yield* Effect.provideContext(watch(known), context)
        // A stopping node first leaves the list of live nodes, so that the other nodes can take over its work while its
        // own cluster shuts down.
        yield* Effect.provideContext(NodeHeartbeat.join(url, id), context)
      })
      const shards: Shards = {
        isShared: true,
        own: () => known.own,
        has: (shard) => known.shards.has(shard),
        subscribe: (listener) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => known.listeners.add(listener)),
              () => Effect.sync(() => known.listeners.delete(listener))
            )
          )
      }
      return Context.make(Shards, shards).pipe(
        Context.add(NodeMembership, {
          join: Effect.catchTag(join, "SqlError", Effect.die).pipe(
            Effect.provideService(SqlClient.SqlClient, sql),
            Effect.provideService(DatabaseSchema, schema)
          )
        })
      )
    })
  )
