/**
 * A node's presence among the nodes on its database. It writes its row every second, by the database's clock, and takes
 * over what dead and stopped nodes ran in memory.
 */
import { Instrument } from "@sheaf/ports"
import type { Departures } from "@sheaf/ports"
import { Cause, Effect, Metric, Schedule, Schema } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { performance } from "node:perf_hooks"
import { newest } from "../database/Migrations.ts"
import { whileSupported } from "../database/Releases.ts"
import { isFresh } from "./Elsewhere.ts"
import { format, placeOf } from "./Membership.ts"
import * as NodeChannel from "./NodeChannel.ts"
import * as NodeSession from "./NodeSession.ts"
import { Runners } from "./Runners.ts"

const beatInterval = "1 second"

/** The pause between two looks at the other nodes, if none calls. */
const lookInterval = "250 millis"

/** The pause while no other nodes exist. A node that joins calls. */
const aloneInterval = "1 second"

const live = Instrument.gauge({
  name: "sheaf.nodes.live",
  unit: "{node}",
  description: "Nodes on the database that are alive."
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

/** Another node, as this node sees it. */
const Other = Schema.Struct({
  id: Schema.String,
  address: Schema.String,
  /** False after the lease, and once the node has left. */
  isFresh: Schema.Boolean,
  /** True if no session of the node holds its lock. */
  isUnlocked: Schema.Boolean,
  /** True if a later node has the same address, so this node has ended. */
  isReplaced: Schema.Boolean
})
type Other = typeof Other.Type
const decodeOthers = Schema.decodeUnknownSync(Schema.Array(Other))

/**
 * A process that dies loses its session at once. But a live process can lose it too. Only a dead process's host refuses
 * connections to the process.
 */
const isDead = ({ address, isFresh, isReplaced, isUnlocked }: Other): Effect.Effect<boolean> => {
  if (!isFresh) return Effect.succeed(true)
  if (!isUnlocked) return Effect.succeed(false)
  return isReplaced ? Effect.succeed(true) : NodeChannel.isRefused(placeOf(address))
}

/** Joins the nodes until the scope closes. Then the others take over at once. */
export const join = Effect.fnUntraced(function* (url: Redacted.Redacted, own: NodeChannel.NodePlace) {
  const sql = yield* SqlClient.SqlClient
  const runners = yield* Runners
  const [{ id } = { id: "" }] = yield* sql<{ id: string }>`SELECT current_setting('sheaf.node') AS id`
  const load = makeLoad()
  const takeOvers = new Set<Effect.Effect<void, unknown>>()

  /** A node that was declared dead joins again once the others have removed its row. */
  const beat = () =>
    sql`INSERT INTO node (id, address, started_at, seen_at, load, release)
      VALUES (${id}, ${format(own)}, clock_timestamp(), clock_timestamp(), ${load()}, ${newest})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, load = excluded.load WHERE node.seen_at > '-infinity'`

  const others = sql`SELECT id, address, ${isFresh(sql)} AS "isFresh",
      pg_try_advisory_xact_lock(${sql.literal(NodeSession.lockOf("id"))}) AS "isUnlocked",
      EXISTS (SELECT 1 FROM node AS later WHERE later.address = node.address AND later.started_at > node.started_at)
        AS "isReplaced"
    FROM node WHERE id <> ${id}`

  /** Lets the engine and the stores continue what these nodes ran. */
  const takeOver = Effect.fnUntraced(
    function* ({ run }: NodeSession.NodeSession, dead: ReadonlyArray<Other>) {
      const ids = dead.map(({ id }) => id)
      yield* Effect.annotateLogs(Effect.logInfo("taking over from nodes that have left"), { nodes: ids.length })
      const killed = dead.filter(({ isFresh }) => isFresh).map(({ id }) => id)
      const ended = dead.filter(({ isReplaced }) => !isReplaced).map(({ address }) => placeOf(address))
      if (killed.length > 0) yield* run(sql`UPDATE node SET seen_at = '-infinity' WHERE ${sql.in("id", killed)}`)
      yield* Effect.all([runners.remove(ended), ...takeOvers], { concurrency: "unbounded", discard: true })
      yield* run(sql`DELETE FROM node WHERE ${sql.in("id", ids)} AND NOT ${isFresh(sql)}`)
    },
    Effect.catchCause((cause) =>
      Cause.hasInterrupts(cause) ? Effect.interrupt : Effect.logWarning("could not take over from a node; will retry")
    )
  )

  const look = Effect.fnUntraced(function* (session: NodeSession.NodeSession) {
    const known = decodeOthers(yield* session.run(others))
    const dead = yield* Effect.filter(known, isDead, { concurrency: "unbounded" })
    yield* Metric.update(live({}), known.length - dead.length + 1)
    if (dead.length > 0) yield* takeOver(session, dead)
    return known.length === 0 ? aloneInterval : lookInterval
  })

  const present = (session: NodeSession.NodeSession) =>
    Effect.gen(function* () {
      yield* Effect.forkScoped(Effect.repeat(session.run(beat()), Schedule.spaced(beatInterval)))
      for (;;) {
        const interval = yield* look(session)
        const isCalled = yield* Effect.timeoutOption(session.called, interval)
        if (isCalled._tag === "Some") yield* runners.refresh
      }
    })

  const leave = sql`UPDATE node SET seen_at = '-infinity' WHERE id = ${id}`.pipe(Effect.andThen(NodeSession.call(sql)))
  yield* Effect.acquireRelease(whileSupported(newest, beat()), () => Effect.ignore(Effect.timeout(leave, "1 second")))
  yield* NodeSession.keep(url, id, present)
  yield* NodeSession.call(sql)
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
