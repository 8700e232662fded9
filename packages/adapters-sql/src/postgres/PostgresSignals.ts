/**
 * Change signals between processes on one PostgreSQL database (ADR 22). A process calls its own listeners immediately
 * and notifies other processes after the commit. If a notification is lost because a connection fails or the process
 * dies, the listeners in other processes are called at the next slow poll at the latest.
 */
import { PgConnection } from "@effect/sql-pg"
import { ChangeSignals } from "@sheaf/ports"
import { Deferred, Effect, Latch, Layer, Queue, Schedule } from "effect"
import type { Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import * as ChangeSignalsLocal from "../processes/ChangeSignalsLocal.ts"

const channel = "sheaf_change"

const everything = "*"

/** How often all listeners are called, even without a notification. */
const slowPoll = "10 seconds"

/** The pause between connection attempts. Each attempt calls all listeners. */
const reconnect = "1 second"

/** The maximum number of topics in one notification, which must be shorter than 8,000 bytes. */
const topicsAtOnce = 100

/** Notifies other processes. Each process ignores notifications with its own `sender`. */
const notify = (sql: SqlClient.SqlClient, sender: string, topics: ReadonlyArray<string>) =>
  sql`SELECT pg_notify(${channel}, ${[sender, ...topics].join(" ")})`

const chunked = (topics: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(topics.length / topicsAtOnce) }, (_, index) =>
    topics.slice(index * topicsAtOnce, (index + 1) * topicsAtOnce)
  )

/**
 * When the scope closes, tells all processes that anything may have changed. This is meant for administrative commands,
 * which change only a few rows.
 */
export const notifyOnClose = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.addFinalizer(() => Effect.ignore(notify(sql, "command", [everything])))
)

export const layer = (url: Redacted.Redacted) =>
  Layer.effect(
    ChangeSignals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const self = randomUUID()
      const { publishAll, signals } = ChangeSignalsLocal.make()
      const unsent = new Set<string>()
      const isUnsent = Latch.makeUnsafe(false)
      const listening = yield* Deferred.make<void>()

      /**
       * Sends all topics that have changed since the last call. If that fails, other processes notice at their next
       * slow poll.
       */
      const send = Effect.gen(function* () {
        yield* isUnsent.await
        isUnsent.closeUnsafe()
        const topics = [...unsent]
        unsent.clear()
        for (const chunk of chunked(topics)) yield* Effect.ignore(notify(sql, self, chunk))
      })

      const receive = (payload: string) => {
        const [sender, ...topics] = payload.split(" ")
        if (sender === self) return Effect.void
        if (topics.includes(everything)) return Effect.sync(publishAll)
        return Effect.forEach(topics, signals.publish, { discard: true })
      }

      const listen = Effect.scoped(
        Effect.gen(function* () {
          const session = yield* PgConnection.make({ url, applicationName: "sheaf signals", keepAlive: "10 seconds" })
          const notifications = yield* session.listen(channel)
          // While the connection was down, other processes may have changed something.
          if (!(yield* Deferred.succeed(listening, undefined))) publishAll()
          yield* Effect.forever(Effect.flatMap(Queue.take(notifications), ({ payload }) => receive(payload)))
        })
      )
      const again = Effect.tapError(listen, () => Effect.sync(publishAll))

      yield* Effect.forkScoped(Effect.forever(send))
      yield* Effect.forkScoped(Effect.retry(again, Schedule.spaced(reconnect)))
      yield* Effect.forkScoped(Effect.repeat(Effect.delay(Effect.sync(publishAll), slowPoll), Schedule.forever))
      yield* Effect.timeoutOption(Deferred.await(listening), "3 seconds")
      return ChangeSignals.of({
        publish: (topic) =>
          Effect.andThen(
            signals.publish(topic),
            Effect.sync(() => {
              unsent.add(topic)
              isUnsent.openUnsafe()
            })
          ),
        subscribe: signals.subscribe
      })
    })
  )
