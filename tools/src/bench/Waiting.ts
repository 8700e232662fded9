/**
 * Measures many collections that wait for a person's input: how fast they complete, how much memory each takes, and how
 * soon the service is ready again after a kill.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "@sheaf/adapters-http/testing"
import { clientOf, withInstallation } from "./servers/Bench.ts"
import type { Started } from "./servers/Bench.ts"
import * as Crowd from "./load/Crowd.ts"
import { inspectable, liveBytes, residentMegabytes } from "./servers/Memory.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

export interface Size {
  readonly answered: number
  readonly held: number
  readonly restarted: number
}

export const full: Size = { answered: 1_000, held: 2_000, restarted: 10_000 }
/** A quick check that the benchmark works. Its figures mean little. */
export const short: Size = { answered: 100, held: 300, restarted: 500 }

const rounds = 3

/** The pause until idle executions leave memory: the engine evicts them after ten seconds, and checks every ten seconds. */
const idleMillis = 25_000

/** The number of collections that compile all code and fill all caches. */
const warmUp = 300

const twoFactor = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
} as const

const code = { type: "TWO_FACTOR_CODE", value: "123456" } as const

const expect = (what: string, found: number | string, expected: number | string): void => {
  if (found !== expected) throw new Error(`${what}: ${found}, not ${expected}`)
}

const allAre = (client: Client, ids: ReadonlyArray<string>, expected: string): Promise<void> =>
  Crowd.each(ids.length, async (number) => {
    const { status } = await client.status(ids[number] ?? "")
    expect("a collection is", status, expected)
  })

/** Starts collections, and returns their ids when all of them wait for a code. */
const startWaiting = async (client: Client, count: number): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  await Crowd.each(count, async () => {
    ids.push(await client.begin(twoFactor))
  })
  await Crowd.untilNoneIs(client, "RUNNING,LOGIN")
  await allAre(client, ids, "TWO_FACTOR_PENDING")
  return ids
}

const answer = async (client: Client, id: string): Promise<void> => {
  const supplied = await client.supply({ id, status: "TWO_FACTOR_PENDING" }, code)
  supplied.expect(202)
}

/** Posts a code to all of them. Returns the time until the last collection has ended, in milliseconds. */
const answerAll = async (client: Client, ids: ReadonlyArray<string>): Promise<number> => {
  const began = performance.now()
  await Crowd.each(ids.length, (number) => answer(client, ids[number] ?? ""))
  await Crowd.untilNoneIs(client, "TWO_FACTOR_PENDING,COLLECTING")
  return performance.now() - began
}

/** Posts a code to one of many waiting collections. Returns the time until its end, in milliseconds. */
const answerOne = async (client: Client, id: string): Promise<number> => {
  const began = performance.now()
  await answer(client, id)
  for (;;) {
    const { pollingInterval, status } = await client.status(id)
    if (pollingInterval === undefined) {
      expect("a collection ended as", status, "COMPLETED")
      return performance.now() - began
    }
  }
}

const spread = (values: ReadonlyArray<number>, digits: number): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`

const answered = (count: number): Promise<ReadonlyArray<Figure>> =>
  withInstallation(async (installation) => {
    const client = clientOf(installation, await installation.start())
    const seconds: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      const ids = await startWaiting(client, count)
      const millis = await answerAll(client, ids)
      await allAre(client, ids, "COMPLETED")
      // The first round is a warm-up.
      if (round > 0) seconds.push(millis / 1000)
    }
    return [
      {
        name: `${count} waiting, all answered, to the last COMPLETED`,
        value: middle(seconds),
        unit: "s",
        note: `${spread(seconds, 2)} in ${rounds} rounds, from ${Crowd.connections} connections`
      },
      { name: "waiting collections, answer to COMPLETED", value: count / middle(seconds), unit: "per second" }
    ]
  })

interface Held {
  readonly live: number
  readonly resident: number
}

const heldBy = async ({ service }: Started): Promise<Held> => ({
  live: await liveBytes(service.output()),
  resident: residentMegabytes(service.pid) * 1024 * 1024
})

const held = (count: number): Promise<ReadonlyArray<Figure>> =>
  withInstallation(async (installation) => {
    const started = await installation.start()
    const client = clientOf(installation, started)
    await answerAll(client, await startWaiting(client, warmUp))
    await pause(idleMillis)
    const before = await heldBy(started)
    const ids = await startWaiting(client, count)
    const atOnce = await heldBy(started)
    await pause(idleMillis)
    const after = await heldBy(started)
    await allAre(client, ids, "TWO_FACTOR_PENDING")
    const each = (key: keyof Held, { [key]: bytes }: Held) => (bytes - before[key]) / count / 1024
    return [
      {
        name: "heap of a waiting collection",
        value: each("live", after),
        unit: "KB",
        target: ["<=", 50],
        note: `of ${count}; ${each("live", atOnce).toFixed(1)} KB right after the last start`
      },
      {
        name: "resident memory of a waiting collection",
        value: each("resident", after),
        unit: "KB",
        note: `all of them, garbage included: ${(before.resident / 1024 ** 2).toFixed(0)} to ${(after.resident / 1024 ** 2).toFixed(0)} MB`
      }
    ]
  }, inspectable)

const restarted = (count: number): Promise<ReadonlyArray<Figure>> =>
  withInstallation((loaded) =>
    withInstallation(async (empty) => {
      let [running, idle] = [await loaded.start(), await empty.start()]
      const ids = await startWaiting(clientOf(loaded, running), count)
      const millis = { loaded: new Array<number>(), empty: new Array<number>(), answer: new Array<number>() }
      for (let round = 0; round < rounds; round++) {
        await Promise.all([running.service.kill(), idle.service.kill()])
        idle = await empty.start()
        running = await loaded.start()
        const client = clientOf(loaded, running)
        millis.empty.push(idle.startMillis)
        millis.loaded.push(running.startMillis)
        millis.answer.push(await answerOne(client, ids[round] ?? ""))
      }
      const client = clientOf(loaded, running)
      await allAre(client, ids.slice(rounds), "TWO_FACTOR_PENDING")
      return [
        {
          name: `killed with ${count} waiting, started, ready`,
          value: middle(millis.loaded) / 1000,
          unit: "s",
          target: ["<=", 3],
          note: `${spread(millis.loaded, 0)} ms; with nothing ${spread(millis.empty, 0)} ms`
        },
        {
          name: "beyond a start with nothing",
          value: middle(millis.loaded.map((value, round) => value - (millis.empty[round] ?? Number.NaN))),
          unit: "ms"
        },
        {
          name: "one of them, answered right then, to COMPLETED",
          value: middle(millis.answer),
          unit: "ms",
          note: `${spread(millis.answer, 0)}, the company's own pause in it`
        }
      ]
    })
  )

export const run = async ({ answered: some, held: more, restarted: most }: Size): Promise<ReadonlyArray<Figure>> => [
  ...(await answered(some)),
  ...(await held(more)),
  ...(await restarted(most))
]
