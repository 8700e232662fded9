/** The HTTP server of Node, as the service listens with it: in the clear, and over mutual TLS. */
import { Arrival, CurrentRequest } from "@sheaf/adapters-http"
import type { CertificateGate, PollLane } from "@sheaf/adapters-http"
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { Effect } from "effect"
import { Server, ServerResponse, STATUS_CODES } from "node:http"
import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders } from "node:http"
import type { Server as TlsServer } from "node:https"
import type { Duplex } from "node:stream"
import { randomUUID } from "node:crypto"

type Fields = OutgoingHttpHeaders | Array<OutgoingHttpHeader>

/**
 * Effect's adapter makes Node compare the length of every body with its header. Node then writes head and body
 * separately, two buffers to the kernel where one would do: a seventh of a status poll. Lengths here come out of the
 * body itself, a few lines above the comparison, so it is left out.
 */
class Response<Request extends IncomingMessage> extends ServerResponse<Request> {
  /** The server that answers with it, once it is known. */
  server: Pick<Server, "listening"> | undefined = undefined

  override writeHead(status: number, message?: string, fields?: Fields): this
  override writeHead(status: number, fields?: Fields): this
  /** Who is answered by a server that ends is told not to come back over this connection (RFC 9112 §9.6). */
  override writeHead(status: number, first?: string | Fields, second?: Fields): this {
    if (this.server?.listening === false) this.shouldKeepAlive = false
    return typeof first === "object" ? super.writeHead(status, first) : super.writeHead(status, first, second)
  }
}
Object.defineProperty(Response.prototype, "strictContentLength", { get: () => false, set: () => {} })

/** The answer to what cannot be a request: a problem, after which the connection ends. */
const refusal = (detail: string, requestId: string) => {
  const body = JSON.stringify(Problem.make("MALFORMED_REQUEST", { detail, requestId }))
  const headers = {
    "content-type": Problem.contentType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    connection: "close"
  }
  return { status: ProblemCode.table.MALFORMED_REQUEST.status, headers, body }
}

/** What is no HTTP never becomes a request: Node would answer it without a word. */
const malformed = (): string => {
  const detail = "These bytes are not a request of HTTP/1.1, or its header is too large."
  const { body, headers, status } = refusal(detail, randomUUID())
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** Whether a request names its host as it has to: once, unless it is older than the header (RFC 9112 §3.2). */
const namesHost = ({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean => {
  if (headers.host === undefined) return httpVersion === "1.0"
  // Of several, Node keeps the first in `headers`. Names and values take turns here.
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") count++
  }
  return count === 1
}

const refuseWithoutHost = (request: IncomingMessage, response: ServerResponse): void => {
  const detail = "A request of HTTP/1.1 names its host, once, in the header Host."
  const { body, headers, status } = refusal(detail, CurrentRequest.idOf(request.headers))
  response.writeHead(status, headers).end(body)
}

/** Where every request passes before anybody else sees it. */
export interface Ways {
  readonly gate: CertificateGate.CertificateGate
  readonly lane: PollLane.PollLane
}

const noWays: Ways = {
  gate: (_, next) => next(),
  lane: (_, __, otherwise) => otherwise()
}

/** A client that waits to be told whether to send its body at all makes another event, and no smaller claim. */
const arrivals = ["request", "checkContinue"]

/**
 * Shows requests to the gate and to the fast lane first, and to nobody one that does not name its host. Node by itself
 * would refuse that with an empty answer.
 */
class HostServer extends Server<typeof Arrival.Arrival> {
  ways = noWays

  override emit(event: string, ...values: ReadonlyArray<unknown>): boolean {
    const [request, response] = values
    if (!arrivals.includes(event) || !(request instanceof Arrival.Arrival) || !(response instanceof ServerResponse)) {
      return super.emit(event, ...values)
    }
    if (response instanceof Response) response.server = this
    const on = () => void super.emit(event, request, response)
    if (!namesHost(request)) refuseWithoutHost(request, response)
    else this.ways.gate(request, () => this.ways.lane(request, response, on))
    return true
  }
}

/**
 * Who does not finish a request in time is told so in HTTP's own words, and not with a problem: no code of the contract
 * has the status 408 (RFC 9110 §15.5.9), since no client that speaks HTTP properly ever sees one.
 */
const tooSlow = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"

/**
 * How long a connection without a request is kept. Longer than clients and load balancers keep theirs, of which most give
 * up after a minute: who closes first must not be us, just when the next request is on its way.
 */
const keepAliveMillis = 75_000

/**
 * How long a request may take to arrive whole. The largest, 14 MiB with a file in it, need two megabits a second for that;
 * nobody may take the few places that there are for such for longer. Node looks twice a minute who is late.
 */
const requestMillis = 60_000

/** How requests are read and answers written, whatever they come and go through. */
export const http = {
  IncomingMessage: Arrival.Arrival,
  ServerResponse: Response,
  // No other protocol is spoken here: who offers one is answered in this one (RFC 9110 §7.8).
  shouldUpgradeCallback: () => false,
  requireHostHeader: false,
  // Of several fields with one name, Node would keep the first, and nobody else may: they are one value here.
  joinDuplicateHeaders: true,
  keepAliveTimeout: keepAliveMillis,
  requestTimeout: requestMillis
}

/**
 * Answers, and ends the connection in both directions: a client that keeps its own open would be waited for, by whoever
 * reads the body of what it has begun to send.
 */
const endWith = (socket: Duplex, answer: string): void => void socket.end(answer, () => socket.destroy())

/** A server that does not listen yet. Its listeners see the requests that the ways leave to them. */
export const make = (ways: Ways = noWays): Server => {
  const server = new HostServer(http)
  server.ways = ways
  server.on("request", (request, response) => {
    // Node waits in vain for the end of what such a request might have been.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
  // An expectation that is not known may be left aside (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => endWith(socket, malformed()))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    endWith(socket, error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed())
  })
  return server
}

/** How often a server that ends looks for connections over which nothing is under way any more. */
const betweenLooks = "50 millis"

/**
 * Takes nobody new from now on, and ends when all that is under way has been answered. Node by itself would wait for who
 * keeps a connection over which it was answered meanwhile.
 */
export const end = (server: Pick<Server, "close" | "closeIdleConnections">): Effect.Effect<void> => {
  const closeIdle = Effect.sync(() => server.closeIdleConnections())
  return Effect.callback<void>((resume) => void server.close(() => resume(Effect.void))).pipe(
    Effect.raceFirst(Effect.forever(Effect.delay(closeIdle, betweenLooks)))
  )
}

/** Everything that can come over a connection, once it is there. */
const events = ["request", "checkContinue", "checkExpectation", "connect", "clientError"]

/** What comes over TLS is served as if it had come to the other server. */
export const forward = (from: TlsServer<typeof Arrival.Arrival>, to: Server): void => {
  for (const event of events) from.on(event, (...values: ReadonlyArray<unknown>) => void to.emit(event, ...values))
}
