/** What is under way over mutual TLS when the service is told to stop (decisions 15). */
import { readFileSync } from "node:fs"
import { request } from "node:https"
import { connect } from "node:net"
import { afterAll, assert, beforeAll, it } from "vitest"
import { plainStart } from "../Client.ts"
import { until } from "../Until.ts"
import * as Installation from "./Installation.ts"

let here: Installation.Installation

beforeAll(async () => {
  here = await Installation.install()
}, Installation.patience)
afterAll(() => here.end())

/** A start of which half has been sent, and what becomes of it. */
const begin = () => {
  const body = JSON.stringify(plainStart)
  const half = body.length / 2
  const headers = {
    "authorization-token": "sheaf-demo",
    "service-version": "2026-04-01",
    "content-type": "application/json",
    "content-length": body.length
  }
  const shown = { key: readFileSync(here.demo.key), cert: readFileSync(here.demo.certificate) }
  const options = { method: "POST", headers, ca: readFileSync(here.root), ...shown }
  const sent = request(`${here.base}/collections`, options)
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sent.on("error", reject)
    sent.on("response", (response) => resolve(response.resume().statusCode))
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

it("is answered, while nobody new is taken by either listener", async () => {
  const start = begin()
  await start.begun
  // What was sent has arrived by the time that something else was answered.
  assert.deepStrictEqual((await Installation.askAs(here, here.demo, "/health")).status, 200)
  const stopped = here.service.stop()
  for (const base of [here.base, here.service.base]) {
    await until(
      () => isTaken(base),
      (taken) => !taken
    )
  }
  start.finish()
  assert.strictEqual(await start.answered, 201)
  assert.strictEqual(await stopped, 0)
})
