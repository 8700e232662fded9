/** Sends bytes over a socket, and splits what arrives into HTTP/1.1 responses (RFC 9112). */
import { connect } from "node:net"
import type { Socket } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

export interface WireResponse {
  readonly status: number
  /** The header fields with lowercase names. Repeated fields are joined with commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

export interface ReceivedResponses {
  readonly responses: ReadonlyArray<WireResponse>
  readonly closed: boolean
  readonly rest: Buffer
  readonly broken?: string
}

const readHead = (text: string): Omit<WireResponse, "body"> => {
  const [first = "", ...lines] = text.split("\r\n")
  const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]
  if (status === undefined) throw new Error(`invalid status line: ${first.slice(0, 80)}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [found, name = "", value = ""] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (found === undefined) throw new Error(`invalid header line: ${line.slice(0, 80)}`)
    const before = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  return { status: Number(status), headers }
}

interface Framed {
  readonly body: Buffer
  readonly end: number
}

/** Returns undefined if the last chunk has not arrived yet. */
const readChunks = (bytes: Buffer, start: number): Framed | undefined => {
  const chunks: Array<Buffer> = []
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf("\r\n", at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16)
    if (!(size >= 0)) throw new Error("invalid chunk size")
    const begin = lineEnd + 2
    if (bytes.length < begin + size + 2) return undefined
    if (size === 0) return { body: Buffer.concat(chunks), end: begin + 2 }
    chunks.push(bytes.subarray(begin, begin + size))
    at = begin + size + 2
  }
}

const decoders = new Map([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync]
])

/**
 * Reads the first response in `bytes`. Returns undefined if it is incomplete. The method of the request determines
 * whether the response has a body.
 */
export const readResponse = (
  bytes: Buffer,
  method = "GET"
): { readonly answer: WireResponse; readonly length: number } | undefined => {
  const headEnd = bytes.indexOf("\r\n\r\n")
  if (headEnd === -1) return undefined
  const head = readHead(bytes.toString("latin1", 0, headEnd))
  const { headers, status } = head
  const begin = headEnd + 4
  const isBare = method === "HEAD" || status < 200 || status === 204 || status === 304
  const end = begin + (isBare ? 0 : Number(headers.get("content-length") ?? 0))
  const isChunked = !isBare && headers.get("transfer-encoding") === "chunked"
  const framed = isChunked ? readChunks(bytes, begin) : { body: bytes.subarray(begin, end), end }
  if (framed === undefined || bytes.length < framed.end) return undefined
  const decode = decoders.get(headers.get("content-encoding") ?? "")
  const body = decode === undefined || framed.body.length === 0 ? framed.body : decode(framed.body)
  return { answer: { ...head, body }, length: framed.end }
}

export interface ReadLimits {
  /** The requests' methods. One response is expected for each. */
  readonly methods: ReadonlyArray<string>
  readonly millis: number
}

const listen = (socket: Socket, bytes: Buffer, { methods, millis }: ReadLimits): Promise<ReceivedResponses> =>
  new Promise((resolve) => {
    const answers: Array<WireResponse> = []
    let rest = Buffer.alloc(0)
    const finish = (closed: boolean, broken?: unknown) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      // Ignores later errors, because the next request will report them.
      socket.on("error", () => {})
      resolve({ responses: answers, rest, closed, ...(broken !== undefined && { broken: String(broken) }) })
    }
    const timer = setTimeout(() => finish(false), millis)
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      try {
        for (;;) {
          const found = readResponse(rest, methods[answers.length])
          if (found === undefined) break
          if (found.answer.status >= 200) answers.push(found.answer)
          rest = rest.subarray(found.length)
        }
      } catch (error) {
        return finish(false, error)
      }
      if (answers.length >= methods.length && rest.length === 0) finish(false)
    })
    socket.on("error", () => {})
    socket.on("close", () => finish(true))
    socket.write(bytes)
  })

/**
 * After this many idle milliseconds, a connection is no longer reused. The server closes idle connections a little
 * later.
 */
const fresh = 1_000

export class Connection {
  readonly #base: URL
  #socket: Socket | undefined
  #usedAt = 0

  constructor(base: string) {
    this.#base = new URL(base)
  }

  get isKept(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && performance.now() - this.#usedAt < fresh
  }

  #open(): Socket {
    if (this.#socket !== undefined && this.isKept) return this.#socket
    this.close()
    this.#socket = connect(Number(this.#base.port), this.#base.hostname).setNoDelay(true)
    return this.#socket
  }

  /** Sends bytes. With `alone`, uses a separate connection and closes it afterwards. */
  async send(bytes: Buffer, patience: ReadLimits, alone = false): Promise<ReceivedResponses> {
    if (alone) this.close()
    const reply = await listen(this.#open(), bytes, patience)
    const isWhole = reply.responses.length === patience.methods.length && reply.rest.length === 0
    const isLast = reply.responses.at(-1)?.headers.get("connection") === "close"
    if (alone || reply.closed || !isWhole || isLast) this.close()
    this.#usedAt = performance.now()
    return reply
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}
