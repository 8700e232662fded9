/** Tests the limits on connections and the minimum speed of bodies and responses, over real sockets (spec 8). */
import { once } from "node:events"
import { ServerResponse } from "node:http"
import { createServer } from "node:https"
import { connect, createServer as createTcpServer, Socket } from "node:net"
import type { AddressInfo, Server } from "node:net"
import { connect as connectTls } from "node:tls"
import { Effect } from "effect"
import { afterEach, assert, describe, it, vi } from "vitest"
import * as Connections from "../../src/inbound/connections/Connections.ts"
import * as Networks from "../../src/inbound/connections/Networks.ts"
import * as Listener from "../../src/inbound/Listener.ts"
import * as IncomingRequest from "../../src/inbound/connections/IncomingRequest.ts"
import { waitFor } from "@sheaf/sandbox-site/testing"
import { certificates, serverName } from "../../src/testing/Certificates.ts"

const large = Buffer.alloc(32 * 1024 * 1024, "x")

const closings: Array<() => void> = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/**
 * Starts a listener that sends a large body for `/large`, starts but never completes the response for `/slow`, never
 * answers `/never`, and responds immediately to all other paths.
 */
const serve = async (limits: Partial<Connections.Options>) => {
  const ended: Array<string> = []
  const server = Listener.make({
    certificateGate: (_, next) => next(),
    fastPath: (_, __, otherwise) => otherwise(),
    limits: { ...Connections.defaultLimits, ended: (rule) => ended.push(rule), ...limits }
  })
  server.on("request", (request, response) => {
    if (request.url === "/slow") return void response.write("wait")
    if (request.url === "/never") return
    request.resume().on("error", () => {})
    request.on("end", () => response.end(request.url === "/large" ? large : "served"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  closings.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const portOf = (listening: Server) => (listening.address() as AddressInfo).port // the address of a listening TCP server has this type
  const port = portOf(server)
  const secure = async () => {
    const { authority, server: pair } = Effect.runSync(certificates)
    const front = createServer({ ...Listener.serverOptions, key: pair.key, cert: pair.certificate })
    Listener.forwardTls(front, server)
    front.listen(0, "127.0.0.1")
    await once(front, "listening")
    closings.push(() => {
      front.close()
      front.closeAllConnections()
    })
    const there = { port: portOf(front), host: "127.0.0.1" }
    return async (text: string, hasTls = true): Promise<Socket> => {
      const socket = hasTls ? connectTls({ ...there, ca: authority, servername: serverName }) : connect(there)
      socket.on("error", () => {})
      closings.push(() => socket.destroy())
      await once(socket, hasTls ? "secureConnect" : "connect")
      if (text !== "") socket.write(text)
      return socket
    }
  }
  const open = async (text: string, localAddress = "127.0.0.1"): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress })
    socket.on("error", () => {})
    closings.push(() => socket.destroy())
    await once(socket, "connect")
    socket.write(text)
    return socket
  }
  return { ended, open, secure }
}

const allOf = async (socket: Socket): Promise<string> => {
  let text = ""
  socket.on("data", (data) => (text += data.toString()))
  if (!socket.closed) await once(socket, "close")
  return text
}

const head = (path: string, ...more: ReadonlyArray<string>) =>
  [`GET ${path} HTTP/1.1`, "host: x", ...more, "", ""].join("\r\n")
const whole = head("/", "connection: close")
const half = "GET / HTTP/1.1\r\nhost: x\r\n"

describe("connections", () => {
  it("that are half open make room for new ones from the same address", async () => {
    const { ended, open } = await serve({ perAddress: 8 })
    const flood = await Promise.all(Array.from({ length: 30 }, () => open(half)))
    for (let round = 0; round < 3; round++) assert.include(await allOf(await open(whole)), "served")
    assert.include(ended, "CONNECTIONS_PER_ADDRESS")
    assert.isAtMost(flood.filter(({ closed }) => !closed).length, 8)
  })

  it("that are idle make room once no connection is half open", async () => {
    const { ended, open } = await serve({ perAddress: 2 })
    const running = await open(head("/slow"))
    await once(running, "data")
    const idle = await open(head("/"))
    await once(idle, "data")
    assert.include(await allOf(await open(whole)), "served")
    await allOf(idle)
    await once(await open(head("/slow")), "data")
    assert.strictEqual(await allOf(await open(whole)), "")
    assert.isFalse(running.closed)
    assert.deepStrictEqual(new Set(ended), new Set(["CONNECTIONS_PER_ADDRESS"]))
  })

  it("that are busy make room for other addresses, the slowest of the largest group first", async () => {
    const { ended, open } = await serve({ total: 4 })
    const victim = await open(head("/"), "127.0.0.2")
    await once(victim, "data")
    const busy: Array<Socket> = []
    for (let each = 0; each < 3; each++) {
      const socket = await open(head("/slow"))
      busy.push(socket)
      await once(socket, "data")
    }
    assert.include(await allOf(await open(whole, "127.0.0.3")), "served")
    const [slowest = assert.fail("no connection"), ...others] = busy
    await allOf(slowest)
    for (const socket of [victim, ...others]) assert.isFalse(socket.closed)
    assert.deepStrictEqual(ended, ["CONNECTIONS"])
  })

  /** Returns a function that accepts a connection from an address. Connections with requests count as busy. */
  const accepting = (limits: Partial<Connections.Options>) => {
    const counted = Connections.make({ ...Connections.defaultLimits, ...limits }, () => {})
    return (remoteAddress: string, isBusy = false): Socket => {
      const socket = new Socket()
      Object.defineProperty(socket, "remoteAddress", { value: remoteAddress })
      closings.push(() => socket.destroy())
      counted.accept(socket)
      const request = new IncomingRequest.IncomingRequest(socket)
      if (isBusy) counted.begin(request, new ServerResponse(request), () => {})
      return socket
    }
  }

  it("from one IPv6 site of 48 bits make room together, and those of proxies only if they are unused", () => {
    const accept = accepting({ total: 6, proxies: Networks.of(["2001:db8:9::/48"]) })
    const proxied = [1, 2].map(() => accept("2001:db8:9::1", true))
    const [first, ...others] = ["1", "2"].map((network) => accept(`2001:db8:1:${network}::1`))
    const honest = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => accept(address))
    assert.isTrue(first?.destroyed)
    for (const socket of [...proxied, ...others, ...honest]) assert.isFalse(socket.destroyed)
    assert.isTrue(accept("192.0.2.4").destroyed)
  })

  it("of proxies do not count toward the limit of other addresses in the same IPv6 network", () => {
    const accept = accepting({ perAddress: 1, proxies: Networks.of(["2001:db8::9"]) })
    const connections = ["2001:db8::9", "2001:db8::9", "2001:db8::1"].map((address) => accept(address, true))
    for (const socket of connections) assert.isFalse(socket.destroyed)
  })

  it("from a proxy do not count toward the limit per address", async () => {
    const { ended, open } = await serve({ perAddress: 1, proxies: Networks.of(["127.0.0.0/8"]) })
    await open(head("/slow"))
    assert.include(await allOf(await open(whole)), "served")
    assert.deepStrictEqual(ended, [])
  })

  const pace = { bytesPerSecond: 100_000, graceSeconds: 0.1 }

  it("that send a body too slowly get 408", async () => {
    const { ended, open } = await serve({ pace })
    const slow = await open(head("/", "content-length: 1000000") + "x")
    const answer = await allOf(slow)
    assert.match(answer, /^HTTP\/1\.1 408 /)
    assert.include(answer, '"code":"REQUEST_TOO_SLOW"')
    assert.deepStrictEqual(ended, ["SLOW_BODY"])
  })

  it("whose request gets no response get 503, and are closed if the response has begun", async () => {
    const { ended, open } = await serve({ silenceSeconds: 0.05 })
    const [silent, begun] = [await open(head("/never") + head("/")), await open(head("/slow"))]
    const answer = await allOf(silent)
    assert.match(answer, /^HTTP\/1\.1 503 [^]*retry-after: 2\r\n[^]*"NOT_READY"/)
    assert.notInclude(answer, "served", "the connection closes, because the next response could be taken for this one")
    assert.match(await allOf(begun), /^HTTP\/1\.1 200 /)
    assert.deepStrictEqual(ended, ["UNANSWERED", "UNANSWERED"])
  })

  it("that read a response too slowly are closed, but other connections are not", async () => {
    const { ended, open } = await serve({ pace })
    const slow = await open(head("/large"))
    slow.pause()
    const fast = await open(head("/large", "connection: close"))
    let received = 0
    fast.on("data", (data) => (received += data.length))
    await once(fast, "close")
    assert.isAtLeast(received, large.length)
    await waitFor(
      () => ended.length,
      (count) => count > 0
    )
    assert.deepStrictEqual(ended, ["SLOW_RESPONSE"])
    let rest = 0
    slow.on("data", (data) => (rest += data.length)).resume()
    await once(slow, "close")
    assert.isBelow(rest, large.length)
  })

  it("are closed in time after an hour, even if a sweep was pending when the last connection closed", async () => {
    vi.useFakeTimers()
    closings.push(() => vi.useRealTimers())
    const ended: Array<string> = []
    const limits = { ...Connections.defaultLimits, ended: (rule: string) => ended.push(rule) }
    const connections = Connections.make(limits, (socket) => socket.destroy())
    const server = createTcpServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    closings.push(() => server.close())
    const accepted = async (): Promise<Socket> => {
      const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
      const peer = connect({ port, host: "127.0.0.1" })
      closings.push(() => peer.destroy())
      const [socket = assert.fail("no connection")]: ReadonlyArray<Socket> = await once(server, "connection")
      connections.accept(socket)
      return socket
    }
    const first = await accepted()
    vi.advanceTimersByTime(3_600_000)
    // The timer has fired again, and its sweep is still queued.
    assert.strictEqual(vi.getTimerCount(), 2)
    first.destroy()
    await once(first, "close")
    const slow = await accepted()
    slow.on("error", () => {}).write(large)
    vi.advanceTimersByTime(60_000)
    assert.deepStrictEqual(ended, ["SLOW_RESPONSE"])
  })

  it("over TLS obey the same rules", async () => {
    const { ended, secure } = await serve({ pace, total: 2 })
    const open = await secure()
    const silent = await open("", false)
    const slow = await open(head("/", "content-length: 1000000") + "x")
    assert.include(await allOf(await open(whole)), "served")
    await allOf(silent)
    assert.match(await allOf(slow), /^HTTP\/1\.1 408 /)
    const unread = await open(head("/large"))
    unread.pause()
    await waitFor(
      () => ended,
      (rules) => rules.includes("SLOW_RESPONSE")
    )
    assert.deepStrictEqual(ended, ["CONNECTIONS", "SLOW_BODY", "SLOW_RESPONSE"])
  })

  it("answer pipelined requests in order, one at a time, and are closed if too many requests wait", async () => {
    const { ended, open } = await serve({})
    const answers = await allOf(await open(head("/").repeat(30) + whole))
    assert.lengthOf(answers.match(/served/g) ?? [], 31)
    assert.notInclude(await allOf(await open(head("/slow").repeat(34))), "served")
    assert.deepStrictEqual(ended, ["PIPELINED"])
  })

  it("share the bytes of a large response that nobody reads", async () => {
    const { ended, open } = await serve({ pace })
    const before = process.memoryUsage().rss
    for (const socket of await Promise.all(Array.from({ length: 50 }, () => open(head("/large"))))) socket.pause()
    await waitFor(
      () => {
        assert.isBelow(process.memoryUsage().rss - before, 60 * 1024 * 1024)
        return ended.length
      },
      (count) => count === 50
    )
  })
})
