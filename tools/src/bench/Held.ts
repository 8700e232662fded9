/** Measures polls that wait for a change: the memory that each needs, and the time until all of them return. */
import { setTimeout as pause } from "node:timers/promises"
import type { Effort } from "./Part.ts"
import { clientOf, headersOf, withInstallation } from "../workshop/stage/Installation.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import { inspectable, liveBytes, residentMegabytes } from "../workshop/checker/Memory.ts"
import * as Sockets from "./load/Sockets.ts"
import type { Figure } from "./Report.ts"
import * as Waiting from "./collections/Waiting.ts"

interface Size {
  readonly polls: number
  /** The number of warm-up polls, which fill all caches. */
  readonly warmUp: number
  /** The number of collections. The polls are divided evenly among them. */
  readonly collections: number
}

const full: Size = { polls: 5_000, warmUp: 500, collections: 10 }

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { polls: 50, warmUp: 10, collections: 5 },
  full,
  long: full
}

/** The time in which the service receives all polls, in milliseconds. */
const settleMillis = 1_000

const hold = async ({ apiKey, service }: RunningInstallation, ids: ReadonlyArray<string>, count: number) => {
  const paths = Array.from({ length: count }, (_, number) => `/collections/${ids[number % ids.length]}/status`)
  const headers = { ...headersOf(apiKey, "2026-04-01"), prefer: "wait=30" }
  const polls = await Sockets.sendAll(service.base, paths, headers)
  await pause(settleMillis)
  return polls
}

/** Makes all polls return, and returns the time until the last response, in milliseconds. */
const millisToAnswer = async (polls: ReadonlyArray<Sockets.Sent>, wake: () => Promise<unknown>): Promise<number> => {
  const early = await Promise.race([...polls.map(({ answered }) => answered), pause(0)])
  if (early !== undefined) throw new Error(`a poll was not held: ${early.status}`)
  const began = performance.now()
  const woken = wake()
  const answers = await Promise.all(polls.map(({ answered }) => answered))
  const [other] = answers.filter(({ status }) => status !== 200)
  if (other !== undefined) throw new Error(`a held poll returned ${other.status}`)
  await woken
  for (const { close } of polls) close()
  return Math.max(...answers.map(({ at }) => at)) - began
}

const measure = async (
  bench: RunningInstallation,
  { collections, polls: count, warmUp }: Size
): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(bench, bench)
  const { service } = bench
  const answerAll = async (ids: ReadonlyArray<string>) => {
    for (const id of ids) await Waiting.answer(client, id)
  }
  const first = await Waiting.startWaiting(client, collections)
  await millisToAnswer(await hold(bench, first, warmUp), () => answerAll(first))
  const ids = await Waiting.startWaiting(client, collections)
  const before = { live: await liveBytes(service.output()), resident: residentMegabytes(service.pid) }
  const polls = await hold(bench, ids, count)
  const after = { live: await liveBytes(service.output()), resident: residentMegabytes(service.pid) }
  const woken = await millisToAnswer(polls, () => answerAll(ids))
  const last = await hold(bench, await Waiting.startWaiting(client, collections), count)
  const stopped = await millisToAnswer(last, () => service.stop())
  return [
    {
      name: "heap of a held poll",
      value: (after.live - before.live) / count / 1024,
      unit: "KB",
      note: `of ${count}, each on its own connection`
    },
    {
      name: "resident memory of a held poll",
      value: ((after.resident - before.resident) * 1024) / count,
      unit: "KB",
      target: ["<=", 60],
      note: `${before.resident.toFixed(0)} MB before, ${after.resident.toFixed(0)} MB with all`
    },
    { name: "change to the last response", value: woken, unit: "ms", note: `${collections} collections change` },
    { name: "stop signal to the last response", value: stopped, unit: "ms", target: ["<=", 2_000] }
  ]
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation(
    async (installation) => measure({ ...installation, ...(await installation.start()) }, sizes[effort]),
    { env: inspectable }
  )
