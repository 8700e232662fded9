/**
 * Sends the same request repeatedly over several persistent connections, and measures the responses. It does less than
 * a general-purpose client, because client and server share two cores.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"
import { connect as connectTls } from "node:tls"
import type { SecureContext } from "node:tls"
import { percentile } from "../../workshop/checker/Latency.ts"
import * as Processor from "../../workshop/checker/Processor.ts"

export interface LoadRequest {
  readonly base: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const headerEnd = Buffer.from("\r\n\r\n")

/** All responses to a request have the same length, because the resource does not change. */
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

const bytesOf = ({ base, headers, path }: LoadRequest): Buffer => {
  const fields = Object.entries({ host: new URL(base).host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`)
}

export interface Load {
  readonly request: LoadRequest
  readonly pid: number
  readonly connections: number
  readonly millis: number
  readonly secureContext?: SecureContext
}

/**
 * Keeps one request in progress on each connection. Returns how many responses arrived, and how long each response
 * took.
 */
export const run = async ({ connections, millis, pid, request, secureContext }: Load) => {
  const { hostname: host, port } = new URL(request.base)
  const to = { host, port: Number(port) }
  const bytes = bytesOf(request)
  const latencies: Array<number> = []
  const before = Processor.cpuMicrosOf(pid)
  const began = performance.now()
  const running = () => performance.now() - began < millis
  const drives = Array.from({ length: connections }, () => {
    const socket = secureContext === undefined ? connect(to) : connectTls({ ...to, secureContext })
    socket.setNoDelay(true)
    return drive(socket, bytes, latencies, running)
  })
  await Promise.all(drives)
  const seconds = (performance.now() - began) / 1000
  return {
    count: latencies.length,
    perSecond: latencies.length / seconds,
    p99: percentile(latencies, 0.99),
    processorMicros: (Processor.cpuMicrosOf(pid) - before) / latencies.length
  }
}
