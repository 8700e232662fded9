/** Tests counters that two processes share on PostgreSQL. */
import { assert, layer } from "@effect/vitest"
import { Counters } from "@sheaf/ports"
import { countersContract } from "@sheaf/ports/testing"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PostgresCounters } from "../../src/postgres.ts"
import { PostgresServer } from "../../src/testing/index.ts"
import * as Database from "../Database.ts"
import * as PostgresDatabase from "./PostgresDatabase.ts"

const counters = PostgresCounters.layer(["tests", "starts"]).pipe(Layer.provide(Database.sealing))

const another = Effect.map(Layer.build(Layer.fresh(counters)), Context.get(Counters))

for (const installation of PostgresServer.installations()) {
  const shared = counters.pipe(Layer.provideMerge(PostgresDatabase.layer(installation)))
  countersContract(installation.name, shared)

  layer(shared)(`counters on ${installation.name}`, (it) => {
    it.effect(
      "count starts and login attempts of all processes together, and reads separately until they reconcile",
      () =>
        Effect.gen(function* () {
          const [one, other] = [yield* another, yield* another]
          const starts = { name: "starts", quota: 3, windowMillis: 60_000 }
          const taken = yield* Effect.all(
            Array.from({ length: 5 }, (_, index) => (index % 2 === 0 ? one : other).take(starts, "client")),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(
            taken.filter(({ isAllowed }) => isAllowed),
            starts.quota
          )
          const limit = { starts: 1, startsAfterFailure: 1, windowMillis: 60_000 }
          const now = yield* Clock.currentTimeMillis
          assert.strictEqual(yield* one.countAttempt(limit, "login", now), 0)
          assert.isAbove(yield* other.countAttempt(limit, "login", now), 0)
          const reads = { name: "status", quota: 2_000, windowMillis: 6_000_000 }
          const send = (counters: typeof one, requests: number) =>
            Effect.gen(function* () {
              for (let sent = 0; sent < requests; sent++)
                assert.isTrue((yield* counters.take(reads, "client")).isAllowed)
            })
          yield* send(one, 2_000)
          yield* send(other, 300)
          // Without an exchange between the processes, `other` would allow 1,700 more requests.
          let sent = 0
          for (; (yield* other.take(reads, "client")).isAllowed; sent++) {
            yield* TestClock.adjust("1 second")
            for (let trip = 0; trip < 5; trip++) yield* one.countAttempt(limit, "other login", now)
          }
          assert.isBelow(sent, 1_000)
          assert.strictEqual((yield* other.take(reads, "other client")).remaining, 1_999)
        })
    )
  })
}
