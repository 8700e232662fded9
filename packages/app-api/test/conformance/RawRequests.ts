/**
 * Requests that only a raw socket can send: raw targets, chunks, and repeated or missing headers (RFC 9112; spec
 * 8).
 */
import { once } from "node:events"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import type { ConformanceContext } from "./ConformanceContext.ts"

const close = "Connection: close"
const requestId = "4bf92f3577b34da6a3ce929d0e0e4736"
const json = "Content-Type: application/json"

export const rawRequests = (setting: ConformanceContext) =>
  describe("over a socket", () => {
    /** Writes the pieces in order and returns everything that it receives until the connection closes. */
    const exchange = async (...pieces: ReadonlyArray<string>): Promise<string> => {
      const { hostname, port } = new URL(setting.service.base)
      const socket = connect(Number(port), hostname)
      let answer = ""
      socket.setEncoding("utf8")
      socket.on("data", (data) => (answer += data))
      // The server may close the connection before it has read everything.
      socket.on("error", () => {})
      for (const piece of pieces) socket.write(piece, "latin1")
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
      ["/collections/%zz/status", "UNKNOWN_ROUTE"]
    ])("the target %s returns 404", async (target, code) => {
      const answer = await exchange(head(`GET ${target} HTTP/1.1`, close))
      assert.match(answer, /^HTTP\/1\.1 404 /)
      assert.include(answer, `"code":"${code}"`)
    })

    it("a body whose declared length is too large is rejected before it is sent", async () => {
      // Start requests have a higher limit, because they can contain a file (spec 8).
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

    it("credentials are checked before the body is read", async () => {
      const line = "POST /collections HTTP/1.1"
      const answer = await exchange(headWithout("Authorization-token", line, json, "Content-Length: 300000", close))
      assert.match(answer, /^HTTP\/1\.1 401 /)
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

    /** The table is built before the service starts, so the API key is filled in later. */
    const rowHead = (line: string, ...headers: ReadonlyArray<string>): string =>
      [line, "Host: localhost", "Authorization-token: KEY", "Service-Version: 2026-04-01", ...headers, "", ""].join(
        "\r\n"
      )
    const exchangeRow = (bytes: string) => exchange(bytes.replaceAll("KEY", setting.service.apiKey))

    const get = (...headers: ReadonlyArray<string>) => rowHead("GET /health HTTP/1.1", ...headers)
    const post = (...headers: ReadonlyArray<string>) => rowHead("POST /users HTTP/1.1", json, ...headers)

    it.each([
      ["bytes that are no HTTP", "hello\r\n\r\n"],
      ["the hello of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
      ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
      ["HTTP/9.9", "GET /health HTTP/9.9\r\nhost: a\r\n\r\n"],
      ["HTTP/1.2", "GET /health HTTP/1.2\r\nhost: a\r\n\r\n"],
      ["HTTP/0.9", "GET /health\r\n\r\n"],
      ["a space before the colon", get("x : y")],
      ["a header without a colon", get("x")],
      ["a header without a name", get(": x")],
      ["a zero in a header", get("x: a\0b")],
      ["a lone carriage return in a header", get("x: a\rb")],
      ["a control character in the target", rowHead("GET /hea\x01lth HTTP/1.1")],
      ["a space in the target", rowHead("GET /hea lth HTTP/1.1")],
      ["a length that is not a number", post("content-length: abc")],
      ["a negative length", post("content-length: -1")],
      ["a length beyond all bounds", post("content-length: 99999999999999999999999")],
      ["a signed length", `${post("content-length: +2")}{}`],
      ["two lengths", `${post("content-length: 2", "content-length: 3")}{} `],
      ["a length and chunks", `${post("content-length: 2", "transfer-encoding: chunked")}0\r\n\r\n`],
      ["chunks that are not the last coding", `${post("transfer-encoding: chunked, gzip")}0\r\n\r\n`],
      ["another coding than chunked", `${post("transfer-encoding: gzip, chunked")}0\r\n\r\n`],
      ["the coding identity", `${post("transfer-encoding: identity")}0\r\n\r\n`],
      ["an unknown coding", `${post("transfer-encoding: xchunked")}0\r\n\r\n`],
      ["chunks of a wrong size", `${post("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`],
      ["a chunk without its end", `${post("transfer-encoding: chunked")}2\r\n{}xx0\r\n\r\n`],
      ["a chunk of a huge size", `${post("transfer-encoding: chunked")}fffffffffffffffff\r\n{}`],
      ["a head of 20 KB", get(`x: ${"y".repeat(20_000)}`)]
    ])("%s is refused with one problem and the end of the connection", async (_, bytes) => {
      const answer = await exchangeRow(bytes)
      assert.match(answer, /^HTTP\/1\.1 (?:400|431|501|505) [^]*^content-type: application\/problem\+json\r$/im)
      assert.match(answer, /^x-request-id: \S+\r$/im)
      assert.lengthOf(answer.match(/HTTP\/1\.1 \d{3} /g) ?? [], 1)
    })

    const another = "GET /ready HTTP/1.1\r\nhost: [::1]\r\n\r\n"

    it.each([
      ["chunks in HTTP/1.0", "POST /users HTTP/1.0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 1],
      ["the same length twice", `${post("content-length: 2", "content-length: 2", close)}{}`, 1],
      ["two requests at once", get() + get(close), 2],
      ["a request and then none", `${get()}what is this\r\n\r\n`, 2],
      ["a body that reads like a request", `${post(`content-length: ${another.length}`)}${another}${get(close)}`, 2],
      [
        "one wrong of twenty requests at once",
        `${get().repeat(10)}${post("content-length: 1")}x${get().repeat(8)}${get(close)}`,
        20
      ]
    ])("%s: each request has one response", async (_, bytes, responses) => {
      assert.lengthOf((await exchangeRow(bytes)).match(/HTTP\/1\.1 \d{3} /g) ?? [], responses)
    })

    it("an HTTP/1.0 request needs no Host header", async () => {
      assert.match(await exchange(headWithout("Host", "GET /health HTTP/1.0")), /^HTTP\/1\.1 200 /)
    })
  })
