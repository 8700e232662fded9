/** Node's HTTP server as the service uses it, for plain connections and for mutual TLS. */
import { Problem } from "@sheaf/http-contract"
import { Effect } from "effect"
import { Server, ServerResponse, STATUS_CODES } from "node:http"
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http"
import type { Server as TlsServer } from "node:https"
import type { Duplex } from "node:stream"
import * as Networks from "./connections/Networks.ts"
import * as Arrival from "./pipeline/Arrival.ts"
import type { CertificateGate } from "./pipeline/CertificateGate.ts"
import * as CurrentRequest from "./pipeline/CurrentRequest.ts"
import type { PollLane } from "./PollLane.ts"
import { table } from "./problems/RequestRefusals.ts"

type Fields = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

/**
 * A response for which Node does not check the content length. With this check, which Effect's adapter enables, Node
 * writes head and body separately. That makes status polls about 14 % slower. The service computes the content length
 * from the body.
 */
class Response<Request extends IncomingMessage> extends ServerResponse<Request> {
  /** The server that sends the response. `undefined` until the request event. */
  server: Pick<Server, "listening"> | undefined = undefined

  override writeHead(status: number, message?: string, fields?: Fields): this
  override writeHead(status: number, fields?: Fields): this
  /** Closes the connection after the response if the server is stopping (RFC 9112 §9.6). */
  override writeHead(status: number, first?: string | Fields, second?: Fields): this {
    if (this.server?.listening === false) this.shouldKeepAlive = false
    return typeof first === "object" ? super.writeHead(status, first) : super.writeHead(status, first, second)
  }
}
Object.defineProperty(Response.prototype, "strictContentLength", { get: () => false, set: () => {} })

/** Builds a response that closes the connection. */
const answerOf = ({ code, detail }: Arrival.Refusal, requestId: string) => {
  const problem = Problem.make(code, { detail, requestId })
  const body = JSON.stringify(problem)
  const headers = {
    "content-type": Problem.contentType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    connection: "close"
  }
  return { status: problem.status, headers, body }
}

/** The raw response to bytes that are not HTTP. Such bytes never become a request. Node's own response has no body. */
const malformed = (): string => {
  const { body, headers, status } = answerOf(table.notHttp, CurrentRequest.idOf({}))
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** Returns true if a request has exactly one `Host` header, or is HTTP/1.0 and has none (RFC 9112 §3.2). */
const hasHost = ({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean => {
  if (headers.host === undefined) return httpVersion === "1.0"
  // `headers` keeps only the first `Host`. Names and values alternate in `rawHeaders`.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++
  }
  return count === 1
}

const refuseWithoutHost = (request: IncomingMessage, response: ServerResponse): void => {
  const { body, headers, status } = answerOf(table.noHost, CurrentRequest.idOf(request.headers))
  response.writeHead(status, headers).end(body)
}

/** The stages that every request passes before the HTTP application. */
export interface Ways {
  readonly gate: CertificateGate
  readonly lane: PollLane
  /** The proxies that tell the address of a request's caller. None by default. */
  readonly proxies?: Networks.Networks
}

const noWays: Ways = {
  gate: (_, next) => next(),
  lane: (_, __, otherwise) => otherwise()
}

/** The request events. Node emits `checkContinue` if a client waits for permission to send its body. */
const arrivals = ["request", "checkContinue"]

/** Rejects requests without a host, to which Node would send an empty response, and passes the others to the stages. */
class HostServer extends Server<typeof Arrival.Arrival> {
  ways = noWays

  override emit(event: string, ...values: ReadonlyArray<unknown>): boolean {
    const [request, response] = values
    if (!arrivals.includes(event) || !(request instanceof Arrival.Arrival) || !(response instanceof ServerResponse)) {
      return super.emit(event, ...values)
    }
    if (response instanceof Response) response.server = this
    request.proxies = this.ways.proxies ?? Networks.none
    const on = () => void super.emit(event, request, response)
    if (!hasHost(request)) refuseWithoutHost(request, response)
    else this.ways.gate(request, () => this.ways.lane(request, response, on))
    return true
  }
}

/** The response to a request that arrives too slowly. It has no problem body: the contract has no code for 408. */
const tooSlow = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"

/** Options of both servers. */
export const http = {
  IncomingMessage: Arrival.Arrival,
  ServerResponse: Response,
  // The server ignores offers to upgrade (RFC 9110 §7.8).
  shouldUpgradeCallback: () => false,
  requireHostHeader: false,
  // By default, Node keeps the first copy of a repeated header, but another component might keep the last.
  joinDuplicateHeaders: true,
  // In milliseconds. Most clients and load balancers close idle connections after a minute. If the service closed them
  // first, a request could already be on its way.
  keepAliveTimeout: 75_000,
  // Enough time, in milliseconds, for the largest request, 14 MiB, at two megabits per second.
  requestTimeout: 60_000
}

/** Responds, and closes the connection in both directions, so that nothing waits for the rest of the request. */
const endWith = (socket: Duplex, answer: string): void => void socket.end(answer, () => socket.destroy())

/** Creates a server that does not listen yet. Its listeners receive the requests that the stages pass on. */
export const make = (ways: Ways = noWays): Server => {
  const server = new HostServer(http)
  server.ways = ways
  server.on("request", (request, response) => {
    // Node would wait in vain for the end of a request with an `Upgrade` header.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
  // Unknown expectations can be ignored (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => endWith(socket, malformed()))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    endWith(socket, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed())
  })
  return server
}

/** Stops listening and waits for open requests. Node alone would also wait for connections that become idle later. */
export const end = (server: Pick<Server, "close" | "closeIdleConnections">): Effect.Effect<void> => {
  const closeIdle = Effect.sync(() => server.closeIdleConnections())
  return Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))).pipe(
    Effect.raceFirst(Effect.forever(Effect.delay(closeIdle, "50 millis")))
  )
}

const events = ["request", "checkContinue", "checkExpectation", "connect", "clientError"]

/** Passes everything that arrives over TLS to the plain server. */
export const forward = (from: TlsServer<typeof Arrival.Arrival>, to: Server): void => {
  for (const event of events) from.on(event, (...values: ReadonlyArray<unknown>) => void to.emit(event, ...values))
}
