/** Runs the workload of the soak test, takes readings, and compares them (spec 14.5). */
import { TestClient } from "@sheaf/sandbox-site/testing"
import { setTimeout as pause } from "node:timers/promises"
import { percentile } from "../workshop/checker/Latency.ts"
import * as LogCheck from "../workshop/checker/LogCheck.ts"
import * as Machine from "../workshop/checker/Machine.ts"
import { withCleanup } from "../workshop/stage/Cleanup.ts"
import type { Cleanup } from "../workshop/stage/Cleanup.ts"
import * as LocalServer from "../workshop/stage/LocalServer.ts"
import * as Operator from "./Operator.ts"
import * as SimulatedUsers from "./SimulatedUsers.ts"
import * as ResourceUsage from "./ResourceUsage.ts"
import * as Samples from "./Samples.ts"
import type { Sample } from "./Samples.ts"

export interface SoakPlan {
  readonly seconds: number
  readonly personsPerSecond: number
  readonly readingSeconds: number
  /** The interval, in seconds, at which the service is killed during the first and the last quarter of the run. */
  readonly killSeconds: number
  readonly replaceSeconds: number
  readonly report: (line: string) => void
}

const row = (...cells: ReadonlyArray<string>): string => cells.map((cell) => cell.padStart(9)).join("")

const heading = row("time", "resident", "live", "fds", "rows", "file", "free", "p50", "p99", "requests")

const rowOf = ({ latencies, reading, seconds }: Sample): string =>
  row(
    `${seconds.toFixed(0)} s`,
    `${reading.residentMegabytes.toFixed(0)} MB`,
    `${reading.liveMegabytes.toFixed(0)} MB`,
    String(reading.descriptors),
    String([...reading.rows.values()].reduce((total, count) => total + count, 0)),
    `${(reading.fileBytes / 1_000_000).toFixed(1)} MB`,
    `${(reading.freeBytes / 1_000_000).toFixed(1)} MB`,
    `${percentile(latencies, 0.5).toFixed(0)} ms`,
    `${percentile(latencies, 0.99).toFixed(0)} ms`,
    String(latencies.length)
  )

const webhookOf = async (cleanup: Cleanup, client: TestClient) => {
  let delivered = 0
  const { stop, url } = await LocalServer.serve((request, response) => {
    request.resume().on("end", () => {
      delivered++
      response.writeHead(204).end()
    })
  })
  cleanup.add(stop)
  const create = async () => {
    const created = await client.post("/webhook-endpoints", { url })
    return `/webhook-endpoints/${created.expect(201).read<{ readonly endpointId: string }>().endpointId}`
  }
  let path = await create()
  return {
    delivered: () => delivered,
    /**
     * Rotates the endpoint's secret. If the service refuses because too many earlier secrets still sign events,
     * replaces the endpoint.
     */
    rotate: async () => {
      const answer = await client.post(`${path}/rotate`)
      if (answer.status === 200) return
      answer.expect(409)
      ;(await client.delete(path)).expect(204)
      path = await create()
    }
  }
}

/**
 * Repeats each task at its own interval until the end. Tasks run one at a time, so that a kill never interrupts a
 * command. Returns the tasks' errors.
 */
const repeat = async (
  end: AbortSignal,
  tasks: ReadonlyArray<readonly [seconds: number, task: () => Promise<void>]>
) => {
  const faults: Array<string> = []
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
  await Promise.all(tasks.map(([seconds, task]) => every(seconds, task)))
  return faults
}

/** Stops the service even if the run fails. */
export const run = (plan: SoakPlan) =>
  withCleanup(async (cleanup) => {
    const operator = await Operator.start(cleanup)
    const samples: Array<Sample> = []
    let latencies: Array<number> = []
    let replaced = 0
    const client = new TestClient({
      base: () => operator.service().base,
      contract: "unchecked",
      fetch: async (url, init) => {
        const began = performance.now()
        const response = await fetch(url, init)
        latencies.push(performance.now() - began)
        return response
      }
    })
    const webhook = await webhookOf(cleanup, client)
    const began = performance.now()
    const secondsNow = () => (performance.now() - began) / 1000
    const end = AbortSignal.timeout(plan.seconds * 1000)
    const isQuiet = (seconds: number) => seconds >= plan.seconds / 4 && seconds < (plan.seconds * 3) / 4
    const kill = async () => {
      if (!isQuiet(secondsNow())) await operator.rotateSealingKey()
    }
    const replace = async () => {
      await Promise.all([operator.replaceApiKey(), webhook.rotate()])
      replaced++
    }
    const read = async () => {
      const seconds = secondsNow()
      const reading = await ResourceUsage.measure(operator.service(), operator.database)
      const sample = { seconds, isQuiet: isQuiet(seconds), reading, latencies }
      latencies = []
      samples.push(sample)
      plan.report(rowOf(sample))
    }
    plan.report(heading)
    const [counts, faults] = await Promise.all([
      SimulatedUsers.simulateArrivals(client, plan.personsPerSecond, operator.life, end),
      repeat(end, [
        [plan.killSeconds, kill],
        [plan.replaceSeconds, replace],
        [plan.readingSeconds, read]
      ])
    ])
    const alarm = LogCheck.defectIn(operator.service().output())
    const alarms = alarm === undefined ? [] : [`the log contains: ${alarm.slice(0, 500)}`]
    const { kills } = operator.life()
    return {
      ...counts,
      faults: [...faults, ...counts.faults, ...alarms],
      samples,
      kills,
      delivered: webhook.delivered(),
      replaced
    }
  })

/** Prints the verdicts. Returns true if every figure stayed flat. */
export const runAndReport = async (minutes: number, personsPerSecond: number): Promise<boolean> => {
  console.log(`${Machine.describe(new Date())}\n`)
  const seconds = minutes * 60
  const { delivered, faults, interrupted, kills, replaced, samples, served, turnedAway } = await run({
    seconds,
    personsPerSecond,
    readingSeconds: Math.max(seconds / 120, 5),
    killSeconds: Math.max(seconds / 40, 10),
    replaceSeconds: Math.max(seconds / 60, 5),
    report: console.log
  })
  console.log(
    `\n${served} persons served, ${interrupted} interrupted by ${kills} kills, ${turnedAway} turned away; ${delivered} ` +
      `deliveries; ${kills} sealing keys, ${replaced} API keys and webhook secrets replaced\n`
  )
  const verdicts = Samples.trendResults(samples, seconds)
  for (const { text } of verdicts) console.log(text)
  for (const fault of faults.slice(0, 10)) console.error(`fault: ${fault}`)
  const growing = verdicts.filter(({ isFlat }) => !isFlat)
  console.log(growing.length === 0 ? "\nFlat after warm-up." : `\n${growing.length} figures grow.`)
  return growing.length === 0 && faults.length === 0
}
