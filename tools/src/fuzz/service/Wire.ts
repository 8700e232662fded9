/** Sends bytes over a socket and reads the responses by the framing of HTTP/1.1 (RFC 9112). */
import { connect } from "node:net"
import type { Socket } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"

export interface Answer {
  readonly status: number
  /** The header fields with lowercase names. Repeated fields are joined with commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

export interface Reply {
  readonly answers: ReadonlyArray<Answer>
  /** True if the server ended the connection. */
  readonly closed: boolean
  /** The bytes after the last whole response. */
  readonly rest: Buffer
  /** The reason why the reply is not valid HTTP, if it is not. */
  readonly broken?: string
  readonly millis: number
}

const headEnd = Buffer.from("\r\n\r\n")

const readHead = (text: string): Omit<Answer, "body"> => {
  const [first = "", ...lines] = text.split("\r\n")
  const status = /^HTTP\/1\.1 (\d{3})(?: |$)/.exec(first)?.[1]
  if (status === undefined) throw new Error(`invalid status line: ${first.slice(0, 80)}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const found = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(line)
    if (found === null) throw new Error(`invalid header line: ${line.slice(0, 80)}`)
    const [, name = "", value = ""] = found
    const key = name.toLowerCase()
    const before = headers.get(key)
    headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return { status: Number(status), headers }
}

interface Read {
  readonly answer: Answer
  /** The length of the response, in bytes. */
  readonly length: number
}

/** Reads a chunked body up to its last chunk. Returns undefined while the last chunk is missing. */
const readChunks = (bytes: Buffer, start: number): { readonly body: Buffer; readonly end: number } | undefined => {
  const chunks: Array<Buffer> = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at)
    if (lineEnd === -1) return undefined
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16)
    const begin = lineEnd + 2
    if (!(size >= 0)) throw new Error("invalid chunk size")
    if (bytes.length < begin + size + 2) return undefined
    if (size === 0) return { body: Buffer.concat(chunks), end: begin + 2 }
    chunks.push(bytes.subarray(begin, begin + size))
    at = begin + size + 2
  }
}

/** An incomplete response, and the minimum number of bytes for the next attempt to parse it. */
interface Missing {
  readonly needed: number
}

/** Decodes a body by its content coding (RFC 9110 §8.4). */
const decoded = (body: Buffer, headers: Answer["headers"]): Buffer => {
  if (body.length === 0) return body
  switch (headers.get("content-encoding")) {
    case "br":
      return brotliDecompressSync(body)
    case "gzip":
      return gunzipSync(body)
    default:
      return body
  }
}

/**
 * Reads the first response in `bytes`, if it is complete. The request's method determines whether the response has a
 * body.
 */
export const read = (bytes: Buffer, method: string | undefined): Read | Missing => {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return { needed: bytes.length + 1 }
  const head = readHead(bytes.toString("latin1", 0, end))
  const begin = end + headEnd.length
  if (method === "HEAD" || head.status < 200 || head.status === 204 || head.status === 304) {
    return { answer: { ...head, body: Buffer.alloc(0) }, length: begin }
  }
  if (head.headers.get("transfer-encoding") === "chunked") {
    const chunked = readChunks(bytes, begin)
    if (chunked === undefined) return { needed: bytes.length + 1 }
    return { answer: { ...head, body: decoded(chunked.body, head.headers) }, length: chunked.end }
  }
  const length = Number(head.headers.get("content-length") ?? 0)
  if (bytes.length < begin + length) return { needed: begin + length }
  return {
    answer: { ...head, body: decoded(bytes.subarray(begin, begin + length), head.headers) },
    length: begin + length
  }
}

/**
 * Parses responses as their bytes arrive. Joins the parts of a long response only once, when the response is complete.
 */
class Reader {
  readonly answers: Array<Answer> = []
  readonly #methods: ReadonlyArray<string>
  #chunks: Array<Buffer> = []
  #length = 0
  #needed = 0

  constructor(methods: ReadonlyArray<string>) {
    this.#methods = methods
  }

  /** The bytes after the last whole response. */
  get rest(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length > 0 && this.#length >= this.#needed) {
      const bytes = this.rest
      const found = read(bytes, this.#methods[this.answers.length])
      this.#needed = "needed" in found ? found.needed : 0
      if ("needed" in found) return
      // Interim responses are skipped.
      if (found.answer.status >= 200) this.answers.push(found.answer)
      this.#chunks = [bytes.subarray(found.length)]
      this.#length -= found.length
    }
  }
}

/** The limits on a wait: the expected responses, and the time. */
export interface Patience {
  /** The methods of the requests, one for each expected response. */
  readonly methods: ReadonlyArray<string>
  readonly millis: number
}

const listen = (socket: Socket, bytes: Buffer, { methods, millis }: Patience): Promise<Reply> =>
  new Promise((resolve) => {
    const began = performance.now()
    const reader = new Reader(methods)
    const finish = (closed: boolean, broken?: string) => {
      clearTimeout(timer)
      socket.removeAllListeners()
      // Ignores later errors, because the next request will report them.
      socket.on("error", () => {})
      const { answers, rest } = reader
      resolve({ answers, rest, closed, millis: performance.now() - began, ...(broken !== undefined && { broken }) })
    }
    const timer = setTimeout(() => finish(false), millis)
    socket.on("data", (chunk) => {
      try {
        reader.add(chunk)
      } catch (error) {
        return finish(false, error instanceof Error ? error.message : String(error))
      }
      if (reader.answers.length >= methods.length && reader.rest.length === 0) finish(false)
    })
    socket.on("error", () => {})
    socket.on("close", () => finish(true))
    socket.write(bytes)
  })

/** The maximum idle time of a reused connection, in milliseconds. The server closes idle connections a little later. */
const fresh = 1_000

/** A connection that is kept open as long as possible and then reopened. */
export class Connection {
  readonly #port: number
  readonly #host: string
  #socket: Socket | undefined
  #usedAt = 0

  constructor(base: string) {
    const { hostname, port } = new URL(base)
    this.#host = hostname
    this.#port = Number(port)
  }

  #open(): Socket {
    if (this.#socket !== undefined && this.isKept) return this.#socket
    this.close()
    const socket = connect(this.#port, this.#host)
    socket.setNoDelay(true)
    this.#socket = socket
    return socket
  }

  /** True if the next request reuses a connection. */
  get isKept(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && performance.now() - this.#usedAt < fresh
  }

  /** Sends bytes. With `alone`, uses a separate connection and closes it afterwards. */
  async send(bytes: Buffer, patience: Patience, alone = false): Promise<Reply> {
    if (alone) this.close()
    const reply = await listen(this.#open(), bytes, patience)
    const last = reply.answers.at(-1)
    const isWhole = reply.answers.length === patience.methods.length && reply.rest.length === 0
    if (alone || reply.closed || !isWhole || last?.headers.get("connection") === "close") this.close()
    this.#usedAt = performance.now()
    return reply
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}
