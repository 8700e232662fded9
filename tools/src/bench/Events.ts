/**
 * Measures deliveries to webhook endpoints: the rate at which a backlog reaches a fast receiver while another receiver
 * hangs, and the delay of single events.
 */
import { Effect } from "effect"
import { setTimeout as pause } from "node:timers/promises"
import type { Effort } from "./Part.ts"
import * as Ended from "./collections/Ended.ts"
import { completed } from "./Polls.ts"
import { medianOf } from "./Report.ts"
import type { Figure } from "./Report.ts"
import { serve } from "../workshop/stage/LocalServer.ts"
import { clientOf, withInstallation } from "../workshop/stage/Installation.ts"
import type { Installation } from "../workshop/stage/Installation.ts"
import { residentMegabytes } from "../workshop/checker/Memory.ts"

interface Size {
  readonly backlog: number
  /** The number of single events. */
  readonly single: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { backlog: 200, single: 5 },
  full: { backlog: 20_000, single: 50 },
  long: { backlog: 100_000, single: 200 }
}

/** The pause between two looks at the progress of the backlog, in milliseconds. */
const lookMillis = 50

/** A receiver that responds at once, with the delay of each event in milliseconds. */
const fastReceiver = async () => {
  const delays: Array<number> = []
  const server = await serve((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      const { timestamp }: { readonly timestamp: string } = JSON.parse(body)
      delays.push(Date.now() - Date.parse(timestamp))
      response.writeHead(204).end()
    })
  })
  const until = async (count: number, look = () => {}) => {
    while (delays.length < count) {
      look()
      await pause(lookMillis)
    }
  }
  return { ...server, delays, until }
}

const measure = async (installation: Installation, { backlog, single }: Size): Promise<ReadonlyArray<Figure>> => {
  const fast = await fastReceiver()
  const hanging = await serve(() => {})
  try {
    const first = await installation.start()
    for (const { url } of [fast, hanging]) {
      const created = await clientOf(installation, first).post("/webhook-endpoints", { url, version: "2026-04-01" })
      created.expect(201)
    }
    await first.service.stop()
    const at = Date.now()
    const all = Array.from({ length: backlog }, () => Ended.store(crypto.randomUUID(), at))
    await installation.withStore(Effect.all(all, { concurrency: 64, discard: true }))
    const began = performance.now()
    const { service, startMillis } = await installation.start()
    let resident = 0
    await fast.until(backlog, () => (resident = Math.max(resident, residentMegabytes(service.pid))))
    const seconds = (performance.now() - began) / 1000 - startMillis / 1000
    const client = clientOf(installation, { service })
    for (let number = 1; number <= single; number++) {
      await client.begin(completed)
      await fast.until(backlog + number)
    }
    return [
      {
        name: "events delivered to a fast receiver",
        value: backlog / seconds,
        unit: "per second",
        note: "while another receiver hangs"
      },
      { name: `backlog of ${backlog} events`, value: seconds, unit: "s", note: "from the end of the start" },
      { name: "memory while it is delivered", value: resident, unit: "MB", target: ["<=", 600] },
      medianOf("change to the receiver", fast.delays.slice(backlog), "ms", { note: "while another receiver hangs" })
    ]
  } finally {
    await fast.stop()
    await hanging.stop()
  }
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation((installation) => measure(installation, sizes[effort]))
