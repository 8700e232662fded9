/** Runs the mix of the soak test, takes readings, and compares them (spec 14.5). */
import { Client } from "@sheaf/adapters-http/testing"
import { setTimeout as pause } from "node:timers/promises"
import { percentile } from "../workshop/checker/Latency.ts"
import * as Machine from "../workshop/checker/Machine.ts"
import * as Log from "../workshop/checker/Log.ts"
import { withCleanup } from "../workshop/stage/Cleanup.ts"
import * as Flatness from "./Flatness.ts"
import { Operator } from "./Operator.ts"
import * as Persons from "./Persons.ts"
import * as Reading from "./Reading.ts"
import * as Samples from "./Samples.ts"
import type { Sample } from "./Samples.ts"
import * as Webhook from "./Webhook.ts"

export interface Plan {
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
export const run = (plan: Plan): Promise<Outcome> =>
  withCleanup(async (cleanup) => {
    const operator = await Operator.start(cleanup)
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
    const webhook = await Webhook.start(client)
    cleanup.add(webhook.stop)
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
        const reading = await Reading.take(operator.service, operator.database)
        const sample = { seconds, isQuiet: isQuiet(seconds), reading, latencies }
        latencies = []
        samples.push(sample)
        plan.report(rowOf(sample))
      })
    ])
    const alarm = Log.alarmIn(operator.service.output())
    return {
      ...tally,
      faults: [
        ...faults,
        ...tally.faults,
        ...(alarm === undefined ? [] : [`the log contains: ${alarm.slice(0, 500)}`])
      ],
      samples,
      kills: operator.life.kills,
      delivered: webhook.delivered(),
      replaced
    }
  })

/** Runs for this time, prints the verdicts, and returns true if everything stays flat. */
export const report = async (minutes: number, personsPerSecond: number): Promise<boolean> => {
  console.log(`${Machine.describe(new Date())}\n`)
  const seconds = minutes * 60
  const outcome = await run({
    seconds,
    personsPerSecond,
    readingSeconds: Math.max(seconds / 120, 5),
    killSeconds: Math.max(seconds / 40, 10),
    replaceSeconds: Math.max(seconds / 60, 5),
    report: console.log
  })
  const { delivered, faults, interrupted, kills, replaced, samples, served, turnedAway } = outcome
  console.log(
    `\n${served} persons served, ${interrupted} interrupted by ${kills} kills, ${turnedAway} turned away; ${delivered} ` +
      `deliveries; ${kills} sealing keys, ${replaced} API keys and webhook secrets replaced\n`
  )
  const verdicts = Samples.verdicts(samples, seconds)
  for (const verdict of verdicts) console.log(Flatness.describe(verdict))
  for (const fault of faults.slice(0, 10)) console.error(`fault: ${fault}`)
  const growing = verdicts.filter(({ isFlat }) => !isFlat)
  console.log(growing.length === 0 ? "\nFlat after warm-up." : `\n${growing.length} figures grow.`)
  return growing.length === 0 && faults.length === 0
}
