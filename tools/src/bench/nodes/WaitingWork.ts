/** Measures the heap of work that waits, and the time from a wake to the next step. */
import type { Client } from "@sheaf/adapters-http/testing"
import { setTimeout as pause } from "node:timers/promises"
import { answer, answerAll, startWaiting } from "../collections/Waiting.ts"
import { medianOf, quotients } from "../Report.ts"
import { middle } from "../../workshop/checker/Latency.ts"
import type { Figure } from "../Report.ts"
import { clientOf } from "../../workshop/stage/Installation.ts"
import { levelBytes } from "../../workshop/checker/Memory.ts"
import type { Stage } from "./Stage.ts"

export interface Size {
  /** The number of workflows and collections that wait and end before the measurement, to compile the code and fill caches. */
  readonly warmUp: number
  readonly waiting: number
  /** The pause after which the heaps have settled. */
  readonly idleMillis: number
  readonly woken: number
}

/** The number of wakes of one contestant before the next contestant's turn. */
const wokenAtOnce = 5

const heaps = (stage: Stage): Promise<ReadonlyArray<number>> =>
  Promise.all(
    [stage.service.first.service, stage.service.second.service, stage.dbos.first].map(({ output }) =>
      levelBytes(output())
    )
  )

/** Posts a code, and returns the milliseconds until a waiting client has received the next status. */
const answered = async (client: Client, id: string): Promise<number> => {
  // Like DBOS's process, the client waits for the change instead of polling.
  const next = client.follow<{ readonly status: string }>(`/collections/${id}/status`)
  await next()
  const began = performance.now()
  const accepted = answer(client, id)
  while ((await next()).status === "TWO_FACTOR_PENDING");
  const millis = performance.now() - began
  await accepted
  return millis
}

/**
 * Wakes waiting work of all contestants in turn. Each contestant has one process left, because DBOS wakes work in the process
 * that runs it, while an answer to Sheaf can reach any node.
 */
export const measureWakes = async (
  { dbos: { second: dbos }, mechanism: { first: mechanism }, service }: Stage,
  { warmUp, woken }: Size
): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(service.installation, service.second)
  await answerAll(client, await startWaiting(client, warmUp))
  await dbos.wait(warmUp)
  await dbos.wake(warmUp)
  const ids = await startWaiting(client, woken)
  for (const worker of [dbos, mechanism]) await worker.wait(woken)
  const rounds = Math.ceil(ids.length / wokenAtOnce)
  const millis = { mechanism: new Array<number>(), dbos: new Array<number>(), service: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    const some = ids.slice(round * wokenAtOnce, (round + 1) * wokenAtOnce)
    millis.mechanism.push(await mechanism.wake(some.length))
    millis.dbos.push(await dbos.wake(some.length))
    const each: Array<number> = []
    for (const id of some) each.push(await answered(client, id))
    millis.service.push(middle(each))
  }
  const ratioTo = (name: string, others: ReadonlyArray<number>) =>
    medianOf(name, quotients(millis.dbos, others), "ratio", { target: [">=", 1] })
  return [
    medianOf("wake to recorded step, mechanism", millis.mechanism, "ms"),
    medianOf("wake to recorded step, DBOS", millis.dbos, "ms"),
    ratioTo("latency, DBOS : mechanism", millis.mechanism),
    medianOf("answer to the next status, whole service over HTTP", millis.service, "ms"),
    ratioTo("latency, DBOS : whole service", millis.service)
  ]
}

/** Measures waiting work. Leaves waiting collections, which it returns, and waiting workflows. */
export const measure = async (stage: Stage, { idleMillis, waiting: count, warmUp, woken }: Size) => {
  const { dbos, mechanism, service } = stage
  const client = clientOf(service.installation, service.first)
  await answerAll(client, await startWaiting(client, warmUp))
  for (const { first } of [dbos, mechanism]) {
    await first.wait(warmUp)
    await first.wake(warmUp)
  }
  await pause(idleMillis)
  const before = await heaps(stage)
  const ids = await startWaiting(client, count)
  await dbos.first.wait(count)
  await pause(idleMillis)
  const after = await heaps(stage)
  const atBoth: Array<number> = []
  for (const id of ids.slice(0, woken)) atBoth.push(await answered(client, id))
  const [first = 0, second = 0, ofDbos = 0] = after.map((bytes, index) => bytes - (before[index] ?? 0))
  const perCollection = (first + second) / count / 1024
  const perWorkflow = ofDbos / count / 1024
  const figures: ReadonlyArray<Figure> = [
    {
      name: "heap of a waiting collection, both nodes",
      value: perCollection,
      unit: "KB",
      note: `${((perCollection * count) / 1024).toFixed(1)} MB for ${count}`
    },
    {
      name: "heap of a waiting workflow, DBOS",
      value: perWorkflow,
      unit: "KB",
      note: `${((perWorkflow * count) / 1024).toFixed(1)} MB for ${count}`
    },
    {
      name: "heap, DBOS : whole service",
      value: perWorkflow / Math.max(perCollection, 0.01),
      unit: "ratio",
      target: [">=", 1]
    },
    medianOf("answer to the next status over HTTP, two nodes", atBoth, "ms", {
      note: "half of the answers reach the node that does not run the collection"
    })
  ]
  return { figures, ids: ids.slice(woken) }
}
