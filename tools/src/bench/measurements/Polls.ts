/** Compares status polls, in both versions and over mutual TLS, with bare servers and Fastify doing the same work. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createSecureContext } from "node:tls"
import { hasEnded } from "@sheaf/sandbox-site/testing"
import * as Installation from "../../workshop/stage/Installation.ts"
import * as CollectionLoad from "../load/CollectionLoad.ts"
import * as Load from "../load/Load.ts"
import * as ResponseEquality from "../load/ResponseEquality.ts"
import type { Contestant, Measurement, ByRunLength } from "../suite/Measurement.ts"
import * as Server from "../servers/Server.ts"

/** Connections per turn. TLS uses only a few, so that handshakes take only a small part of each turn. */
const connections = { clear: 50, tls: 8 }

const millis: ByRunLength<number> = { smoke: 50, full: 350, long: 350 }

const [rate, time] = ["per second", "µs of processor time"]

const bare = new URL("../servers/bareServer.ts", import.meta.url)
const fastify = new URL("../servers/fastifyServer.ts", import.meta.url)

export const measurement: Measurement = {
  name: "polls",
  summary: "status polls, against bare node:http, node:https and Fastify",
  rounds: { smoke: 1, full: 9, long: 61 },
  prepare: async (cleanup, effort) => {
    const { certifiedKey, dataDir, service } = await Installation.createAndStart(cleanup)
    const client = Installation.clientOf({ apiKey: certifiedKey }, { service })
    const id = await client.begin(CollectionLoad.completingStartRequest())
    await client.poll(id, hasEnded)
    const certificate = (name: string) => readFileSync(join(dataDir, "certs/demo", name))
    const secureContext = createSecureContext({
      ca: certificate("ca.pem"),
      cert: certificate("client.pem"),
      key: certificate("client.key")
    })
    const headers = Installation.headersOf(certifiedKey, "2026-04-01")
    const poll = (base: string): Load.LoadRequest => ({ base, path: `/collections/${id}/status`, headers })
    const old = {
      base: service.base,
      path: `/wealth/collection/${id}/status`,
      headers: Installation.headersOf(certifiedKey, "2025-01-01")
    }
    const contestant = (name: string, pid: number, request: Load.LoadRequest): Contestant => ({
      name,
      measure: async () => {
        const own = request.base.startsWith("https:")
          ? { connections: connections.tls, secureContext }
          : { connections: connections.clear }
        const load = await Load.run({ request, pid, millis: millis[effort], ...own })
        return { [rate]: load.perSecond, "ms, 99th percentile": load.p99, [time]: load.processorMicros }
      }
    })
    const server = async (name: string, script: URL, ...args: ReadonlyArray<string>) => {
      const { base, pid } = await Server.start(cleanup, script, ...args)
      return { base, contestant: contestant(name, pid, poll(base)) }
    }
    const other = await server("Fastify", fastify, dataDir)
    await ResponseEquality.expectSameResponse(poll(service.base), poll(other.base))
    return [
      contestant("polls", service.pid, poll(service.base)),
      contestant("polls, 2025-01-01", service.pid, old),
      (await server("bare node:http", bare, "http", dataDir)).contestant,
      other.contestant,
      contestant("polls over TLS", service.pid, poll(service.mutualTlsBase ?? "")),
      (await server("bare node:https", bare, "https", dataDir)).contestant
    ]
  },
  limits: [
    { of: "polls", to: "bare node:http", unit: rate, bound: [">=", 0.8] },
    { of: "polls", to: "Fastify", unit: rate, bound: [">=", 1] },
    { of: "bare node:http", to: "polls", unit: time, bound: [">=", 0.8] },
    { of: "Fastify", to: "polls", unit: time, bound: [">=", 1] },
    { of: "polls, 2025-01-01", to: "polls", unit: rate, bound: [">=", 0.9] },
    { of: "polls over TLS", to: "bare node:https", unit: rate, bound: [">=", 0.5] }
  ]
}
