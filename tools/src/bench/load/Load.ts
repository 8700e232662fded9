/**
 * Sends one request repeatedly over several persistent connections and measures the responses. The code is leaner than
 * a general-purpose client, because client and server share two cores.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"

export interface Measured {
  readonly count: number
  readonly perSecond: number
  /** The 50th and 99th percentile of the latency, in milliseconds. */
  readonly p50: number
  readonly p99: number
}

export interface Request {
  readonly base: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const headerEnd = Buffer.from("\r\n\r\n")

/**
 * Returns the length of a whole response. All responses to a request have the same length while the resource is
 * unchanged.
 */
const lengthOf = (first: Buffer): number | undefined => {
  const end = first.indexOf(headerEnd)
  if (end === -1) return undefined
  const head = first.subarray(0, end).toString("latin1")
  if (!head.startsWith("HTTP/1.1 200")) throw new Error(`expected 200, got ${head.slice(0, 40)}`)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error("the response has no content-length")
  return end + headerEnd.length + Number(length)
}

const drive = (socket: Socket, bytes: Buffer, latencies: Array<number>, running: () => boolean) =>
  new Promise<void>((resolve, reject) => {
    let expected: number | undefined
    let first = Buffer.alloc(0)
    let received = 0
    let sentAt = 0
    const send = () => {
      received = 0
      sentAt = performance.now()
      socket.write(bytes)
    }
    socket.on("error", reject)
    socket.on("close", () => reject(new Error("the server closed the connection")))
    socket.on("data", (chunk) => {
      received += chunk.length
      if (expected === undefined) {
        first = Buffer.concat([first, chunk])
        expected = lengthOf(first)
      }
      if (expected === undefined || received < expected) return
      if (received > expected) return void reject(new Error("the responses have different lengths"))
      latencies.push(performance.now() - sentAt)
      if (running()) return void send()
      socket.removeAllListeners("close")
      socket.destroy()
      resolve()
    })
    send()
  })

const quantile = (sorted: ReadonlyArray<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/** Encodes a request as bytes. */
const bytesOf = (request: Request): Buffer => {
  const { hostname, port } = new URL(request.base)
  const lines = Object.entries({ host: `${hostname}:${port}`, ...request.headers }).map(
    ([name, value]) => `${name}: ${value}`
  )
  return Buffer.from(`GET ${request.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`)
}

/** Sends a request repeatedly over several connections for a number of milliseconds. */
export type Load = (request: Request, connections: number, millis: number) => Promise<Measured>

/** Summarizes the latencies of a load that started at this time. */
export const measuredOf = (latencies: ReadonlyArray<number>, began: number): Measured => {
  const seconds = (performance.now() - began) / 1000
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99)
  }
}

/** Creates a load that keeps one request in flight on each connection. */
export const over =
  (open: (hostname: string, port: number) => Socket): Load =>
  async (request, connections, millis) => {
    const { hostname, port } = new URL(request.base)
    const bytes = bytesOf(request)
    const latencies: Array<number> = []
    const began = performance.now()
    const running = () => performance.now() - began < millis
    await Promise.all(
      Array.from({ length: connections }, () => {
        const socket = open(hostname, Number(port))
        socket.setNoDelay(true)
        return drive(socket, bytes, latencies, running)
      })
    )
    return measuredOf(latencies, began)
  }

/** The load over plain connections. */
export const run: Load = over((hostname, port) => connect(port, hostname))
