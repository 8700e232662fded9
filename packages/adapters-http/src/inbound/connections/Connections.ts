/**
 * Tracks the connections of both listeners (spec 8). Limits their number per address and in total, and ends those that
 * send a body or read a response too slowly.
 */
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { TLSSocket } from "node:tls"
import * as Networks from "./Networks.ts"
import * as MinThroughput from "./MinThroughput.ts"
import { normalizeAddress } from "./IncomingRequest.ts"
import type { IncomingRequest } from "./IncomingRequest.ts"

/** `HALF_OPEN`: no complete headers yet. `IDLE`: the last response is complete. `BUSY`: any other connection. */
export type ConnectionState = "HALF_OPEN" | "IDLE" | "BUSY"

/**
 * How many requests may wait on one connection. Several can wait, because Node delivers all requests in a packet
 * together.
 */
const maxWaiting = 32

export class Connection {
  socket: Socket
  /**
   * The sender's IPv4 address, or its 64-bit IPv6 network. For a proxy, the text starts with `proxy `, so that proxies'
   * connections are grouped separately.
   */
  readonly address: string
  /** The IPv4 address, or the 48-bit IPv6 network. */
  readonly site: string
  readonly isProxy: boolean
  request: IncomingRequest | undefined = undefined
  response: ServerResponse | undefined = undefined
  running: { readonly request: IncomingRequest; readonly response: ServerResponse } | undefined = undefined
  #waiting = 0
  #body: MinThroughput.TransferProgress | undefined = undefined
  #taking: MinThroughput.TransferProgress | undefined = undefined
  #speaking: MinThroughput.TransferProgress | undefined = undefined

  /** When the latest request started, by `performance.now()`. */
  busySince = 0

  constructor(socket: Socket, remoteAddress: string, isProxy: boolean) {
    this.socket = socket
    const group = isProxy ? "proxy " : ""
    this.address = group + Networks.prefix64Of(remoteAddress)
    this.site = group + Networks.prefix48Of(remoteAddress)
    this.isProxy = isProxy
  }

  /**
   * Handles a request once the previous response is complete. Other connections get a turn between pipelined requests
   * (RFC 9112 §9.3.2). Returns false if too many requests are waiting.
   */
  begin(request: IncomingRequest, response: ServerResponse, handle: () => void): boolean {
    const { response: last, socket } = this
    this.request = request
    this.response = response
    this.#body = undefined
    const run = () => {
      this.busySince = performance.now()
      this.running = { request, response }
      this.#speaking = undefined
      handle()
    }
    if (last === undefined || last.writableFinished || last.destroyed) {
      run()
      return true
    }
    if (this.#waiting >= maxWaiting) return false
    this.#waiting++
    socket.pause()
    last.once("close", () => {
      this.#waiting--
      if (!socket.writable) return
      if (this.#waiting === 0) socket.resume()
      run()
    })
    return true
  }

  state(): ConnectionState {
    if (this.response === undefined) return "HALF_OPEN"
    return this.response.writableFinished || this.response.destroyed ? "IDLE" : "BUSY"
  }

  /** A body never counts as slow while the service makes it wait its turn. */
  isBodySlow(now: number, pace: MinThroughput.MinThroughput, period: MinThroughput.ThroughputPeriod): boolean {
    const { request } = this
    if (request === undefined || request.complete || request.readableFlowing !== true) {
      this.#body = undefined
      return false
    }
    this.#body ??= new MinThroughput.TransferProgress(now, pace)
    return this.#body.isTooSlow(now, request.received, period)
  }

  /**
   * Returns true if the service has sent nothing for `seconds`, although the request is still running and the client
   * has read everything sent so far. Such a request probably waits for something that will never come.
   */
  isSilent(now: number, seconds: number): boolean {
    const { bytesWritten, writableLength } = this.socket
    if (this.running === undefined || this.running.response.writableEnded || writableLength > 0) {
      this.#speaking = undefined
      return false
    }
    this.#speaking ??= new MinThroughput.TransferProgress(now, { graceSeconds: seconds / 2 })
    return this.#speaking.isTooSlow(now, bytesWritten, { millis: seconds * 500, bytes: 1 })
  }

  isReadingSlowly(now: number, pace: MinThroughput.MinThroughput, period: MinThroughput.ThroughputPeriod): boolean {
    const { bytesWritten, writableLength } = this.socket
    if (writableLength === 0) {
      this.#taking = undefined
      return false
    }
    this.#taking ??= new MinThroughput.TransferProgress(now, pace)
    return this.#taking.isTooSlow(now, bytesWritten - writableLength, period)
  }
}

export interface ConnectionLimits {
  readonly total: number
  /** The maximum number of connections from one IPv4 address or 64-bit IPv6 network. */
  readonly perAddress: number
  readonly pace: MinThroughput.MinThroughput
}

export const defaultLimits: ConnectionLimits = { total: 10_000, perAddress: 1_000, pace: MinThroughput.defaults }

export type CloseReason =
  | "CONNECTIONS"
  | "CONNECTIONS_PER_ADDRESS"
  | "PIPELINED"
  | "SLOW_BODY"
  | "SLOW_RESPONSE"
  | "UNANSWERED"

/**
 * How long a request may wait for its response, in seconds. No request takes this long to arrive, and no poll is held
 * this long.
 */
const maxSilenceSeconds = 120

export interface Options extends ConnectionLimits {
  /** Exempt from the limit per address. Default: none. */
  readonly proxies?: Networks.Networks
  /** How long a request may wait for its response, in seconds. Default: 120. */
  readonly silenceSeconds?: number
  readonly ended?: (rule: CloseReason) => void
}

export const chunkBytes = 16 * 1024

export type RejectRequest = (socket: Socket, rule: "SLOW_BODY" | "UNANSWERED", headers: IncomingHttpHeaders) => void

export interface Connections {
  /** Counts a new connection. At a limit, ends other connections to make room or, if that fails, ends the new one. */
  readonly accept: (socket: Duplex) => void
  readonly secure: (socket: TLSSocket) => void
  /** Handles a request once the previous response is complete. Ends a connection with too many pipelined requests. */
  readonly begin: (request: IncomingRequest, response: ServerResponse, handle: () => void) => void
}

class Groups {
  readonly #groups = new Map<string, Set<Connection>>()

  of(key: string): ReadonlySet<Connection> {
    return this.#groups.get(key) ?? new Set()
  }

  all(): Iterable<ReadonlySet<Connection>> {
    return this.#groups.values()
  }

  add(key: string, connection: Connection): void {
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(connection))
  }

  remove(key: string, connection: Connection): boolean {
    const group = this.#groups.get(key)
    if (group?.delete(connection) !== true) return false
    if (group.size === 0) this.#groups.delete(key)
    return true
  }
}

/** Unused connections are ended in this order. */
const unused: ReadonlyArray<ConnectionState> = ["HALF_OPEN", "IDLE"]

/**
 * Returns the oldest quarter of the half-open connections or, if there are none, of the idle ones. It returns so many
 * because making room for every new connection separately would be too expensive.
 */
const unusedIn = (group: ReadonlySet<Connection>): ReadonlyArray<Connection> => {
  const found = unused.map((usage) => [...group].filter((connection) => connection.state() === usage))
  const first = found.find(({ length }) => length > 0) ?? []
  return first.slice(0, Math.ceil(first.length / 4))
}

/**
 * Returns the connections whose requests have run longest: one in 64 of the group. The share is small because these
 * connections may belong to other clients.
 */
const slowestIn = (group: ReadonlySet<Connection>): ReadonlyArray<Connection> =>
  [...group].toSorted((one, other) => one.busySince - other.busySince).slice(0, Math.ceil(group.size / 64))

class OpenConnections {
  readonly #byAddress = new Groups()
  readonly #bySite = new Groups()
  readonly #bySocket = new WeakMap<Socket, Connection>()
  readonly #limits: Pick<ConnectionLimits, "perAddress" | "total">
  readonly #ended: (rule: CloseReason) => void
  #count = 0

  constructor(limits: Pick<ConnectionLimits, "perAddress" | "total">, ended: (rule: CloseReason) => void) {
    this.#limits = limits
    this.#ended = ended
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket)
  }

  *[Symbol.iterator](): Generator<Connection> {
    for (const group of this.#byAddress.all()) yield* group
  }

  add(connection: Connection): void {
    this.#byAddress.add(connection.address, connection)
    this.#bySite.add(connection.site, connection)
    this.#bySocket.set(connection.socket, connection)
    this.#count++
  }

  secure(connection: Connection, socket: Socket): void {
    connection.socket = socket
    this.#bySocket.set(socket, connection)
  }

  remove(connection: Connection): void {
    if (!this.#byAddress.remove(connection.address, connection)) return
    this.#bySite.remove(connection.site, connection)
    this.#count--
  }

  end(connection: Connection): void {
    this.remove(connection)
    connection.socket.destroy()
  }

  /**
   * Returns true if there is room for a new connection. If a limit has been reached, first tries to make room by ending
   * other connections.
   */
  hasRoom({ address, isProxy, site }: Connection): boolean {
    const group = this.#byAddress.of(address)
    if (!isProxy && group.size >= this.#limits.perAddress) {
      this.#ended("CONNECTIONS_PER_ADDRESS")
      if (!this.#endAll(unusedIn(group))) return false
    }
    if (this.#count < this.#limits.total) return true
    this.#ended("CONNECTIONS")
    return this.#makeRoom(site)
  }

  #endAll(connections: ReadonlyArray<Connection>): boolean {
    for (const connection of connections) this.end(connection)
    return connections.length > 0
  }

  /**
   * Makes room for a connection from `site` by ending connections of the site with the most connections. Therefore a
   * client that keeps many connections busy, for example with slow bodies, cannot shut out others. No site loses its
   * only connection. A proxy's connections serve many clients, so only unused ones are ended. Returns false if no
   * connection could be ended.
   */
  #makeRoom(site: string): boolean {
    let largest: ReadonlySet<Connection> = new Set()
    let most = 1
    for (const group of this.#bySite.all()) {
      const [first] = group
      if (first?.isProxy === true && unusedIn(group).length === 0) continue
      const size = first?.site === site ? group.size + 1 : group.size
      if (size <= most) continue
      largest = group
      most = size
    }
    return this.#endAll(unusedIn(largest)) || this.#endAll(slowestIn(largest))
  }
}

type Sweep = Required<Pick<Options, "ended" | "silenceSeconds">> & Pick<Options, "pace">

/**
 * Returns a function that starts the timer for ending slow connections. The timer runs while there are any connections.
 */
const makeSweeps = (open: OpenConnections, { ended, pace, silenceSeconds }: Sweep, reject: RejectRequest) => {
  const periods = {
    body: MinThroughput.bodyThroughputPeriod(pace),
    response: MinThroughput.chunkThroughputPeriod(pace, chunkBytes)
  }
  const interval = Math.min(periods.body.millis / 4, silenceSeconds * 250, 2_500)
  // Created once, not per timer, because a sweep of the previous timer may still be pending when a new timer starts.
  const clock = new MinThroughput.ThroughputClock(performance.now(), interval)
  let timer: NodeJS.Timeout | undefined

  const rejectOrEnd = (connection: Connection, rule: "SLOW_BODY" | "UNANSWERED"): void => {
    ended(rule)
    const { running, socket } = connection
    if (running === undefined || running.response.headersSent) open.end(connection)
    else reject(socket, rule, running.request.headers)
  }

  const sweep = (at: number): void => {
    for (const connection of open) {
      if (connection.isBodySlow(at, pace, periods.body)) rejectOrEnd(connection, "SLOW_BODY")
      else if (connection.isSilent(at, silenceSeconds)) rejectOrEnd(connection, "UNANSWERED")
      else if (connection.isReadingSlowly(at, pace, periods.response)) {
        ended("SLOW_RESPONSE")
        open.end(connection)
      }
    }
  }

  return {
    start: (): void => {
      // After a suspension, Node runs timers first. The sweep must wait until Node has read the bytes that have
      // arrived.
      timer ??= setInterval(() => setImmediate(() => sweep(clock.check(performance.now()))), interval).unref()
    },
    stopIfEmpty: (): void => {
      if (!open.isEmpty) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

export const make = (
  { ended = () => {}, pace, perAddress, proxies = Networks.none, silenceSeconds = maxSilenceSeconds, total }: Options,
  reject: RejectRequest
): Connections => {
  const open = new OpenConnections({ perAddress, total }, ended)
  const sweeps = makeSweeps(open, { ended, pace, silenceSeconds }, reject)

  const removeOnClose = (socket: Socket, connection: Connection): void => {
    socket.once("close", () => {
      open.remove(connection)
      sweeps.stopIfEmpty()
    })
  }

  return {
    accept: (socket) => {
      if (!(socket instanceof Socket) || socket.remoteAddress === undefined) return void socket.destroy()
      const { remoteAddress } = socket
      const address = normalizeAddress(remoteAddress)
      const connection = new Connection(socket, address, proxies.has(remoteAddress))
      if (!open.hasRoom(connection)) return void socket.destroy()
      open.add(connection)
      sweeps.start()
      removeOnClose(socket, connection)
    },
    secure: (socket) => {
      // Node has no public name for the underlying TCP socket.
      const connection = "_parent" in socket && socket._parent instanceof Socket && open.of(socket._parent)
      if (!connection) return
      open.secure(connection, socket)
      removeOnClose(socket, connection)
    },
    begin: (request, response, handle) => {
      const connection = open.of(request.socket)
      if (connection === undefined) return void handle()
      if (request.socket.destroyed || connection.begin(request, response, handle)) return
      ended("PIPELINED")
      open.end(connection)
    }
  }
}
