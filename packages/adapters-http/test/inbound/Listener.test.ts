/** Tests how the listener responds to malformed bytes and to connections that end early. */
import { connect } from "node:net"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Networks from "../../src/inbound/connections/Networks.ts"
import * as Listener from "../../src/inbound/Listener.ts"

const server = Listener.make()
server.on("request", (_, response) => response.end("served"))

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

const portOf = (listening: Listener.ListenerServer) => (listening.address() as AddressInfo).port

const answerTo = (bytes: string, from = server) =>
  new Promise<string>((resolve, reject) => {
    let answer = ""
    const socket = connect(portOf(from), "127.0.0.1", () => socket.write(bytes))
    socket.on("data", (chunk) => (answer += chunk.toString()))
    socket.on("error", reject)
    socket.on("close", () => resolve(answer))
  })

const strict = [
  "x-content-type-options: nosniff\r\n",
  "referrer-policy: no-referrer\r\n",
  "content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n",
  "cross-origin-opener-policy: same-origin\r\n",
  "cross-origin-resource-policy: same-origin\r\n",
  "cache-control: no-store\r\n"
]

describe("the listener", () => {
  const rows: ReadonlyArray<[what: string, bytes: string, status?: number, code?: string]> = [
    ["bytes that are not HTTP", "\u0000\u0001\u0002\r\n\r\n"],
    ["a request line with raw bytes", "GET /\u00ff\u0000 HTTP/1.1\r\nhost: x\r\n\r\n"],
    [
      "a header that is too large",
      `GET / HTTP/1.1\r\nhost: x\r\nx-large: ${"a".repeat(40_000)}\r\n\r\n`,
      431,
      "HEADER_FIELDS_TOO_LARGE"
    ],
    ["an address that is too long", `GET /${"a".repeat(40_000)}`, 414, "URI_TOO_LONG"],
    ["a TLS handshake", "\u0016\u0003\u0001\u0000\u0005\u0001\r\n\r\n"],
    ["a request for a tunnel", "CONNECT a:443 HTTP/1.1\r\nhost: x\r\n\r\n"],
    ["two different lengths", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"],
    ["another version of HTTP", "GET / HTTP/2.0\r\nhost: x\r\n\r\n", 505, "HTTP_VERSION_NOT_SUPPORTED"],
    ["an older version of HTTP", "GET / HTTP/0.9\r\nhost: x\r\n\r\n", 505, "HTTP_VERSION_NOT_SUPPORTED"],
    [
      "another coding than chunked",
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      501,
      "TRANSFER_CODING_NOT_SUPPORTED"
    ],
    [
      "an unknown coding",
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
      501,
      "TRANSFER_CODING_NOT_SUPPORTED"
    ]
  ]
  for (const [what, bytes, status = 400, code = "MALFORMED_REQUEST"] of rows) {
    it(`rejects ${what} with a problem, and closes the connection`, async () => {
      const answer = await answerTo(bytes)
      assert.include(answer, `HTTP/1.1 ${status} `)
      assert.include(answer, "content-type: application/problem+json")
      for (const line of strict) assert.include(answer, line)
      const body: unknown = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))
      assert.propertyVal(body, "code", code)
    })
  }

  it("behind a proxy that terminates TLS, answers bytes that are not HTTP with HSTS", async () => {
    const { options } = server
    server.options = { ...options, isPublicOverTls: true }
    const answer = await answerTo("x\r\n\r\n")
    server.options = options
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.include(answer, "strict-transport-security: max-age=31536000\r\n")
  })

  it("responds to a request before it rejects the bytes that follow", async () => {
    const { options } = server
    server.options = { ...options, later: setImmediate }
    const answer = await answerTo("GET / HTTP/1.1\r\nhost: x\r\n\r\nwhat is this\r\n\r\n")
    server.options = options
    assert.match(answer, /^HTTP\/1\.1 200 [^]*served[^]*HTTP\/1\.1 400 [^]*"MALFORMED_REQUEST"/)
  })

  it.each<readonly [string, string, string]>([
    ["10.0.0.0/8", "GET /health HTTP/1.1", "served"],
    ["10.0.0.0/8", "HEAD /ready HTTP/1.1", "200 OK"],
    ["10.0.0.0/8", "GET / HTTP/1.1", ""],
    ["10.0.0.0/8", "POST /health HTTP/1.1", ""],
    ["10.0.0.0/8", "GET /health/../collections HTTP/1.1", ""],
    ["10.0.0.0/8", "GET //health HTTP/1.1", ""],
    ["10.0.0.0/8", "GET http://x/collections HTTP/1.1", ""],
    ["10.0.0.0/8", "CONNECT x:443 HTTP/1.1", ""],
    ["10.0.0.0/8", "not HTTP", ""],
    ["127.0.0.1", "GET / HTTP/1.1", "served"]
  ])("if only %s can use plain HTTP, responds to %j from this machine with %j", async (network, line, says) => {
    const refused: Array<string | undefined> = []
    const limited = Listener.make({
      ...server.options,
      plainHttpNetworks: Networks.of([network]),
      onPlainHttpRejected: (address) => void refused.push(address)
    })
    limited.on("request", (_, response) => response.end("served"))
    await new Promise<void>((resolve) => limited.listen(0, "127.0.0.1", resolve))
    const answer = await answerTo(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`, limited).catch(() => "")
    await new Promise((resolve) => limited.close(resolve))
    assert.include(answer, says)
    assert.strictEqual(answer === "", says === "")
    assert.deepStrictEqual(refused, says === "" ? ["127.0.0.1"] : [])
  })

  it("ends a connection that asks for more than the service's health after its first request", async () => {
    const seen: Array<string | undefined> = []
    const limited = Listener.make({ ...server.options, plainHttpNetworks: Networks.none })
    limited.on("request", (request, response) => {
      seen.push(request.url)
      response.end()
    })
    await new Promise<void>((resolve) => limited.listen(0, "127.0.0.1", resolve))
    const both = ["/ready", "/collections"].map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await answerTo(both.join(""), limited).catch(() => "")
    await new Promise((resolve) => limited.close(resolve))
    assert.deepStrictEqual(seen, ["/ready"])
  })

  it("gives other requests their turn after each piece of a large response", async () => {
    let turns = 0
    const count = (task: () => void) => {
      turns++
      setImmediate(task)
    }
    const large = Listener.make({ ...server.options, later: count })
    large.on("request", (_, response) => response.end("x".repeat(1_000_000)))
    await new Promise<void>((resolve) => large.listen(0, "127.0.0.1", resolve))
    const answer = await answerTo("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", large)
    await new Promise((resolve) => large.close(resolve))
    assert.isAbove(answer.length, 1_000_000)
    assert.isAbove(turns, 60)
  })

  it.each([
    ["an offer to upgrade", "connection: upgrade\r\nupgrade: h2c\r\n"],
    ["an unknown expectation", "expect: a-miracle\r\nconnection: close\r\n"]
  ])("ignores %s", async (_, header) => {
    const answer = await answerTo(`GET / HTTP/1.1\r\nhost: x\r\n${header}\r\n`)
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.match(answer, /connection: close/i)
    assert.include(answer, "served")
  })

  it("responds with 408 to a request that does not arrive in time, and closes the connection", async () => {
    // Emits Node's error directly, because Node checks for late requests only twice a minute.
    const late = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })
    server.once("connection", (socket) => server.emit("clientError", late, socket))
    const answer = await answerTo("GET / HTTP/1.1\r\nhost: x\r\n")
    assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
    assert.include(answer, '"code":"REQUEST_TOO_SLOW"')
    for (const line of [...strict, "connection: close\r\n"]) assert.include(answer, line)
  })

  it.each([
    "GET / HTTP/1.1\r\nhost: x\r\n\r\n",
    "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\nexpect: 100-continue\r\n\r\n"
  ])("responds with 503 while no application takes its requests, as during start and stop: %j", async (bytes) => {
    const starting = Listener.make()
    await new Promise<void>((resolve) => starting.listen(0, "127.0.0.1", resolve))
    const answer = await answerTo(bytes, starting)
    await new Promise((resolve) => starting.close(resolve))
    assert.match(answer, /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*"NOT_READY"/)
  })

  it.each(["GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "not HTTP\r\n\r\n"])(
    "dates its responses by the service's clock, and only once: %j",
    async (bytes) => {
      const { options } = server
      server.options = { ...options, now: () => Date.parse("2020-02-29T12:00:00.999Z") }
      const answer = await answerTo(bytes)
      server.options = options
      assert.deepStrictEqual(answer.match(/^date: .*$/gim), ["date: Sat, 29 Feb 2020 12:00:00 GMT"])
    }
  )

  it("adds the security headers that a response does not set itself", async () => {
    const get = "GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    const answer = await answerTo(get)
    for (const line of strict) assert.include(answer, line)
    assert.notInclude(answer, "strict-transport-security")
    server.prependOnceListener("request", (_, response) => {
      response.writeHead(200, {
        "cache-control": "public",
        "content-security-policy": "sandbox",
        "cross-origin-opener-policy": "unsafe-none"
      })
    })
    const own = await answerTo(get)
    assert.deepStrictEqual(own.match(/^(?:cache-control|content-security-policy|cross-origin-opener-policy): .*$/gm), [
      "cache-control: public",
      "content-security-policy: sandbox",
      "cross-origin-opener-policy: unsafe-none"
    ])
    assert.include(own, "x-content-type-options: nosniff\r\n")
  })

  it("allows a minute for a complete request", () => {
    assert.strictEqual(server.requestTimeout, 60_000)
    assert.isAtMost(server.headersTimeout, server.requestTimeout)
  })

  it.each([
    ["turns malformed", "no length\r\n", undefined],
    ["is late", "", Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" })]
  ])("stops reading a body that %s, although its client keeps the connection open", async (_, rest, late) => {
    const head = "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"
    const reading = Listener.make()
    await new Promise<void>((resolve) => reading.listen(0, "127.0.0.1", resolve))
    const client = connect({ port: portOf(reading), host: "127.0.0.1", allowHalfOpen: true }, () => client.write(head))
    try {
      await new Promise<void>((resolve) => {
        reading.once("request", (request) => {
          request.once("close", resolve).once("error", () => {})
          if (late !== undefined) reading.emit("clientError", late, request.socket)
          else client.write(rest)
        })
      })
    } finally {
      client.destroy()
      await new Promise((resolve) => reading.close(resolve))
    }
  })

  it("keeps serving after a client disconnects in the middle of a request", async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(portOf(server), "127.0.0.1", () => {
        socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf")
        socket.destroy()
      })
      socket.on("close", () => resolve())
    })
    assert.include(await answerTo("GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"), "served")
  })
})
