/** Node's HTTP server as the service uses it, for plain connections and for mutual TLS. */
import { Effect } from "effect"
import { Server, ServerResponse, STATUS_CODES } from "node:http"
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http"
import type { Server as TlsServer } from "node:https"
import { Socket } from "node:net"
import type { Server as NetServer } from "node:net"
import type { Duplex } from "node:stream"
import { TLSSocket } from "node:tls"
import * as Networks from "./connections/Networks.ts"
import type { CertificateGate } from "./connections/IncomingRequest.ts"
import * as UnreadableBytes from "./problems/UnreadableBytes.ts"
import type { FastPath } from "./FastPath.ts"
import * as ProblemWriter from "./problems/ProblemWriter.ts"
import { apiError } from "./problems/ApiErrors.ts"
import type { ApiError } from "./problems/ApiErrors.ts"
import * as IncomingRequest from "./connections/IncomingRequest.ts"
import * as Connections from "./connections/Connections.ts"
import * as BrowserSecurity from "./connections/BrowserSecurity.ts"

type Fields = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

/** Bodies larger than this, in bytes, are sent in pieces. */
const wholeBytes = 64 * 1024

const bytesOf = (body: unknown, encoding: unknown): Uint8Array | undefined => {
  if (typeof body !== "string") return body instanceof Uint8Array ? body : undefined
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (body.length * 3 <= wholeBytes) return undefined
  return Buffer.from(body, encoding === "latin1" ? "latin1" : "utf8")
}

const atOnce = (task: () => void): void => task()

/** Caches the `Date` line for the current second, because formatting one per response would slow down polls. */
let dated = { second: -1, line: "" }

const dateLine = (now: () => number): string => {
  const second = Math.floor(now() / 1000)
  if (second !== dated.second) dated = { second, line: `date: ${new Date(second * 1000).toUTCString()}\r\n` }
  return dated.line
}

/**
 * Turns off Node's check of the content length, which Effect's adapter enables. With the check, Node writes head and
 * body separately, and polls become about 14 % slower. The service computes the length from the body, so it needs no
 * check.
 */
class Response<Request extends IncomingMessage> extends ServerResponse<Request> {
  // The service writes the header field `Date` itself, because Node's value would jump whenever the machine's clock
  // jumps.
  override sendDate = false
  /** Set by the request event. */
  server: ListenerServer | undefined = undefined
  /** True if the client's connection uses TLS, here or at a proxy. */
  isSecure = false
  crossOrigin = ""
  /**
   * Runs a task when it is this request's turn. Runs it immediately until the listener's `request` event has set a
   * scheduler.
   */
  later = atOnce

  /**
   * Sends a large body in pieces. Each piece waits until the client has taken the previous one and this request has its
   * turn, so a fast client does not delay others. Because TLS encrypts only one piece at a time, all responses that
   * clients have not read yet can share one copy of the body.
   */
  override end(first?: unknown, second?: unknown, third?: unknown): this {
    const bytes = bytesOf(first, second)
    if (bytes === undefined || bytes.length <= wholeBytes) return Reflect.apply(super.end, this, [first, second, third])
    const ended = [second, third].find((each) => typeof each === "function")
    const send = (from: number): void => {
      if (this.destroyed) return
      const to = from + Connections.chunkBytes
      if (to >= bytes.length) Reflect.apply(super.end, this, [bytes.subarray(from), ended])
      else super.write(bytes.subarray(from, to), () => this.later(() => send(to)))
    }
    send(0)
    return this
  }

  override writeHead(status: number, message?: string, fields?: Fields): this
  override writeHead(status: number, fields?: Fields): this
  /** A server that is shutting down closes the connection after this response (RFC 9112 §9.6). */
  override writeHead(status: number, first?: string | Fields, second?: Fields): this {
    if (this.server?.listening === false) this.shouldKeepAlive = false
    return typeof first === "object" ? super.writeHead(status, first) : super.writeHead(status, first, second)
  }
}
Object.defineProperty(Response.prototype, "strictContentLength", { get: () => false, set: () => {} })

/** Node's internal function for writing a response's head. It has no public type. */
type StoreHeader = (this: Response<IncomingMessage>, line: string, fields: Readonly<Record<string, unknown>>) => void
const storeHeader: StoreHeader = Reflect.get(ServerResponse.prototype, "_storeHeader")
// Writes the prepared lines unchanged, because `writeHead` would validate all fields again.
const storeStrictHeader: StoreHeader = function (line, fields) {
  const date = dateLine(this.server?.options.now ?? Date.now)
  storeHeader.call(
    this,
    line + date + BrowserSecurity.securityHeaderLines(fields, this.isSecure) + this.crossOrigin,
    fields
  )
}
Object.defineProperty(Response.prototype, "_storeHeader", { value: storeStrictHeader })

const answerOf = (error: ApiError, requestId: string) => {
  const { body, headers, status } = ProblemWriter.serializeError(error, requestId)
  const own = { "cache-control": "no-store", "x-request-id": requestId, connection: "close" }
  return { status, headers: { ...headers, ...own }, body }
}

/**
 * Builds a raw response for unanswered requests, and for input that is not HTTP or arrives too slowly. Node creates no
 * request object for such input, and its own response would have no body.
 */
const rawAnswer = (
  error: ApiError,
  {
    date,
    isSecure,
    request
  }: { readonly date: string; readonly isSecure: boolean; readonly request: IncomingHttpHeaders }
): string => {
  const { body, headers, status } = answerOf(error, IncomingRequest.requestIdOf(request))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const strict = BrowserSecurity.securityHeaderLines(headers, isSecure)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${date}${strict}${lines.join("")}\r\n${body}`
}

/** Returns true if a request has exactly one `Host` header, or is HTTP/1.0 and has none (RFC 9112 §3.2). */
const hasHost = ({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean => {
  if (headers.host === undefined) return httpVersion === "1.0"
  // `headers` keeps only the first `Host`. In `rawHeaders`, names and values alternate.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++
  }
  return count === 1
}

/**
 * Returns an error if servers could disagree on the request's version, host or transfer coding, or if the request is
 * meant for another host.
 */
const unclear = (request: IncomingMessage, hosts: BrowserSecurity.AllowedHosts): ApiError | undefined => {
  const { httpVersion } = request
  const coding = request.headers["transfer-encoding"]
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return apiError("UnsupportedHttpVersion")
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return apiError("UnsupportedTransferCoding")
  if (!hasHost(request)) return apiError("NoHost")
  // Over TLS, the certificate has already proved the host name.
  const isOurs =
    request.headers.host === undefined || request.socket instanceof TLSSocket || hosts.has(request.headers.host)
  return isOurs ? undefined : apiError("MisdirectedRequest")
}

/** Connections whose last response is being sent. */
const rejected = new WeakSet<Duplex>()

const reject = (request: IncomingMessage, response: ServerResponse, error: ApiError): void => {
  rejected.add(request.socket)
  const { body, headers, status } = answerOf(error, IncomingRequest.requestIdOf(request.headers))
  response.writeHead(status, headers).end(body)
}

const newest = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>()

/** Calls `next` as soon as every complete request on this connection has its response. */
const afterResponses = (socket: Duplex, next: () => void): void => {
  const last = newest.get(socket)
  if (last === undefined || !last.request.complete || last.response.closed) next()
  else last.response.once("close", next)
}

/** Plain connections from addresses that may use only the health endpoints. */
const healthOnly = new WeakSet<Duplex>()

const healthPaths = ["/health", "/ready"]

const isProbe = ({ method, url = "" }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && healthPaths.includes(url)

export interface ListenerOptions {
  readonly certificateGate: CertificateGate
  readonly fastPath: FastPath
  /** Runs a request that the fast path did not handle. Default: immediately. */
  readonly later?: (run: () => void) => void
  /** Default: the limits in spec 8. */
  readonly limits?: Connections.Options
  /**
   * The addresses that may use plain HTTP. Over plain HTTP, all other addresses can request only `/health` and
   * `/ready`, for orchestrators' probes. Any other request from them ends the connection. Default: all addresses.
   */
  readonly plainHttpNetworks?: Networks.Networks
  /** Called with the peer's address when a connection is ended because the peer is not in `plainHttpNetworks`. */
  readonly onPlainHttpRejected?: (address: string | undefined) => void
  /** Returns the time in milliseconds since 1970, for the `Date` field. Default: the machine's time. */
  readonly now: () => number
  /** How long the request headers may take to arrive, in milliseconds. Default: 10 seconds. */
  readonly headerMillis?: number
  /** The host names that are allowed in requests over plain HTTP. Default: all. */
  readonly hosts?: BrowserSecurity.AllowedHosts
  /** Origins whose pages may use the API. Default: none. */
  readonly crossOrigin?: BrowserSecurity.Cors
  /** Proxies trusted to report the caller's address. Default: none. */
  readonly proxies?: Networks.Networks
  /** True if clients reach the plain listener through a proxy that terminates TLS. Default: false. */
  readonly isPublicOverTls?: boolean
}

const defaultOptions: ListenerOptions = {
  certificateGate: (_, next) => next(),
  fastPath: (_, __, otherwise) => otherwise(),
  now: Date.now
}

/** `checkContinue` is for clients that wait for `100 Continue` before they send the body. */
const arrivals = ["request", "checkContinue"]

/** Rejects ambiguous requests itself, because Node's own responses to some of them would be empty. */
export class ListenerServer extends Server<typeof IncomingRequest.IncomingRequest> {
  options = defaultOptions
  openConnections = this.makeConnections(Connections.defaultLimits)

  makeConnections(limits: Connections.Options): Connections.Connections {
    return Connections.make(limits, (socket, rule, headers) =>
      this.rejectAndClose(socket, rule === "SLOW_BODY" ? apiError("TooSlow") : apiError("Unanswered"), headers)
    )
  }

  isSecure(socket: Duplex): boolean {
    return this.options.isPublicOverTls === true || socket instanceof TLSSocket
  }

  /** Closes both directions after the response, without waiting for the rest of the request. */
  rejectAndClose(socket: Duplex, error: ApiError, request: IncomingHttpHeaders = {}): void {
    const answer = rawAnswer(error, { date: dateLine(this.options.now), isSecure: this.isSecure(socket), request })
    socket.end(answer, () => socket.destroy())
  }

  /** If the connection's address may not use plain HTTP, ends the connection without a response and returns true. */
  endPlain(socket: Duplex): boolean {
    if (!healthOnly.has(socket)) return false
    if (!socket.destroyed)
      this.options.onPlainHttpRejected?.(socket instanceof Socket ? socket.remoteAddress : undefined)
    socket.destroy()
    return true
  }

  override emit(event: string, ...values: ReadonlyArray<unknown>): boolean {
    const [request, response] = values
    if (
      !arrivals.includes(event) ||
      !(request instanceof IncomingRequest.IncomingRequest) ||
      !(response instanceof ServerResponse)
    ) {
      return super.emit(event, ...values)
    }
    if (!isProbe(request) && this.endPlain(request.socket)) return true
    const {
      crossOrigin = BrowserSecurity.noCors,
      hosts = BrowserSecurity.anyHost,
      later = atOnce,
      proxies = Networks.none
    } = this.options
    if (response instanceof Response) {
      response.server = this
      response.later = later
      response.isSecure = this.isSecure(request.socket)
      response.crossOrigin = crossOrigin.headerLinesFor(request)
    }
    request.proxies = proxies
    request.response = response
    newest.set(request.socket, { request, response })
    // Closes the connection after a request with an `Upgrade` header. Otherwise, Node would wait forever for the end of
    // the request.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    // If nothing listens for the event, the application has not started yet or has stopped.
    const on = () => void (super.emit(event, request, response) || reject(request, response, apiError("Starting")))
    this.openConnections.begin(request, response, () => {
      const error = unclear(request, hosts)
      const preflight = crossOrigin.preflightFor(request)
      if (error !== undefined) reject(request, response, error)
      else if (preflight !== undefined) response.writeHead(204, preflight).end()
      else this.options.certificateGate(request, () => this.options.fastPath(request, response, () => later(on)))
    })
    return true
  }
}

/** Shared by the plain server and the TLS server. */
export const serverOptions = {
  IncomingMessage: IncomingRequest.IncomingRequest,
  ServerResponse: Response,
  // Ignores offers to upgrade (RFC 9110 §7.8).
  shouldUpgradeCallback: () => false,
  requireHostHeader: false,
  // Joins headers with the same name. By default, Node would keep only the first of them, whereas a proxy in front of
  // the service might use the last.
  joinDuplicateHeaders: true,
  // How long an idle connection stays open, in milliseconds. Most clients and load balancers close idle connections
  // after a minute. If the service closed them sooner, it could do so just as the next request arrives.
  keepAliveTimeout: 75_000,
  // How long the headers may take to arrive, in milliseconds. Headers are small, so a slower client would only occupy a
  // connection.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  // How long a request may take to arrive, in milliseconds: enough for the largest, 14 MiB, at two megabits per second.
  requestTimeout: 60_000
}

/** Creates a server that is not listening yet. Requests that pass its checks reach its `request` listeners. */
export const make = (wanted: Partial<ListenerOptions> = {}): ListenerServer => {
  const server = new ListenerServer(serverOptions)
  const options = { ...defaultOptions, ...wanted }
  server.options = options
  if (options.limits !== undefined) server.openConnections = server.makeConnections(options.limits)
  server.headersTimeout = options.headerMillis ?? serverOptions.headersTimeout
  server.on("connection", (socket) => {
    if (options.plainHttpNetworks?.has(socket.remoteAddress) === false) healthOnly.add(socket)
    server.openConnections.accept(socket)
  })
  // Unknown expectations may be ignored (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    if (!server.endPlain(socket)) server.rejectAndClose(socket, apiError("NotHttp"))
  })
  server.on("clientError", (error: UnreadableBytes.ClientError, socket) => {
    // Node's parser can fail even after the request event, for example on an unknown transfer coding.
    if (rejected.has(socket)) return
    if (error.code === "ECONNRESET") return void socket.destroy()
    if (server.endPlain(socket)) return
    afterResponses(socket, () => {
      if (!socket.writable) return void socket.destroy()
      server.rejectAndClose(socket, UnreadableBytes.errorOf(error))
    })
  })
  return server
}

/** After this many turns of the event loop without a new connection, none is left to accept. */
const quietTurns = 3

/** How long a server that is shutting down still accepts connections, in milliseconds. */
const maxAcceptMillis = 3_000

/**
 * Calls `next` once the event loop has accepted the connections that were waiting in the kernel and has read what had
 * arrived on them. The loop accepts one connection per turn, and reads from it in the next turn.
 */
const afterAccepting = (server: NetServer, next: () => void): void => {
  const end = performance.now() + maxAcceptMillis
  let quiet = 0
  const accepted = () => void (quiet = 0)
  server.on("connection", accepted)
  const turn = (): void => {
    if (quiet++ < quietTurns && performance.now() < end) return void setImmediate(turn)
    server.off("connection", accepted)
    next()
  }
  turn()
}

/**
 * Stops listening and waits for open requests. Node's own `close` would reset connections that have not been accepted
 * yet, and would wait for connections that become idle later.
 */
export const close = (server: NetServer & Pick<Server, "closeIdleConnections">): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let timer: NodeJS.Timeout | undefined
    afterAccepting(server, () => {
      // Runs after Node has read from its sockets, because a connection whose request has just arrived must not count
      // as idle.
      timer = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
      server.close(() => {
        clearInterval(timer)
        resume(Effect.void)
      })
    })
    return Effect.sync(() => clearInterval(timer))
  })

const events = ["request", "checkContinue", "checkExpectation", "connect", "clientError"]

/** Passes everything that arrives over TLS to the plain server, which also counts the connections. */
export const forwardTls = (from: TlsServer<typeof IncomingRequest.IncomingRequest>, to: ListenerServer): void => {
  from.headersTimeout = to.headersTimeout
  from.on("connection", (socket) => to.openConnections.accept(socket))
  from.on("secureConnection", (socket) => to.openConnections.secure(socket))
  for (const event of events) from.on(event, (...values: ReadonlyArray<unknown>) => void to.emit(event, ...values))
}
