/**
 * The durable engine. It keeps workflows, steps and clocks as rows in Sheaf's database (architecture 4). On SQLite, one
 * process runs all workflows. On PostgreSQL, nodes share them.
 */
import { WorkflowJournal } from "@sheaf/ports"
import type { JournaledExecution } from "@sheaf/ports"
import { Effect, Layer, Schema } from "effect"
import { ClusterWorkflowEngine, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { asStoreError } from "../database/SqlFailure.ts"
import { anyOf, statement } from "../units/Statement.ts"
import { Units } from "../units/Units.ts"
import * as Messages from "./Messages.ts"

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
  Layer.provideMerge(Messages.layer),
  Layer.provide([RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
  Layer.provide(ShardingConfig.layer(sharding))
)

/** The address type of the engine's clocks, including pending timeouts. */
const clockType = "Workflow/-/DurableClock"

const typeOf = (workflow: string): string => `Workflow/${workflow}`

/** An execution with one of its clocks, whose name is the last part of its message's key. */
const Found = Schema.Struct({
  executionId: Schema.String,
  isIdle: Schema.Union([Schema.Boolean, Schema.BooleanFromBit]),
  clock: Schema.NullOr(Schema.String),
  until: Schema.NullOr(Schema.Finite)
})
const decodeFound = Schema.decodeUnknownSync(Schema.Array(Found))

const foundIn = (rows: ReadonlyArray<unknown>): ReadonlyArray<JournaledExecution> =>
  Array.from(
    Map.groupBy(decodeFound(rows), ({ executionId }) => executionId),
    ([executionId, found]) => ({
      executionId,
      isIdle: found.every(({ isIdle }) => isIdle),
      clocks: found.flatMap(({ clock, until }) =>
        clock === null || until === null ? [] : [{ name: clock.slice(clock.lastIndexOf("/") + 1), until }]
      )
    })
  )

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
    const sql = yield* SqlClient.SqlClient
    const units = yield* Units
    const isProcessed = (table: string) =>
      sql.literal(sql.onDialectOrElse({ pg: () => `${table}.processed`, orElse: () => `(${table}.processed <> 0)` }))
    return WorkflowJournal.of({
      find: (workflow, executionIds) =>
        executionIds.length === 0
          ? Effect.succeed([])
          : sql`SELECT m.entity_id AS "executionId", ${isProcessed("m")} AS "isIdle", c.message_id AS clock, c.deliver_at AS until
              FROM cluster_messages m LEFT JOIN cluster_messages c
                ON c.entity_type = ${clockType} AND c.entity_id = m.entity_id AND NOT ${isProcessed("c")}
              WHERE m.entity_type = ${typeOf(workflow)} AND ${sql.in("m.entity_id", executionIds)} AND m.tag = 'run'`.pipe(
              Effect.map(foundIn),
              asStoreError("find executions")
            ),
      forget: (workflow, executionIds) => {
        const ofExecutions = statement`entity_type IN (${typeOf(workflow)}, ${clockType}) AND entity_id IN ${anyOf(executionIds)}`
        return units
          .share(function* () {
            yield* statement`DELETE FROM cluster_replies
              WHERE request_id IN (SELECT id FROM cluster_messages WHERE ${ofExecutions})`.unread
            yield* statement`DELETE FROM cluster_messages WHERE ${ofExecutions}`.unread
          })
          .pipe(asStoreError("forget workflow"))
      }
    })
  })
)

const engine = Journal.pipe(Layer.provide(AddressIndex), Layer.provideMerge(ClusterWorkflowEngine.layer))

/** Provides the workflow engine and its journal on a runner. */
export const on = <A, E, R>(runner: Layer.Layer<A, E, R>) => Layer.provideMerge(engine, runner)

/** The engine of a process that runs all workflows. */
export const layer = on(Runner)
