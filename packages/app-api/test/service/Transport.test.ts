/** Hostile connections to a real process: half-open requests, unread responses and slow bodies (decisions 14). */
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { until } from "@sheaf/adapters-http/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sheaf, start } from "../../src/testing/index.ts"
import type { ServiceProcess } from "../../src/testing/index.ts"

const folder = mkdtempSync(join(tmpdir(), "sheaf-transport-"))
const config = join(folder, "config.json")
const sockets = new Set<Socket>()
let service: ServiceProcess

beforeAll(async () => {
  writeFileSync(config, JSON.stringify({ limits: { slowSeconds: 1, bytesPerSecond: 65_536 } }))
  const limited = ["-c", 'ulimit -n 600 && exec "$@"', "bash", ...sheaf("serve")]
  service = await start({ dataDir: join(folder, "data"), env: { SHEAF_CONFIG: config }, program: ["bash", ...limited] })
}, 60_000)
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await service.kill()
  rmSync(folder, { recursive: true })
})

/** Opens a connection and writes a text. */
const open = async (text: string): Promise<Socket> => {
  const { hostname, port } = new URL(service.base)
  const socket = connect(Number(port), hostname).on("error", () => {})
  sockets.add(socket)
  await once(socket, "connect")
  socket.write(text)
  return socket
}

const openMany = (count: number, text: string) => Promise.all(Array.from({ length: count }, () => open(text)))

/** The memory of the process, in megabytes. */
const memory = (): number =>
  Number(/^VmRSS:\s+([0-9]+)/m.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1]) / 1024

const isHealthy = async (): Promise<boolean> =>
  (await fetch(`${service.base}/health`, { headers: { connection: "close" } })).status === 200

describe("with 600 open files, the process", () => {
  it("serves other clients while one address has as many half-open requests as it can", async () => {
    for (let round = 0; round < 7; round++) {
      await openMany(100, "GET /health HTTP/1.1\r\nhost: localhost\r\n")
      assert.isTrue(await isHealthy())
    }
    assert.include(service.output(), "connection limits lowered")
    assert.include(service.output(), "CONNECTIONS_PER_ADDRESS")
  })

  it("needs no more memory when nobody reads 200 large responses, and closes these connections", async () => {
    const page = await (await fetch(`${service.base}/docs`)).text()
    assert.isBelow(page.length, 10_000)
    const [, script = assert.fail("no script")] = /<script src="([^"]+)">/.exec(page) ?? []
    await (await fetch(service.base + script, { headers: { "accept-encoding": "identity" } })).arrayBuffer()
    const before = memory()
    const unread = `GET ${script} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(4)
    for (const socket of await openMany(200, unread)) socket.pause()
    await until(
      async () => {
        assert.isBelow(memory() - before, 50)
        assert.isTrue(await isHealthy())
        return service.output()
      },
      (output) => output.includes("SLOW_RESPONSE")
    )
  })

  it("rejects a body that arrives too slowly", async () => {
    const fields = ["host: localhost", "authorization-token: sheaf-demo", "content-type: application/json"]
    const socket = await open(["POST /users HTTP/1.1", ...fields, "content-length: 1000", "", "{"].join("\r\n"))
    let answer = ""
    socket.on("data", (data) => (answer += data.toString()))
    await once(socket, "close")
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.include(answer, "REQUEST_TOO_SLOW")
  })
})
