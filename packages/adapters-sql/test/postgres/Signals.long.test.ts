/** Tests that change signals reach another process on the same PostgreSQL database. */
import { assert, layer } from "@effect/vitest"
import { ChangeSignals } from "@sheaf/ports"
import { changeSignalsContract, testsOf } from "@sheaf/ports/testing"
import { Context, Deferred, Effect, Layer, Redacted, Schedule } from "effect"
import type { Scope } from "effect"
import { Postgres, PostgresSignals } from "../../src/postgres.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const signalsOf = (url: string) => {
  const address = Redacted.make(url)
  const signals = PostgresSignals.layer(address).pipe(Layer.provideMerge(Postgres.layer(address)))
  return Effect.map(Layer.build(Layer.fresh(signals)), Context.get(ChangeSignals))
}

const called = Effect.fnUntraced(function* (
  { subscribe }: ChangeSignals["Service"],
  topic: string,
  change: Effect.Effect<unknown, never, Scope.Scope>
) {
  const call = yield* Deferred.make<void>()
  const end = subscribe(topic, () => Deferred.doneUnsafe(call, Effect.void))
  yield* change
  yield* Effect.timeout(Deferred.await(call), "8 seconds")
  end()
})

for (const installation of PostgresServer.installations()) {
  const signals = Layer.unwrap(
    Effect.map(PostgresDatabase.DatabaseUrl, (url) => PostgresSignals.layer(Redacted.make(url)))
  )
  changeSignalsContract(
    installation.name,
    Database.sqlStores.pipe(
      Layer.provideMerge(signals),
      Layer.provideMerge(Layer.merge(PostgresDatabase.layer(installation), Database.sealing))
    )
  )

  layer(PostgresDatabase.emptyLayer(installation), { excludeTestServices: true })(
    `signals on ${installation.name}`,
    (it) => {
      const test = testsOf(it, Effect.void)

      test("reach listeners in other processes, and listeners in their own process only once", function* () {
        const url = yield* PostgresDatabase.DatabaseUrl
        const [one, other] = [yield* signalsOf(url), yield* signalsOf(url)]
        let own = 0
        one.subscribe("topic", () => own++)
        const many = Effect.forEach(
          Array.from({ length: 250 }, (_, index) => `topic-${index}`),
          one.publish
        )
        yield* called(other, "topic", one.publish("topic"))
        yield* called(other, "topic-249", many)
        assert.strictEqual(own, 1)
      })

      test("resume after a lost connection, and listeners are called because signals may have been lost", function* () {
        const url = yield* PostgresDatabase.DatabaseUrl
        const [one, other] = [yield* signalsOf(url), yield* signalsOf(url)]
        const cut = PostgresDatabase.execute(
          url,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sheaf signals'"
        )
        yield* called(other, "any", Effect.orDie(cut))
        // Signals are lost until both processes have reconnected.
        const publish = Effect.repeat(one.publish("other"), Schedule.spaced("100 millis"))
        yield* called(other, "other", Effect.forkScoped(publish))
      })

      test("from commands reach all listeners", function* () {
        const url = yield* PostgresDatabase.DatabaseUrl
        const one = yield* signalsOf(url)
        const announcing = Layer.effectDiscard(PostgresSignals.notifyOnClose).pipe(
          Layer.provide(Postgres.layer(Redacted.make(url)))
        )
        const command = Effect.scoped(Layer.build(announcing))
        yield* called(one, "any", Effect.orDie(command))
      })
    }
  )
}
