/** The workload on Sheaf's runner of processes alone: without HTTP, sealing, and the rules of collections. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { DueProcessesSql, NodeMembership } from "@sheaf/adapters-sql"
import { NodeShards, Postgres } from "@sheaf/adapters-sql/postgres"
import { PointReads, Statement, Units } from "@sheaf/adapters-sql/testing"
import { ProcessRunner } from "@sheaf/application"
import { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer, ManagedRuntime, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomUUID } from "node:crypto"
import { serve, url } from "./Protocol.ts"
import { company, mechanismOf, Signals, statementsOf } from "./Workload.ts"

const texts = statementsOf("sheaf")

/** The prefix of ids of workflows that wait after their first step. Other ids begin with the number of steps. */
const waiting = "wait"

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ step: Schema.Finite }))

const ended = new Signals()
const waits = new Signals()

const written = (unit: Parameters<Units["Service"]["share"]>[0]) =>
  Effect.flatMap(Units, (units) => units.share(unit)).pipe(
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

/** The answer that a waiting workflow needs is its row's second step. */
const takeSteps = Effect.fnUntraced(function* (id: string) {
  const doesWait = id.startsWith(waiting)
  const last = doesWait ? 3 : Number(id.split("_")[0])
  for (let { step } = Option.getOrThrow(yield* read(id)); step < last; step++) {
    if (doesWait && step === 1) {
      waits.send(id)
      return { _tag: "Idle", millis: 3_600_000 } as const
    }
    yield* record(id, step + 1, yield* Effect.promise(() => company(step + 1)))
  }
  ended.send(id)
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

/** Starts a workflow, and returns its id when `event` happens. */
const begun = async (prefix: string, event: Signals): Promise<string> => {
  const id = `${prefix}_${randomUUID()}`
  const happened = event.next(id)
  await runtime.runPromise(runner.accept(id, Effect.as(accept(id), true)))
  await happened
  return id
}

serve(
  mechanismOf({
    end: (steps) => begun(String(steps), ended),
    wait: () => begun(waiting, waits),
    wake: (id) => runtime.runPromise(runner.advance(id, Effect.as(record(id, 2, "ANSWERED"), true))),
    ended
  })
)
