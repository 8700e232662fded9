/**
 * Measures deliveries to webhook endpoints: the rate at which a backlog reaches a fast receiver while another receiver
 * hangs, and the delay of single events.
 */
import * as CollectionLifecycle from "@sheaf/domain/CollectionLifecycle"
import { CollectionStore } from "@sheaf/ports"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Effort } from "./Part.ts"
import { completed } from "./Polls.ts"
import { medianOf } from "./Report.ts"
import type { Figure } from "./Report.ts"
import { clientId, clientOf, withInstallation } from "../workshop/stage/Installation.ts"
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

const hour = 3_600_000

/** The pause between two looks at the progress of the backlog, in milliseconds. */
const lookMillis = 50

/** Stores a collection that has ended, which adds one event. */
const ended = (at: number) =>
  Effect.gen(function* () {
    const store = yield* CollectionStore
    const identity = {
      ...CollectionLifecycle.begin,
      collectionId: crypto.randomUUID(),
      clientId,
      company: "se-nordhem",
      market: "se" as const,
      loginMethod: "USERNAME_AND_PASSWORD" as const,
      createdAt: at,
      statusChangedAt: at
    }
    const order = {
      _tag: "Login" as const,
      loginMethod: identity.loginMethod,
      login: { type: "USERNAME_PASSWORD" as const, username: "many", password: "secret" },
      attributes: {}
    }
    yield* store.accept({ identity, products: ["WEALTH"], order, deadline: at + hour })
    const { collectionId, revision } = identity
    const { state } = CollectionLifecycle.transition(
      { status: "COLLECTING", revision },
      { status: "COMPLETED_EMPTY", changed: true }
    )
    const change = { ...state, statusChangedAt: at, at, shown: {}, identified: false }
    yield* store.advance({ collectionId, step: 0, revision }, [change])
  })

/** A server on this machine, with the address of its endpoint. */
const listening = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A listening TCP server's address has this type.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}

/** A receiver that responds at once, with the delay of each event in milliseconds. */
const fastReceiver = async () => {
  const delays: Array<number> = []
  const server = await listening((request, response) => {
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
  const hanging = await listening(() => {})
  try {
    const first = await installation.start()
    for (const { url } of [fast, hanging]) {
      const created = await clientOf(installation, first).post("/webhook-endpoints", { url, version: "2026-04-01" })
      created.expect(201)
    }
    await first.service.stop()
    const at = Date.now()
    const all = Array.from({ length: backlog }, () => ended(at))
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
    fast.close()
    hanging.close()
  }
}

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withInstallation((installation) => measure(installation, sizes[effort]))
