/**
 * A node's membership in the cluster of nodes that share its database. Every second, the node updates its row, using
 * the database's clock. It also detects dead and stopped nodes and removes them from the cluster, which gives their
 * shards to other nodes.
 */
import { Instrument } from "@sheaf/ports"
import { Cause, Effect, Metric, Schedule, Schema } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hostname } from "node:os"
import { performance } from "node:perf_hooks"
import { newestMigration } from "../database/DatabaseSchema.ts"
import { runIfSupported } from "../database/Releases.ts"
import { whereNodeAlive } from "../database/NodeTables.ts"
import * as NodeConnection from "./NodeConnection.ts"
import { Runners } from "./Runners.ts"

const beatInterval = "1 second"

/** The pause between two checks of the other nodes. A notification from another node ends it early. */
const lookInterval = "250 millis"

/** The pause while there are no other nodes. A notification from a joining node ends it early. */
const aloneInterval = "1 second"

/**
 * A node counts as dead if nobody has held its lock for this long, in milliseconds. A live process that has lost its
 * session reconnects in less time.
 */
const unlockedMillis = 240

const live = Instrument.gauge({
  name: "sheaf.nodes.live",
  unit: "{node}",
  description: "Nodes on the database that are alive."
})

/** Returns how much of a CPU core the event loop has used since the last call, in percent. */
const makeLoad = () => {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return Math.round(utilization * 100)
  }
}

const Other = Schema.Struct({
  id: Schema.String,
  /** False after the lease has ended or the node has left. */
  isFresh: Schema.Boolean,
  /** True if none of the node's sessions holds its lock. */
  isUnlocked: Schema.Boolean
})
type Other = typeof Other.Type
const decodeOthers = Schema.decodeUnknownSync(Schema.Array(Other))

/**
 * Joins the cluster. When the scope closes, the other nodes take over this node's work immediately. If they wrongly
 * declare a live node dead, nothing runs twice, because that node still holds the locks of its shards.
 */
export const join = Effect.fnUntraced(function* (url: Redacted.Redacted, id: string) {
  const sql = yield* SqlClient.SqlClient
  const runners = yield* Runners
  const load = makeLoad()
  const release = yield* newestMigration
  let unlockedSince = new Map<string, number>()

  /** A node that was declared dead rejoins after the others have removed its row. */
  const beat = () =>
    sql`INSERT INTO node (id, name, started_at, seen_at, load, release)
      VALUES (${id}, ${`${hostname()}:${process.pid}`}, clock_timestamp(), clock_timestamp(), ${load()}, ${release})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, load = excluded.load WHERE node.seen_at > '-infinity'`

  const others = sql`SELECT id, ${whereNodeAlive(sql)} AS "isFresh",
      pg_try_advisory_xact_lock(${sql.literal(NodeConnection.nodeLockSql("id"))}) AS "isUnlocked"
    FROM node WHERE id <> ${id}`

  const takeOver = Effect.fnUntraced(
    function* ({ run }: NodeConnection.NodeConnection, dead: ReadonlyArray<Other>) {
      const ids = dead.map(({ id }) => id)
      yield* Effect.annotateLogs(Effect.logInfo("taking over from nodes that have left"), { nodes: ids.length })
      const killed = dead.filter(({ isFresh }) => isFresh).map(({ id }) => id)
      if (killed.length > 0) yield* run(sql`UPDATE node SET seen_at = '-infinity' WHERE ${sql.in("id", killed)}`)
      yield* runners.remove(ids)
      yield* run(sql`DELETE FROM node WHERE ${sql.in("id", ids)} AND NOT ${whereNodeAlive(sql)}`)
    },
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.logWarning("could not take over from a node; will retry")
    )
  )

  const look = Effect.fnUntraced(function* (session: NodeConnection.NodeConnection) {
    const known = decodeOthers(yield* session.run(others))
    const now = performance.now()
    unlockedSince = new Map(
      known.flatMap(({ id, isUnlocked }) => (isUnlocked ? [[id, unlockedSince.get(id) ?? now]] : []))
    )
    const dead = known.filter(({ id, isFresh }) => !isFresh || now - (unlockedSince.get(id) ?? now) >= unlockedMillis)
    yield* Metric.update(live({}), known.length - dead.length + 1)
    if (dead.length > 0) yield* takeOver(session, dead)
    return known.length === 0 ? aloneInterval : lookInterval
  })

  const present = (session: NodeConnection.NodeConnection) =>
    Effect.gen(function* () {
      const beats = Effect.repeat(
        Effect.suspend(() => session.run(beat())),
        Schedule.spaced(beatInterval)
      )
      const looks = Effect.gen(function* () {
        for (;;) {
          const interval = yield* look(session)
          const isCalled = yield* Effect.timeoutOption(session.notified, interval)
          if (isCalled._tag === "Some") yield* runners.refresh
        }
      })
      // Both effects use the same session. If either fails, the node needs a new session.
      return yield* Effect.raceFirst(Effect.andThen(beats, Effect.never), looks)
    })

  const leave = sql`UPDATE node SET seen_at = '-infinity' WHERE id = ${id}`.pipe(
    Effect.andThen(NodeConnection.notifyNodes(sql))
  )
  yield* Effect.acquireRelease(runIfSupported(release, beat()), () => Effect.ignore(Effect.timeout(leave, "1 second")))
  yield* NodeConnection.maintain(url, id, present)
  yield* NodeConnection.notifyNodes(sql)
})
