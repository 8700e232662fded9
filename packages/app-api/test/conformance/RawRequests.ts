/**
 * Requests that only a raw socket can send: raw targets, chunks, and repeated or missing headers (RFC 9112; spec
 * 8).
 */
import { once } from "node:events"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import type { Setting } from "./Setting.ts"

const close = "Connection: close"
const requestId = "4bf92f3577b34da6a3ce929d0e0e4736"
const json = "Content-Type: application/json"

export const rawRequests = (setting: Setting) =>
  describe("over a socket", () => {
    /** Writes the pieces in order and returns everything that it receives until the connection closes. */
    const exchange = async (...pieces: ReadonlyArray<string>): Promise<string> => {
      const { hostname, port } = new URL(setting.service.base)
      const socket = connect(Number(port), hostname)
      let answer = ""
      socket.setEncoding("utf8")
      socket.on("data", (data) => (answer += data))
      // The server is free to close the connection before it has read everything.
      socket.on("error", () => {})
      for (const piece of pieces) socket.write(piece)
      await once(socket, "close")
      return answer
    }

    const headWithout = (name: string, line: string, ...headers: ReadonlyArray<string>) => {
      const usual = ["Host: localhost", `Authorization-token: ${setting.service.apiKey}`, "Service-Version: 2026-04-01"]
      return [line, ...usual.filter((header) => !header.startsWith(name)), ...headers, "", ""].join("\r\n")
    }

    const head = (line: string, ...headers: ReadonlyArray<string>) => headWithout("nothing", line, ...headers)

    it.each([
      ["/collections/../health", "UNKNOWN_ROUTE"],
      ["/collections/../../etc/passwd", "UNKNOWN_ROUTE"],
      ["/collections/%2e%2e%2fhealth/status", "NOT_FOUND"],
      ["/collections/%zz/status", "UNKNOWN_ROUTE"]
    ])("the target %s returns 404", async (target, code) => {
      const answer = await exchange(head(`GET ${target} HTTP/1.1`, close))
      assert.match(answer, /^HTTP\/1\.1 404 /)
      assert.include(answer, `"code":"${code}"`)
    })

    it("a body whose declared length is too large is rejected before it is sent", async () => {
      // A start request can contain a file (spec 8).
      for (const [path, length] of [
        ["/users", 300_000],
        ["/collections", 14 * 1024 * 1024 + 1]
      ] as const) {
        const answer = await exchange(head(`POST ${path} HTTP/1.1`, json, `Content-Length: ${length}`))
        assert.match(answer, /^HTTP\/1\.1 413 /)
        assert.match(answer, /connection: close/i)
        assert.include(answer, "BODY_TOO_LARGE")
      }
    })

    it("a chunked body that grows too large is rejected", async () => {
      const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`
      const answer = await exchange(
        head("POST /users HTTP/1.1", json, "Transfer-Encoding: chunked", close),
        ...Array.from({ length: 5 }, () => chunk),
        "0\r\n\r\n"
      )
      assert.match(answer, /^HTTP\/1\.1 413 /)
      assert.include(answer, "BODY_TOO_LARGE")
    })

    it("credentials are checked before the body is read", async () => {
      const line = "POST /collections HTTP/1.1"
      const answer = await exchange(headWithout("Authorization-token", line, json, "Content-Length: 300000", close))
      assert.match(answer, /^HTTP\/1\.1 401 /)
    })

    it("a repeated Service-Version is rejected", async () => {
      const answer = await exchange(head("GET /collections HTTP/1.1", "Service-Version: 2026-04-01", close))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.include(answer, "UNSUPPORTED_VERSION")
    })

    it("a repeated Idempotency-Key is rejected", async () => {
      const twice = ["Idempotency-Key: order-17", "Idempotency-Key: order-17"]
      const answer = await exchange(head("POST /users HTTP/1.1", json, ...twice, close))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.include(answer, "INVALID_IDEMPOTENCY_KEY")
    })

    it.each([
      ["no Host header", headWithout.bind(undefined, "Host"), []],
      ["two Host headers", head, ["Host: sheaf.example"]]
    ] as const)("a request with %s is rejected", async (_, compose, more) => {
      const answer = await exchange(compose("GET /health HTTP/1.1", `X-Request-Id: ${requestId}`, ...more))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.include(answer, '"code":"MALFORMED_REQUEST"')
      assert.include(answer, `x-request-id: ${requestId}\r\n`)
      assert.match(answer, /^connection: close\r$/im)
    })

    it("an HTTP/1.0 request needs no Host header", async () => {
      assert.match(await exchange(headWithout("Host", "GET /health HTTP/1.0")), /^HTTP\/1\.1 200 /)
    })
  })
