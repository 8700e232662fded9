/** Runs the mix of the soak test, takes readings, and compares them (decisions 19). */
import { Client } from "@sheaf/adapters-http/testing"
import { setTimeout as pause } from "node:timers/promises"
import { percentile } from "./Flatness.ts"
import { Operator } from "./Operator.ts"
import * as Persons from "./Persons.ts"
import * as Reading from "./Reading.ts"
import type { Sample } from "./Samples.ts"
import * as Webhook from "./Webhook.ts"

export interface Plan {
  readonly folder: string
  readonly seconds: number
  readonly personsPerSecond: number
  /** The time between two readings, in seconds. */
  readonly readingSeconds: number
  /** The time between two kills, in the first and the last quarter, in seconds. */
  readonly killSeconds: number
  /** The time between two replacements of an API key and of the webhook secret, in seconds. */
  readonly replaceSeconds: number
  readonly report: (line: string) => void
}

export interface Outcome extends Persons.Tally {
  readonly samples: ReadonlyArray<Sample>
  readonly kills: number
  readonly delivered: number
  readonly replaced: number
}

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

const row = (cells: ReadonlyArray<string>): string => cells.map((cell) => cell.padStart(9)).join("")

const heading = row(["time", "resident", "live", "fds", "rows", "file", "free", "p50", "p99", "requests"])

const rowOf = ({ latencies, reading, seconds }: Sample): string =>
  row([
    `${seconds.toFixed(0)} s`,
    `${reading.residentMegabytes.toFixed(0)} MB`,
    `${reading.liveMegabytes.toFixed(0)} MB`,
    String(reading.descriptors),
    String(sum(reading.rows.values())),
    `${megabytes(reading.fileBytes)} MB`,
    `${megabytes(reading.freeBytes)} MB`,
    `${percentile(latencies, 0.5).toFixed(0)} ms`,
    `${percentile(latencies, 0.99).toFixed(0)} ms`,
    String(latencies.length)
  ])

/** Runs the plan, and stops the service even if the run fails. */
export const run = async (plan: Plan): Promise<Outcome> => {
  const operator = new Operator(plan.folder)
  const samples: Array<Sample> = []
  const faults: Array<string> = []
  let latencies: Array<number> = []
  let replaced = 0
  const client = new Client({
    base: () => operator.service.base,
    contract: "unchecked",
    fetch: async (url, init) => {
      const began = performance.now()
      const response = await fetch(url, init)
      latencies.push(performance.now() - began)
      return response
    }
  })
  try {
    await operator.start()
    const webhook = await Webhook.start(client)
    try {
      const began = performance.now()
      const secondsNow = () => (performance.now() - began) / 1000
      const end = AbortSignal.timeout(plan.seconds * 1000)
      const isQuiet = (seconds: number) => seconds >= plan.seconds / 4 && seconds < (plan.seconds * 3) / 4
      /** Repeats a task at an interval until the end. The tasks of a run take turns, so that no command meets a kill. */
      let turn = Promise.resolve()
      const every = async (seconds: number, task: () => Promise<void>): Promise<void> => {
        for (;;) {
          await pause(seconds * 1000, undefined, { signal: end }).catch(() => undefined)
          if (end.aborted) return
          turn = turn.then(task).catch((error: unknown) => {
            faults.push(error instanceof Error ? error.message : String(error))
          })
          await turn
        }
      }
      plan.report(heading)
      const [tally] = await Promise.all([
        Persons.arrive(client, plan.personsPerSecond, () => operator.life, end),
        every(plan.killSeconds, async () => {
          if (!isQuiet(secondsNow())) await operator.rotateSealingKey()
        }),
        every(plan.replaceSeconds, async () => {
          await Promise.all([operator.replaceApiKey(), webhook.rotate()])
          replaced++
        }),
        every(plan.readingSeconds, async () => {
          const seconds = secondsNow()
          const reading = await Reading.take(operator.service, operator.dataDir)
          const sample = { seconds, isQuiet: isQuiet(seconds), reading, latencies }
          latencies = []
          samples.push(sample)
          plan.report(rowOf(sample))
        })
      ])
      const { kills } = operator.life
      return {
        ...tally,
        faults: [...faults, ...tally.faults],
        samples,
        kills,
        delivered: webhook.delivered(),
        replaced
      }
    } finally {
      webhook.stop()
    }
  } finally {
    await operator.kill()
  }
}
