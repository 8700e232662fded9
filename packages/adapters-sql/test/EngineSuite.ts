/** The tests of the durable engine for every database. It erases forgotten executions entirely (architecture 4, 5). */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { assert, layer } from "@effect/vitest"
import { testsOf, workflowJournalContract } from "@sheaf/ports/testing"
import { WorkflowJournal } from "@sheaf/ports"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Activity, DurableClock, DurableDeferred, Workflow } from "effect/workflow"
import { DurableEngine } from "../src/index.ts"
import type { Units } from "../src/units/Units.ts"

/** Takes a step, waits for a signal or for ten minutes, and takes another step. */
class Tiny extends Workflow.make("Tiny", {
  payload: { id: Schema.String },
  success: Schema.String,
  idempotencyKey: ({ id }) => id
}) {}

const signal = DurableDeferred.make("signal", { success: Schema.String })

const step = (name: string, result: string) =>
  Activity.make({ name, success: Schema.String, execute: Effect.succeed(result) })

const TinyLive = Tiny.toLayer(
  Effect.fnUntraced(function* ({ id }) {
    const first = yield* step("first", `first of ${id}`)
    const came = yield* DurableDeferred.raceAll({
      name: "wait",
      success: Schema.String,
      error: Schema.Never,
      effects: [
        DurableDeferred.await(signal),
        DurableClock.sleep({ name: "timeout", duration: "10 minutes", inMemoryThreshold: 0 }).pipe(Effect.as("nothing"))
      ]
    })
    return yield* step("second", `${first}, then ${came}`)
  })
)

/** The engine on a database. */
export const engineOn = <A, E>(database: Layer.Layer<A | SqlClient.SqlClient | Units, E>) =>
  TinyLive.pipe(Layer.provideMerge(DurableEngine.layer), Layer.provideMerge(database), Layer.provide(NodeCrypto.layer))

/** Returns the number of an execution's clocks. */
const clocksOf = Effect.fnUntraced(function* (executionId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ clocks: number }>`SELECT count(*) AS clocks FROM cluster_messages
    WHERE entity_id = ${executionId} AND entity_type = 'Workflow/-/DurableClock'`
  return row?.clocks ?? 0
})

/** Runs an execution until its clock is set, and returns its id. */
const wait = Effect.fnUntraced(function* (id: string) {
  const executionId = yield* Tiny.executionId({ id })
  yield* Tiny.execute({ id }, { discard: true })
  yield* Effect.repeat(Effect.tap(clocksOf(executionId), Effect.yieldNow), { until: (clocks) => clocks > 0 })
  return executionId
})

/** Runs an execution until its clock is set, and ends it with the signal. */
const run = Effect.fnUntraced(function* (id: string) {
  const executionId = yield* wait(id)
  const token = DurableDeferred.tokenFromExecutionId(signal, { workflow: Tiny, executionId })
  yield* DurableDeferred.succeed(signal, { token, value: "a signal" })
  return { executionId, result: yield* Tiny.execute({ id }) }
})

/** Returns the numbers of an execution's messages and replies. */
const rowsOf = Effect.fnUntraced(function* (executionId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ messages: number; replies: number }>`
    SELECT count(DISTINCT m.id) AS messages, count(DISTINCT r.id) AS replies
    FROM cluster_messages m LEFT JOIN cluster_replies r ON r.request_id = m.id WHERE m.entity_id = ${executionId}`
  return { ...row }
})

/** The number of replies whose message does not exist. */
const orphans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ replies: number }>`
    SELECT count(*) AS replies FROM cluster_replies WHERE request_id NOT IN (SELECT id FROM cluster_messages)`
  return row?.replies
})

/** Makes the database reject the engine's replies, like a full disk. */
const rejectReplies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION USING ERRCODE = ''disk_full''; END'`,
    orElse: () => sql`SELECT 1`
  })
  yield* sql.onDialectOrElse({
    pg: () => sql`CREATE TRIGGER full_disk BEFORE INSERT ON cluster_replies EXECUTE FUNCTION full_disk()`,
    orElse: () => sql`CREATE TRIGGER full_disk BEFORE INSERT ON cluster_replies
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`
  })
})

const acceptReplies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () => sql`DROP FUNCTION full_disk CASCADE`,
    orElse: () => sql`DROP TRIGGER full_disk`
  })
})

/** Tests the engine on a database. */
export const engineSuite = <A, E>(name: string, database: Layer.Layer<A | SqlClient.SqlClient | Units, E>): void => {
  const adapter = engineOn(database)

  workflowJournalContract(name, adapter, {
    name: Tiny._tag,
    wait,
    run: (key) => Effect.map(run(key), ({ executionId }) => executionId),
    signal: Effect.fnUntraced(function* (key) {
      const executionId = yield* Tiny.executionId({ id: key })
      const token = DurableDeferred.tokenFromExecutionId(signal, { workflow: Tiny, executionId })
      yield* DurableDeferred.succeed(signal, { token, value: "a signal" })
      return executionId
    })
  })

  layer(adapter, { excludeTestServices: true, timeout: "30 seconds" })(`the durable engine on ${name}`, (it) => {
    const test = testsOf(it, WorkflowJournal)

    test("runs a workflow to its end, only once per key", function* () {
      assert.strictEqual((yield* run("once")).result, "first of once, then a signal")
      assert.strictEqual(yield* Tiny.execute({ id: "once" }), "first of once, then a signal")
    })

    test("continues soon after the database could not write for a while", function* () {
      const id = "unwritten"
      const executionId = yield* wait(id)
      yield* rejectReplies
      const token = DurableDeferred.tokenFromExecutionId(signal, { workflow: Tiny, executionId })
      yield* DurableDeferred.succeed(signal, { token, value: "a signal" })
      // The engine itself gives up after 0.8 seconds, and would try again only after ten minutes.
      yield* Effect.sleep("1500 millis")
      yield* acceptReplies
      assert.strictEqual(yield* Tiny.execute({ id }), "first of unwritten, then a signal")
    })

    test("forgets only one ended execution", function* (journal) {
      const [forgotten, kept] = [yield* run("forgotten"), yield* run("kept")]
      // The last reply can follow the result. Only the canceled clock has no reply.
      const settled = ({ messages = 0, replies = 0 }) => replies === messages - 1
      const before = yield* Effect.repeat(rowsOf(kept.executionId), { until: settled })
      assert.strictEqual(yield* clocksOf(forgotten.executionId), 1)
      assert.isAbove((yield* rowsOf(forgotten.executionId)).messages ?? 0, 0)
      assert.isAbove((yield* rowsOf(forgotten.executionId)).replies ?? 0, 0)
      yield* journal.forget(Tiny._tag, [forgotten.executionId])
      assert.deepStrictEqual(yield* rowsOf(forgotten.executionId), { messages: 0, replies: 0 })
      assert.strictEqual(yield* orphans, 0)
      assert.deepStrictEqual(yield* rowsOf(kept.executionId), before)
      const executionId = forgotten.executionId
      assert.isTrue(Option.isNone(yield* Tiny.poll(executionId)))
    })
  })
}
