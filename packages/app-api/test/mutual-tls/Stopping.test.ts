/** Requests that are in progress when the service stops (decisions 15). */
import { Listener } from "@sheaf/adapters-http"
import { until } from "@sheaf/adapters-http/testing"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { Agent as PlainAgent, request as requestPlain } from "node:http"
import type { ServerResponse } from "node:http"
import { Agent, request } from "node:https"
import { connect } from "node:net"
import { afterAll, assert, beforeAll, it } from "vitest"
import { listen } from "../Listening.ts"
import { plainStart } from "../Starts.ts"
import * as Installation from "./Installation.ts"

let here: Installation.Installation

const keeping = { keepAlive: true }

beforeAll(async () => {
  here = await Installation.install()
}, Installation.patience)
afterAll(() => here.end())

/** The status and the `Connection` header of a response. */
interface Told {
  readonly statusCode: number | undefined
  readonly connection: string | undefined
}

/** Sends the first half of a start request on a keep-alive connection. */
const begin = (listener: "plain" | "mutual TLS") => {
  const body = JSON.stringify(plainStart)
  const half = body.length / 2
  const headers = {
    "authorization-token": "sheaf-demo",
    "service-version": "2026-04-01",
    "content-type": "application/json",
    "content-length": body.length
  }
  const shown = { key: readFileSync(here.demo.key), cert: readFileSync(here.demo.certificate) }
  const sent =
    listener === "plain"
      ? requestPlain(`${here.service.base}/collections`, { method: "POST", headers, agent: new PlainAgent(keeping) })
      : request(`${here.base}/collections`, {
          method: "POST",
          headers,
          agent: new Agent(keeping),
          ca: readFileSync(here.root),
          ...shown
        })
  const answered = new Promise<Told>((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", (response) => {
      const { headers: fields, statusCode } = response.resume()
      resolve({ statusCode, connection: fields.connection })
    })
  })
  const begun = new Promise<void>((resolve) => sent.write(body.slice(0, half), () => resolve()))
  return { answered, begun, finish: () => sent.end(body.slice(half)) }
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

it("an open request is completed and its connection closed, while both listeners refuse new connections", async () => {
  const starts = [begin("plain"), begin("mutual TLS")]
  await Promise.all(starts.map(({ begun }) => begun))
  // Once the service has answered this request, it has received both half requests.
  assert.deepStrictEqual((await Installation.askAs(here, here.demo, "/health")).status, 200)
  const stopped = here.service.stop()
  for (const base of [here.base, here.service.base]) {
    await until(
      () => isTaken(base),
      (taken) => !taken
    )
  }
  for (const { finish } of starts) finish()
  const told = await Promise.all(starts.map(({ answered }) => answered))
  assert.deepStrictEqual(told, Array(2).fill({ statusCode: 201, connection: "close" }))
  assert.strictEqual(await stopped, 0)
})

it("a stopping server waits for a started response, but not for its client to close the connection", async () => {
  const server = Listener.make()
  const begun = new Promise<ServerResponse>((resolve) =>
    server.on("request", (_, response) => {
      response.writeHead(200, { "content-length": "4" }).write("ha")
      resolve(response)
    })
  )
  const client = connect({ port: await listen(server), host: "127.0.0.1", allowHalfOpen: true })
  client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n")
  client.resume()
  const response = await begun
  const ended = Effect.runPromise(Listener.end(server))
  response.end("lf")
  await ended
  client.destroy()
})
