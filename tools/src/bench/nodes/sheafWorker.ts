/**
 * Runs the benchmark's workload on Sheaf's process runner alone, without HTTP, encryption or the rules for collections.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { DueProcessesSql, NodeMembership } from "@sheaf/adapters-sql"
import { NodeShards, Postgres } from "@sheaf/adapters-sql/postgres"
import { PointReads, Statement, UnitsOfWork } from "@sheaf/adapters-sql/testing"
import { ProcessRunner } from "@sheaf/application"
import { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer, ManagedRuntime, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomUUID } from "node:crypto"
import { serveCalls, url } from "./Worker.ts"
import { callCompany, statementsOf } from "./Workload.ts"

const texts = statementsOf("sheaf")

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ step: Schema.Finite }))

const ends = new Map<string, () => void>()

const written = (unit: Parameters<UnitsOfWork["Service"]["share"]>[0]) =>
  Effect.flatMap(UnitsOfWork, (units) => units.share(unit)).pipe(
    Effect.mapError((cause) => new StoreError({ operation: "bench", cause }))
  )

const read = (id: string) =>
  Effect.flatMap(PointReads, (points) =>
    points.prepare("read", texts.read, (row) => Effect.sync(() => decodeRow(row)))(id)
  )

const accept = (id: string) =>
  written(function* () {
    const now = Date.now()
    yield* new Statement(texts.insert, [id, "STATUS_0", now], false)
    yield* new Statement(texts.remember, [id, 0, "STATUS_0", now], false)
  })

const record = (id: string, step: number, status: string) =>
  written(function* () {
    const now = Date.now()
    const changed = yield* new Statement(texts.update, [status, step, now, id, step - 1])
    if (changed.length > 0) yield* new Statement(texts.remember, [id, step, status, now], false)
  })

/** A workflow's id begins with the number of its steps. */
const takeSteps = Effect.fnUntraced(function* (id: string) {
  const last = Number(id.split("_")[0])
  for (let { step } = Option.getOrThrow(yield* read(id)); step < last; step++) {
    yield* record(id, step + 1, yield* Effect.promise(() => callCompany(step + 1)))
  }
  ends.get(id)?.()
  ends.delete(id)
  return { _tag: "End" } as const
})

const services = Layer.effectDiscard(Effect.flatMap(NodeMembership, ({ join }) => join)).pipe(
  Layer.provideMerge(DueProcessesSql.layer),
  Layer.provideMerge(NodeShards.layer(Redacted.make(url))),
  Layer.provideMerge(Postgres.layer(Redacted.make(url))),
  Layer.provideMerge(SecureRandom.layerWebCrypto),
  Layer.provideMerge(NodeCrypto.layer)
)

class Workflows extends Context.Service<Workflows, ProcessRunner.ProcessRunner>()("bench/Workflows") {}

const runtime = ManagedRuntime.make(
  Layer.effect(
    Workflows,
    ProcessRunner.make({
      kind: "collection",
      idName: "benchId",
      takeSteps,
      giveUp: () => Effect.succeed(false)
    })
  ).pipe(Layer.provideMerge(services))
)
const runner = await runtime.runPromise(Workflows)

serveCalls(async (steps) => {
  const id = `${steps}_${randomUUID()}`
  const { promise, resolve } = Promise.withResolvers<void>()
  ends.set(id, resolve)
  await runtime.runPromise(runner.accept(id, Effect.as(accept(id), true)))
  await promise
})
