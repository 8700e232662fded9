/**
 * Measures many collections that wait for input: the memory that each needs, the time until a killed service is ready
 * again, and the rate at which the collections complete. All three measurements use the same collections.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Effort } from "../Part.ts"
import { clientOf, withInstallation } from "../../workshop/stage/Installation.ts"
import type { Installation, Started } from "../../workshop/stage/Installation.ts"
import * as Crowd from "../load/Crowd.ts"
import { inspectable, liveBytes, residentMegabytes } from "../../workshop/checker/Memory.ts"
import { medianOf } from "../Report.ts"
import { middle } from "../../workshop/checker/Latency.ts"
import type { Figure } from "../Report.ts"

interface Size {
  /** The number of warm-up collections, which compile all code and fill all caches. */
  readonly warmUp: number
  readonly waiting: number
  /** The pause after which the heap has settled. */
  readonly idleMillis: number
  readonly restarts: number
  readonly rounds: number
  /** The number of collections that receive input in each round. */
  readonly answered: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { warmUp: 5, waiting: 20, idleMillis: 0, restarts: 1, rounds: 1, answered: 5 },
  full: { warmUp: 300, waiting: 1_000, idleMillis: 21_000, restarts: 3, rounds: 3, answered: 300 },
  long: { warmUp: 300, waiting: 10_000, idleMillis: 21_000, restarts: 5, rounds: 5, answered: 1_000 }
}

/** A collection that asks for a code. */
export const twoFactor = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
} as const

const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const

const allAre = (client: Client, ids: ReadonlyArray<string>, expected: string): Promise<void> =>
  Crowd.each(ids.length, async (number) => {
    const { status } = await client.status(ids[number] ?? "")
    if (status !== expected) throw new Error(`a collection is ${status}, not ${expected}`)
  })

/** Starts collections and returns their ids when all of them wait for a code. */
export const startWaiting = async (client: Client, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  await Crowd.each(count, async () => {
    ids.push(await client.begin(twoFactor))
  })
  await Crowd.untilNoneIs(client, "RUNNING,LOGIN")
  await allAre(client, ids, "TWO_FACTOR_PENDING")
  return ids
}

/** Posts a code. */
export const answer = async (client: Client, id: string): Promise<void> => {
  const supplied = await client.supply({ id, status: "TWO_FACTOR_PENDING" }, code)
  supplied.expect(202)
}

const hasCompleted = async (client: Client, id: string): Promise<boolean> => {
  const { pollingInterval, status } = await client.status(id)
  if (pollingInterval === undefined && status !== "COMPLETED") throw new Error(`a collection ended as ${status}`)
  return pollingInterval === undefined
}

/**
 * Posts a code to each collection and polls until all have completed. Returns the time until the last completion, in
 * milliseconds.
 */
export const answerAll = async (client: Client, ids: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  await Crowd.each(ids.length, (number) => answer(client, ids[number] ?? ""))
  await Crowd.each(ids.length, async (number) => {
    while (!(await hasCompleted(client, ids[number] ?? ""))) await pause(5)
  })
  return performance.now() - began
}

interface Held {
  readonly live: number
  readonly resident: number
}

const heldBy = async ({ service }: Started): Promise<Held> => ({
  live: await liveBytes(service.output()),
  resident: residentMegabytes(service.pid) * 1024 * 1024
})

interface Population {
  readonly ids: ReadonlyArray<string>
  readonly figures: ReadonlyArray<Figure>
}

/** Starts the collections and measures their memory. */
const held = async (client: Client, started: Started, { idleMillis, waiting, warmUp }: Size): Promise<Population> => {
  await answerAll(client, await startWaiting(client, warmUp))
  await pause(idleMillis)
  const before = await heldBy(started)
  const ids = await startWaiting(client, waiting)
  const atOnce = await heldBy(started)
  await pause(idleMillis)
  const after = await heldBy(started)
  await allAre(client, ids, "TWO_FACTOR_PENDING")
  const each = (key: keyof Held, { [key]: bytes }: Held) => (bytes - before[key]) / waiting / 1024
  const megabytes = ({ resident }: Held): string => (resident / 1024 ** 2).toFixed(0)
  const figures: ReadonlyArray<Figure> = [
    {
      name: "heap of a waiting collection",
      value: each("live", after),
      unit: "KB",
      target: ["<=", 50],
      note: `of ${waiting}; ${each("live", atOnce).toFixed(1)} KB right after the last start`
    },
    {
      name: "resident memory of a waiting collection",
      value: each("resident", after),
      unit: "KB",
      note: `with garbage: ${megabytes(before)} MB before, ${megabytes(after)} MB after`
    }
  ]
  return { ids, figures }
}

interface Restarted extends Population {
  readonly client: Client
}

/**
 * Kills and restarts the service, alternating with a service that has no collections. Posts input to one collection
 * after each restart. Returns the collections that still wait.
 */
const restarted = async (
  ids: ReadonlyArray<string>,
  { empty, loaded }: { readonly empty: Installation; readonly loaded: Installation },
  running: Started,
  { restarts }: Size
): Promise<Restarted> => {
  const millis = { loaded: new Array<number>(), empty: new Array<number>(), answer: new Array<number>() }
  let client = clientOf(loaded, running)
  for (let round = 0; round < restarts; round++) {
    await running.service.kill()
    const idle = await empty.start()
    await idle.service.kill()
    running = await loaded.start()
    client = clientOf(loaded, running)
    millis.empty.push(idle.startMillis)
    millis.loaded.push(running.startMillis)
    millis.answer.push(await answerAll(client, ids.slice(round, round + 1)))
  }
  const rest = ids.slice(restarts)
  await allAre(client, rest, "TWO_FACTOR_PENDING")
  const beyond = millis.loaded.map((value, round) => value - (millis.empty[round] ?? Number.NaN))
  const figures = [
    medianOf(`killed with ${ids.length} waiting, started, ready`, millis.loaded, "ms", { target: ["<=", 3_000] }),
    medianOf("beyond a start with nothing", beyond, "ms"),
    medianOf("one of them, answered right then, to COMPLETED", millis.answer, "ms", {
      note: "includes the company's own pause"
    })
  ]
  return { client, ids: rest, figures }
}

const answered = async (
  client: Client,
  ids: ReadonlyArray<string>,
  { answered: count, rounds }: Size
): Promise<ReadonlyArray<Figure>> => {
  const seconds: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    const millis = await answerAll(client, ids.slice(round * count, (round + 1) * count))
    // The first round is a warm-up.
    if (round > 0) seconds.push(millis / 1000)
  }
  return [
    medianOf(`${count} waiting, all answered, to the last COMPLETED`, seconds, "s", {
      note: `from ${Crowd.connections} connections`
    }),
    { name: "waiting collections, answer to COMPLETED", value: count / middle(seconds), unit: "per second" }
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation(
    (loaded) =>
      withInstallation(
        async (empty) => {
          const size = sizes[effort]
          const started = await loaded.start()
          const population = await held(clientOf(loaded, started), started, size)
          const survivors = await restarted(population.ids, { loaded, empty }, started, size)
          return [
            ...population.figures,
            ...survivors.figures,
            ...(await answered(survivors.client, survivors.ids, size))
          ]
        },
        { env: inspectable }
      ),
    { env: inspectable }
  )
