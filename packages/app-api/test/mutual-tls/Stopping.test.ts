/** Requests in progress when the service stops (spec 5.3). */
import { Listener } from "@sheaf/adapters-http"
import { TestClient, waitFor } from "@sheaf/sandbox-site/testing"
import { Effect } from "effect"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent as PlainAgent, request as requestPlain } from "node:http"
import type { ClientRequest, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { Agent, request } from "node:https"
import { connect } from "node:net"
import { Worker } from "node:worker_threads"
import { afterAll, assert, beforeAll, it } from "vitest"
import { listen } from "../../src/testing/TestServer.ts"
import { plainStart } from "../Starts.ts"
import * as Installation from "./Installation.ts"

let here: Installation.Installation

const keeping = { keepAlive: true }

beforeAll(async () => {
  here = await Installation.install()
}, Installation.setupTimeout)
afterAll(() => here.end())

interface Told {
  readonly statusCode: number | undefined
  readonly connection: string | undefined
  readonly applied: string | string[] | undefined
}

const fields = { "authorization-token": "sheaf-demo", "service-version": "2026-04-01" }

type Listening = "plain" | "mutual TLS"

const open = (listening: Listening, path: string, options: { method?: string; headers: OutgoingHttpHeaders }) => {
  if (listening === "plain")
    return requestPlain(here.service.base + path, { ...options, agent: new PlainAgent(keeping) })
  const shown = { key: readFileSync(here.demo.key), cert: readFileSync(here.demo.certificate) }
  return request(here.base + path, { ...options, ...shown, ca: readFileSync(here.root), agent: new Agent(keeping) })
}

const answerTo = (sent: ClientRequest): Promise<Told> =>
  new Promise((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", (response) => {
      const { headers, statusCode } = response.resume()
      resolve({ statusCode, connection: headers.connection, applied: headers["preference-applied"] })
    })
  })

const begin = (listening: Listening) => {
  const body = JSON.stringify(plainStart)
  const half = body.length / 2
  const headers = { ...fields, "content-type": "application/json", "content-length": body.length }
  const sent = open(listening, "/collections", { method: "POST", headers })
  const begun = new Promise<void>((resolve) => sent.write(body.slice(0, half), () => resolve()))
  return { answered: answerTo(sent), begun, finish: () => sent.end(body.slice(half)) }
}

const waiting = async (): Promise<string> => {
  const client = new TestClient({ base: here.service.base })
  const parameters = [{ type: "USERNAME_PASSWORD" as const, username: "two-factor", password: "any" }]
  const id = await client.begin({ company: "se-nordhem", loginMethod: "USERNAME_AND_PASSWORD", parameters })
  await client.poll(id, ({ status }) => status === "TWO_FACTOR_PENDING")
  return id
}

const hold = (listening: Listening, id: string) => {
  const sent = open(listening, `/collections/${id}/status`, { headers: { ...fields, prefer: "wait=30" } })
  const answered = answerTo(sent)
  return { answered, begun: new Promise<void>((resolve) => sent.end(() => resolve())) }
}

const isTaken = (base: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    socket.on("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

it("open requests complete and held polls return, while both listeners refuse new connections", async () => {
  const id = await waiting()
  const starts = [begin("plain"), begin("mutual TLS")]
  const polls = [hold("plain", id), hold("mutual TLS", id)]
  await Promise.all([...starts, ...polls].map(({ begun }) => begun))
  // Once the service has responded to this request, it has also received the requests that were sent before.
  assert.deepStrictEqual((await Installation.requestAs(here, here.demo, "/health")).status, 200)
  const stopped = here.service.stop()
  for (const { answered } of polls) assert.containsSubset(await answered, { statusCode: 200, applied: undefined })
  for (const base of [here.base, here.service.base]) {
    await waitFor(
      () => isTaken(base),
      (taken) => !taken
    )
  }
  for (const { finish } of starts) finish()
  const told = await Promise.all(starts.map(({ answered }) => answered))
  assert.deepStrictEqual(told, Array(2).fill({ statusCode: 201, connection: "close", applied: undefined }))
  assert.strictEqual(await stopped, 0)
})

it("a stopping server waits for a response that has started, but not for the client to close the connection", async () => {
  const server = Listener.make()
  const begun = new Promise<ServerResponse>((resolve) =>
    server.on("request", (_, response) => {
      response.writeHead(200, { "content-length": "4" }).write("ha")
      resolve(response)
    })
  )
  const client = connect({ port: await listen(server), host: "127.0.0.1", allowHalfOpen: true })
  client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
  client.resume()
  const response = await begun
  const ended = Effect.runPromise(Listener.close(server))
  response.end("lf")
  await ended
  client.destroy()
})

/** Sends requests from another thread, which reports the responses and sets the flag once the requests are sent. */
const sender = `
  const { parentPort, workerData: { count, flag, port } } = require("node:worker_threads")
  const { connect } = require("node:net")
  const answers = Array.from({ length: count }, () => new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () =>
      socket.write("GET / HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n", () => {
        Atomics.add(flag, 0, 1)
        Atomics.notify(flag, 0)
      })
    )
    socket.once("data", (data) => resolve(String(data).split(" ")[1]))
    socket.once("error", (error) => resolve(String(error)))
  }))
  Promise.all(answers).then((all) => parentPort.postMessage(all))
`

it("a stopping server responds to requests on connections that it has yet to accept", async () => {
  const server = Listener.make()
  server.on("request", (_, response) => void response.writeHead(204).end())
  const count = 200
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(sender, { eval: true, workerData: { count, flag, port: await listen(server) } })
  const responses = once(worker, "message")
  // Blocks this thread, so the connections and requests wait in the kernel.
  for (let sent = 0; sent < count; sent = Atomics.load(flag, 0)) Atomics.wait(flag, 0, sent)
  const ended = Effect.runPromise(Listener.close(server))
  assert.deepStrictEqual(await responses, [Array(count).fill("204")])
  await ended
  await worker.terminate()
})
