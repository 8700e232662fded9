/** What only a real socket can send: raw targets, chunks, half requests. */
import { createServer } from "node:http"
import { connect } from "node:net"
import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { HttpApp } from "@sheaf/adapters-http"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as World from "./World.ts"

const server = HttpApp.serve().pipe(
  Layer.provide(World.layer),
  Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" }))
)

const portOf = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : 0))

/** Writes the pieces one after the other and gives back all that is answered until the connection closes. */
const exchange = (...pieces: ReadonlyArray<string>) =>
  Effect.flatMap(portOf, (port) =>
    Effect.callback<string>((resume) => {
      const socket = connect(port, "127.0.0.1")
      let answer = ""
      socket.setEncoding("utf8")
      socket.on("data", (data) => (answer += data))
      socket.on("error", () => {})
      socket.on("close", () => resume(Effect.succeed(answer)))
      for (const piece of pieces) socket.write(piece)
    })
  )

const head = (line: string, ...headers: ReadonlyArray<string>) =>
  [line, "Host: sheaf.test", "Authorization-token: sheaf-demo", "Service-Version: 2026-04-01", ...headers, "", ""].join(
    "\r\n"
  )

const close = "Connection: close"
const json = "Content-Type: application/json"

layer(server, { excludeTestServices: true })("Over a socket", (it) => {
  for (const [target, code] of [
    ["/collections/../health", "UNKNOWN_ROUTE"],
    ["/collections/../../etc/passwd", "UNKNOWN_ROUTE"],
    ["/collections/%2e%2e%2fhealth/status", "NOT_FOUND"],
    ["/collections/%zz/status", "UNKNOWN_ROUTE"],
    ["*", "UNKNOWN_ROUTE"]
  ] as const) {
    it.effect(`the target ${JSON.stringify(target)} is a problem`, () =>
      Effect.gen(function* () {
        const answer = yield* exchange(head(`GET ${target} HTTP/1.1`, close))
        assert.match(answer, /^HTTP\/1\.1 404 /)
        assert.include(answer, `"code":"${code}"`)
      })
    )
  }

  it.effect("a body that is announced too large is refused before it is sent", () =>
    Effect.gen(function* () {
      const answer = yield* exchange(head("POST /collections HTTP/1.1", json, "Content-Length: 300000"))
      assert.match(answer, /^HTTP\/1\.1 413 /)
      assert.match(answer, /connection: close/i)
      assert.include(answer, "BODY_TOO_LARGE")
    })
  )

  it.effect("a body that grows too large in chunks is refused", () =>
    Effect.gen(function* () {
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
      const answer = yield* exchange(
        head("POST /collections HTTP/1.1", json, "Transfer-Encoding: chunked"),
        ...Array.from({ length: 5 }, () => chunk),
        "0\r\n\r\n"
      )
      assert.match(answer, /^HTTP\/1\.1 413 /)
      assert.include(answer, "BODY_TOO_LARGE")
    })
  )

  it.effect("credentials are asked for before a body is read", () =>
    Effect.gen(function* () {
      const lines = head("POST /collections HTTP/1.1", json, "Content-Length: 300000", close)
      const answer = yield* exchange(lines.replace("Authorization-token: sheaf-demo\r\n", ""))
      assert.match(answer, /^HTTP\/1\.1 401 /)
    })
  )

  it.effect("Service-Version twice is refused", () =>
    Effect.gen(function* () {
      const answer = yield* exchange(head("GET /collections HTTP/1.1", "Service-Version: 2026-04-01", close))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.include(answer, "UNSUPPORTED_VERSION")
    })
  )

  it.effect("a connection serves one request after another", () =>
    Effect.gen(function* () {
      const answer = yield* exchange(
        head("GET /health HTTP/1.1"),
        head("GET /nothing HTTP/1.1"),
        head("HEAD /health HTTP/1.1"),
        head("GET /ready HTTP/1.1", close)
      )
      const statuses = Array.from(answer.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)
      assert.deepStrictEqual(statuses, ["200", "404", "200", "200"])
    })
  )
})
