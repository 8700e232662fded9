/**
 * The durable engine. It keeps workflows, steps and clocks as rows in Sheaf's database (architecture 4). On SQLite, one
 * process runs all workflows. On PostgreSQL, nodes share them.
 */
import { StoreError, WorkflowJournal } from "@sheaf/ports"
import { Context, Effect, Layer, Schema } from "effect"
import {
  ClusterSchema,
  ClusterWorkflowEngine,
  EntityAddress,
  EntityId,
  EntityType,
  MessageStorage,
  RunnerHealth,
  Runners,
  RunnerStorage,
  Sharding,
  ShardingConfig,
  SqlMessageStorage
} from "effect/cluster"
import { SqlClient } from "effect/sql"
import { asStoreError } from "../database/SqlFailure.ts"

/**
 * The interval at which the engine polls for work that this process did not schedule, such as clocks that became due
 * during downtime.
 */
const pollInterval = "1 second"

/** The time that a shutdown waits for running steps. Interrupted steps run again after the restart. */
const terminationTimeout = "2 seconds"

/**
 * The number of shards. It must never change, because it determines each execution's shard. The configuration below
 * sets every option, because the engine reads omitted options from unrelated environment variables, such as HOST.
 */
const shardsPerGroup = 300

export const sharding = {
  shardsPerGroup,
  entityMessagePollInterval: pollInterval,
  entityTerminationTimeout: terminationTimeout,
  maxResidentEntities: "unbounded"
} as const

const Runner = Sharding.layer.pipe(
  Layer.provideMerge(Runners.layerNoop),
  Layer.provideMerge(SqlMessageStorage.layer),
  Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  Layer.provide(ShardingConfig.layer(sharding))
)

/** The address type of the engine's clocks, including pending timeouts. */
const clockType = "Workflow/-/DurableClock"

/** The clock's name is the last part of its message's key. */
const Clocks = Schema.Array(Schema.Struct({ executionId: Schema.String, key: Schema.String, until: Schema.Finite }))
const decodeClocks = Schema.decodeUnknownSync(Clocks)

/** Erasure looks up rows by address. The engine has no index for that. */
const AddressIndex = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE INDEX IF NOT EXISTS sheaf_cluster_message_address ON cluster_messages (entity_type, entity_id)`
  })
)

const Journal = Layer.effect(
  WorkflowJournal,
  Effect.gen(function* () {
    const storage = yield* MessageStorage.MessageStorage
    const sharding = yield* Sharding.Sharding
    // All of Sheaf's workflows are in the engine's default shard group.
    const shardGroup = Context.get(Context.empty(), ClusterSchema.ShardGroup)

    const forgetOne = (workflow: string, executionId: string) => {
      const entityId = EntityId.make(executionId)
      const shardId = sharding.getShardId(entityId, shardGroup(entityId))
      return Effect.forEach(
        [`Workflow/${workflow}`, clockType],
        (entityType) =>
          storage.clearAddress(EntityAddress.make({ entityType: EntityType.make(entityType), entityId, shardId })),
        { discard: true }
      )
    }

    const sql = yield* SqlClient.SqlClient
    const isProcessed = sql.literal(sql.onDialectOrElse({ pg: () => "processed", orElse: () => "processed <> 0" }))
    return WorkflowJournal.of({
      executions: (workflow) =>
        sql<{ id: string }>`SELECT entity_id AS id FROM cluster_messages
          WHERE entity_type = ${`Workflow/${workflow}`} AND tag = 'run'`.pipe(
          Effect.map((rows) => new Set(rows.map(({ id }) => id))),
          asStoreError("find executions")
        ),
      clocks: (executionIds) =>
        executionIds.length === 0
          ? Effect.succeed([])
          : sql`SELECT entity_id AS "executionId", message_id AS key, deliver_at AS until FROM cluster_messages
              WHERE entity_type = ${clockType} AND ${sql.in("entity_id", executionIds)} AND NOT ${isProcessed}`.pipe(
              Effect.map((rows) =>
                decodeClocks(rows).map(({ executionId, key, until }) => ({
                  executionId,
                  name: key.slice(key.lastIndexOf("/") + 1),
                  until
                }))
              ),
              asStoreError("find clocks")
            ),
      forget: (workflow, executionIds) =>
        Effect.forEach(executionIds, (executionId) => forgetOne(workflow, executionId), { discard: true }).pipe(
          sql.withTransaction,
          Effect.mapError((cause) => new StoreError({ operation: "forget workflow", cause }))
        )
    })
  })
)

const engine = Journal.pipe(Layer.provide(AddressIndex), Layer.provideMerge(ClusterWorkflowEngine.layer))

/** Provides the workflow engine and its journal on a runner. */
export const on = <A, E, R>(runner: Layer.Layer<A, E, R>) => Layer.provideMerge(engine, runner)

/** The engine of a process that runs all workflows. */
export const layer = on(Runner)
