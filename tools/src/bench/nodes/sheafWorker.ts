/** The workload on Sheaf's durable mechanism alone: without HTTP, sealing, and the rules of collections. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { NodeIdentity } from "@sheaf/adapters-mtls"
import { NodeEngine, Postgres } from "@sheaf/adapters-sql/postgres"
import { PointReads, Statement, Units } from "@sheaf/adapters-sql/testing"
import { Engine, Run } from "@sheaf/application"
import { StoreError } from "@sheaf/ports"
import { Context, Effect, Layer, ManagedRuntime, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomUUID } from "node:crypto"
import { middle } from "../Report.ts"
import { serve, url } from "./Protocol.ts"
import { company, inLanes, Signals, statementsOf } from "./Workload.ts"

const texts = statementsOf("sheaf")

/** The prefix of ids of workflows that wait after their first step. Other ids begin with the number of steps. */
const waiting = "wait"

const decodeRow = Schema.decodeUnknownSync(Schema.Struct({ step: Schema.Finite }))

const names = { workflow: "Bench", id: "benchId", signal: "answer", clock: "timeout" }

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
      return { _tag: "Wake", step: 2, millis: 3_600_000 } as const
    }
    yield* record(id, step + 1, yield* Effect.promise(() => company(step + 1)))
  }
  ended.send(id)
  return { _tag: "End" } as const
})

const services = Layer.unwrap(
  Effect.map(NodeIdentity.make(Redacted.make(new Uint8Array(32).fill(7))), (identity) =>
    NodeEngine.layer(
      Redacted.make(url),
      { ...identity, serverName: NodeIdentity.serverName },
      { host: "127.0.0.1", port: 0 }
    )
  )
).pipe(
  Layer.provideMerge(Postgres.layer(Redacted.make(url))),
  Layer.provideMerge(SecureRandom.layerWebCrypto),
  Layer.provideMerge(NodeCrypto.layer)
)

class Workflows extends Context.Service<Workflows, Engine.Engine>()("bench/Workflows") {}

const runtime = ManagedRuntime.make(
  Layer.effect(Workflows, Engine.make({ names, takeSteps })).pipe(
    Layer.provideMerge(Run.layer({ names, takeSteps })),
    Layer.provideMerge(services)
  )
)
const engine = await runtime.runPromise(Workflows)

/** Starts a workflow, and returns its id when `event` happens. */
const begun = async (prefix: string, event: Signals): Promise<string> => {
  const id = `${prefix}_${randomUUID()}`
  const happened = event.next(id)
  await runtime.runPromise(engine.start(id, Effect.as(accept(id), true)))
  await happened
  return id
}

const ids: Array<string> = []

serve({
  run: (count, steps) =>
    inLanes(count, async () => {
      await begun(String(steps), ended)
    }),
  wait: (count) =>
    inLanes(count, async () => {
      ids.push(await begun(waiting, waits))
    }),
  wake: async (count) => {
    const millis: Array<number> = []
    for (const id of ids.splice(0, count)) {
      const next = ended.next(id)
      const began = performance.now()
      await runtime.runPromise(Effect.andThen(record(id, 2, "ANSWERED"), engine.wake(id, 2)))
      await next
      millis.push(performance.now() - began)
    }
    return middle(millis)
  }
})
