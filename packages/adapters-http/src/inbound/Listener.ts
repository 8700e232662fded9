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
import type { CertificateGate } from "./pipeline/CertificateGate.ts"
import * as UnreadableBytes from "./problems/UnreadableBytes.ts"
import type { FastPath } from "./FastPath.ts"
import * as ProblemWriter from "./problems/ProblemWriter.ts"
import { apiError } from "./problems/ApiErrors.ts"
import type { ApiError } from "./problems/ApiErrors.ts"
import * as IncomingRequest from "./connections/IncomingRequest.ts"
import * as Connections from "./connections/Connections.ts"
import * as BrowserSecurity from "./connections/BrowserSecurity.ts"

type Fields = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

/** The largest body that is sent in one piece, in bytes. */
const wholeBytes = 64 * 1024

const bytesOf = (body: unknown, encoding: unknown): Uint8Array | undefined => {
  if (typeof body !== "string") return body instanceof Uint8Array ? body : undefined
  // In UTF-8, each unit of `length` takes at most three bytes.
  if (body.length * 3 <= wholeBytes) return undefined
  return Buffer.from(body, encoding === "latin1" ? "latin1" : "utf8")
}

/** Runs a task immediately. */
const atOnce = (task: () => void): void => task()

/** The `Date` line of the current second. Formatting it for each response would slow down polls. */
let dated = { second: -1, line: "" }

const dateLine = (now: () => number): string => {
  const second = Math.floor(now() / 1000)
  if (second !== dated.second) dated = { second, line: `date: ${new Date(second * 1000).toUTCString()}\r\n` }
  return dated.line
}

/**
 * A response whose content length Node does not check. Effect's adapter enables this check, but Node then writes head
 * and body separately, and status polls become about 14 % slower. The check is unnecessary, because the service
 * computes the content length from the body.
 */
class Response<Request extends IncomingMessage> extends ServerResponse<Request> {
  // Node's own `Date` field would follow a machine's clock that jumps.
  override sendDate = false
  /** The server that sends the response. `undefined` until the request event. */
  server: ListenerServer | undefined = undefined
  /** True if the client's connection uses TLS, here or at a proxy. */
  isSecure = false
  /** The header lines for pages of other origins. */
  crossOrigin = ""
  /** Runs a task when it is the request's turn. Until the request event, tasks run immediately. */
  later = atOnce

  /**
   * Sends a large body in pieces. Each piece is sent once the client has taken the previous one and it is the request's
   * turn. Unread responses then share the body's bytes even over TLS, and a client that reads fast does not delay
   * others. Without pieces, TLS would encrypt the whole body for each response.
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
  /** Closes the connection after the response if the server is stopping (RFC 9112 §9.6). */
  override writeHead(status: number, first?: string | Fields, second?: Fields): this {
    if (this.server?.listening === false) this.shouldKeepAlive = false
    return typeof first === "object" ? super.writeHead(status, first) : super.writeHead(status, first, second)
  }
}
Object.defineProperty(Response.prototype, "strictContentLength", { get: () => false, set: () => {} })

/** Node's own function that writes a response's head. It has no public type. */
type StoreHeader = (this: Response<IncomingMessage>, line: string, fields: Readonly<Record<string, unknown>>) => void
const storeHeader: StoreHeader = Reflect.get(ServerResponse.prototype, "_storeHeader")
// `writeHead` would check each field of each response again. The prepared lines are written unchanged after the status
// line.
const storeStrictHeader: StoreHeader = function (line, fields) {
  const date = dateLine(this.server?.options.now ?? Date.now)
  storeHeader.call(
    this,
    line + date + BrowserSecurity.securityHeaderLines(fields, this.isSecure) + this.crossOrigin,
    fields
  )
}
Object.defineProperty(Response.prototype, "_storeHeader", { value: storeStrictHeader })

/** Builds a response that closes the connection. */
const answerOf = (error: ApiError, requestId: string) => {
  const { body, headers, status } = ProblemWriter.serializeError(error, requestId)
  const own = { "cache-control": "no-store", "x-request-id": requestId, connection: "close" }
  return { status, headers: { ...headers, ...own }, body }
}

/**
 * The raw response to bytes that are not HTTP, or that arrive too slowly, and to requests that nobody answers. Node never
 * turns such bytes into a request, and its own response to them has no body.
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
  // `headers` keeps only the first `Host`, so this code reads `rawHeaders`, in which names and values alternate.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++
  }
  return count === 1
}

/**
 * Returns the reason to reject a request if two servers could interpret its version, host or coding differently, or if it
 * is meant for another host.
 */
const unclear = (request: IncomingMessage, hosts: BrowserSecurity.AllowedHosts): ApiError | undefined => {
  const { httpVersion } = request
  const coding = request.headers["transfer-encoding"]
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return apiError("UnsupportedHttpVersion")
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return apiError("UnsupportedTransferCoding")
  if (!hasHost(request)) return apiError("NoHost")
  // Over TLS, the certificate already proves the name.
  const isOurs =
    request.headers.host === undefined || request.socket instanceof TLSSocket || hosts.has(request.headers.host)
  return isOurs ? undefined : apiError("MisdirectedRequest")
}

/** The connections whose last response is being sent. */
const rejected = new WeakSet<Duplex>()

const reject = (request: IncomingMessage, response: ServerResponse, error: ApiError): void => {
  rejected.add(request.socket)
  const { body, headers, status } = answerOf(error, IncomingRequest.requestIdOf(request.headers))
  response.writeHead(status, headers).end(body)
}

/** The newest request on each connection, with its response. */
const newest = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>()

/** Calls `next` once the requests that arrived completely on this connection have their responses. */
const afterResponses = (socket: Duplex, next: () => void): void => {
  const last = newest.get(socket)
  if (last === undefined || !last.request.complete || last.response.closed) next()
  else last.response.once("close", next)
}

/** The plain connections from addresses that can only ask for the service's health. */
const healthOnly = new WeakSet<Duplex>()

const healthPaths = ["/health", "/ready"]

/** Returns true for the requests that probes send. */
const isProbe = ({ method, url = "" }: IncomingMessage): boolean =>
  (method === "GET" || method === "HEAD") && healthPaths.includes(url)

/** The stages that every request passes before the HTTP application. */
export interface ListenerOptions {
  readonly certificateGate: CertificateGate
  readonly fastPath: FastPath
  /** Runs a request that the fast path passed on, possibly later. By default, immediately. */
  readonly later?: (run: () => void) => void
  /** The limits on connections. Defaults to the limits of spec 8. */
  readonly limits?: Connections.Options
  /**
   * The addresses that can use plain HTTP. Other addresses can only get `/health` and `/ready`, for example as the probes
   * of an orchestrator. Any other request ends their connection. By default, every address can use plain HTTP.
   */
  readonly plainHttpNetworks?: Networks.Networks
  /** Called with the peer's address when `plainHttpNetworks` ends a connection. */
  readonly onPlainHttpRejected?: (address: string | undefined) => void
  /** Returns the time in milliseconds since 1970, for the `Date` field. By default, the machine's time. */
  readonly now: () => number
  /** The time within which a request's header must arrive, in milliseconds. 10 seconds by default. */
  readonly headerMillis?: number
  /** The names in `Host` to which plain requests get a response. By default, every name. */
  readonly hosts?: BrowserSecurity.AllowedHosts
  /** The origins whose pages can use the API. None by default. */
  readonly crossOrigin?: BrowserSecurity.Cors
  /** The proxies that are trusted to name the caller's address. None by default. */
  readonly proxies?: Networks.Networks
  /** True if clients reach the plain listener through a proxy that terminates TLS. False by default. */
  readonly isPublicOverTls?: boolean
}

const defaultOptions: ListenerOptions = {
  certificateGate: (_, next) => next(),
  fastPath: (_, __, otherwise) => otherwise(),
  now: Date.now
}

/** The request events. Node emits `checkContinue` if a client waits for `100 Continue` before it sends its body. */
const arrivals = ["request", "checkContinue"]

/**
 * Rejects ambiguous requests, because Node would send an empty response to some of them. Passes all others to the
 * stages.
 */
export class ListenerServer extends Server<typeof IncomingRequest.IncomingRequest> {
  options = defaultOptions
  openConnections = this.makeConnections(Connections.defaultLimits)

  /** Creates the counters of connections, with these limits. */
  makeConnections(limits: Connections.Options): Connections.Connections {
    return Connections.make(limits, (socket, rule, headers) =>
      this.rejectAndClose(socket, rule === "SLOW_BODY" ? apiError("TooSlow") : apiError("Unanswered"), headers)
    )
  }

  /** Returns true if the client's connection uses TLS, here or at a proxy. */
  isSecure(socket: Duplex): boolean {
    return this.options.isPublicOverTls === true || socket instanceof TLSSocket
  }

  /** Responds and closes the connection in both directions, without waiting for the rest of the request. */
  rejectAndClose(socket: Duplex, error: ApiError, request: IncomingHttpHeaders = {}): void {
    const answer = rawAnswer(error, { date: dateLine(this.options.now), isSecure: this.isSecure(socket), request })
    socket.end(answer, () => socket.destroy())
  }

  /** Ends a connection without a response, unless its address can use plain HTTP. Returns true if it ended the connection. */
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
    // Node would wait in vain for the end of a request with an `Upgrade` header.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    // Without a listener, the application is still starting, or has already stopped.
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

/** Options of both servers. */
export const serverOptions = {
  IncomingMessage: IncomingRequest.IncomingRequest,
  ServerResponse: Response,
  // The server ignores offers to upgrade (RFC 9110 §7.8).
  shouldUpgradeCallback: () => false,
  requireHostHeader: false,
  // By default, Node keeps the first copy of a repeated header. A proxy in front of the service might keep the last
  // copy.
  joinDuplicateHeaders: true,
  // In milliseconds. Most clients and load balancers close idle connections after a minute. If the service closed the
  // connection first, a client could already be sending the next request.
  keepAliveTimeout: 75_000,
  // In milliseconds. Headers are small, so a slower client occupies a connection needlessly.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  // Enough time, in milliseconds, for the largest request, 14 MiB, at two megabits per second.
  requestTimeout: 60_000
}

/** Creates a server that does not listen yet. Its `request` listeners receive the requests that the stages pass on. */
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
  // Unknown expectations can be ignored (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => {
    if (!server.endPlain(socket)) server.rejectAndClose(socket, apiError("NotHttp"))
  })
  server.on("clientError", (error: UnreadableBytes.ClientError, socket) => {
    // Node's parser can fail after the request event, for example at an unknown transfer coding.
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

/** The turns of the event loop without a new connection after which no connection waits to be accepted. */
const quietTurns = 3

/** The longest time, in milliseconds, for which a stopping server accepts connections. */
const maxAcceptMillis = 3_000

/**
 * Calls `next` once the event loop has accepted the connections that wait in the kernel, and has read what arrived on
 * them. The event loop accepts one connection per turn, and reads from it in the next.
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
 * Stops listening and waits for open requests. Node's own `close` would reset connections that it has yet to accept,
 * and would wait for connections that become idle later.
 */
export const close = (server: NetServer & Pick<Server, "closeIdleConnections">): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    let timer: NodeJS.Timeout | undefined
    afterAccepting(server, () => {
      // Runs after the event loop has read, so that a connection with a request that has arrived does not count as idle.
      timer = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50)
      server.close(() => {
        clearInterval(timer)
        resume(Effect.void)
      })
    })
    return Effect.sync(() => clearInterval(timer))
  })

const events = ["request", "checkContinue", "checkExpectation", "connect", "clientError"]

/** Passes everything that arrives over TLS to the plain server. That server also counts the connections. */
export const forwardTls = (from: TlsServer<typeof IncomingRequest.IncomingRequest>, to: ListenerServer): void => {
  from.headersTimeout = to.headersTimeout
  from.on("connection", (socket) => to.openConnections.accept(socket))
  from.on("secureConnection", (socket) => to.openConnections.secure(socket))
  for (const event of events) from.on(event, (...values: ReadonlyArray<unknown>) => void to.emit(event, ...values))
}
