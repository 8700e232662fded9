/**
 * The durable engine on one machine: workflows, their steps and their clocks are rows of the same database
 * (architecture 4). Many machines over PostgreSQL run the same workflows on another engine layer.
 */
import { StoreError, WorkflowJournal } from "@sheaf/ports"
import { Context, Effect, Layer } from "effect"
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

/**
 * How soon work is seen that nobody in this process announced, such as a clock that fell due while the service was down.
 */
const pollInterval = "1 second"

/** Steps survive being cut off: the service need not wait for those of a slow company when it stops. */
const terminationTimeout = "2 seconds"

/**
 * Decides on which shard an execution is found: never changed. All of these are said here, since the engine would read
 * what is left unsaid from environment variables that are meant for others, such as HOST.
 */
const shardsPerGroup = 300

const Runner = Sharding.layer.pipe(
  Layer.provideMerge(Runners.layerNoop),
  Layer.provideMerge(SqlMessageStorage.layer),
  Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  Layer.provide(
    ShardingConfig.layer({
      shardsPerGroup,
      entityMessagePollInterval: pollInterval,
      entityTerminationTimeout: terminationTimeout,
      maxResidentEntities: "unbounded"
    })
  )
)

/** Erasing one execution looks its rows up by address, for which the engine has no index. */
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
    // Sheaf's workflows are all in the engine's default group of shards.
    const shardGroup = Context.get(Context.empty(), ClusterSchema.ShardGroup)

    const forgetOne = (workflow: string, executionId: string) => {
      const entityId = EntityId.make(executionId)
      const shardId = sharding.getShardId(entityId, shardGroup(entityId))
      return Effect.forEach(
        // The second address holds the clocks, with the timeouts that are still to come.
        [`Workflow/${workflow}`, "Workflow/-/DurableClock"],
        (entityType) =>
          storage.clearAddress(EntityAddress.make({ entityType: EntityType.make(entityType), entityId, shardId })),
        { discard: true }
      )
    }

    const sql = yield* SqlClient.SqlClient
    return WorkflowJournal.of({
      forget: (workflow, executionIds) =>
        Effect.forEach(executionIds, (executionId) => forgetOne(workflow, executionId), { discard: true }).pipe(
          sql.withTransaction,
          Effect.mapError((cause) => new StoreError({ operation: "forget workflow", cause }))
        )
    })
  })
)

/** Provides the workflow engine, and the means to make it forget. */
export const layer = Journal.pipe(
  Layer.provide(AddressIndex),
  Layer.provideMerge(ClusterWorkflowEngine.layer),
  Layer.provideMerge(Runner)
)
