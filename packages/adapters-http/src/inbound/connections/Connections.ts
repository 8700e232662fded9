/**
 * The connections of both listeners. Limits the number of connections per address and in total, and ends connections
 * that send a body or read a response too slowly (decisions 14).
 */
import type { ServerResponse } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { TLSSocket } from "node:tls"
import type { Arrival } from "../pipeline/Arrival.ts"
import { Connection } from "./Connection.ts"
import type { Usage } from "./Connection.ts"
import * as Networks from "./Networks.ts"
import * as MinimumPace from "./MinimumPace.ts"
import * as RemoteAddress from "./RemoteAddress.ts"

export interface ConnectionLimits {
  readonly total: number
  /** The connections from one IPv4 address, or from one IPv6 network of 64 bits. */
  readonly perAddress: number
  readonly pace: MinimumPace.MinimumPace
}

export const defaults: ConnectionLimits = { total: 10_000, perAddress: 1_000, pace: MinimumPace.defaults }

/** The rule that an ended connection broke. */
export type ConnectionRule = "CONNECTIONS" | "CONNECTIONS_PER_ADDRESS" | "PIPELINED" | "SLOW_BODY" | "SLOW_RESPONSE"

export interface Options extends ConnectionLimits {
  /** The proxies, to which the limit per address does not apply. None by default. */
  readonly proxies?: Networks.Networks
  /** Called for connections that Sheaf has ended. */
  readonly ended?: (rule: ConnectionRule) => void
}

/** The size of the pieces in which a large response is sent, in bytes. */
export const pieceBytes = 16 * 1024

/** Ends a connection after a response. */
export type Refuse = (socket: Socket) => void

export interface Connections {
  /** Counts a new connection. At a limit, ends unused connections, or the new connection if all others are in use. */
  readonly accept: (socket: Duplex) => void
  /** Records that a connection's handshake is complete. */
  readonly secure: (socket: TLSSocket) => void
  /** Handles a request once the previous response is complete. Ends connections that pipeline too many requests. */
  readonly begin: (request: Arrival, response: ServerResponse, handle: () => void) => void
}

/**
 * Returns the oldest quarter of the connections, but at least one. Ending many at a time keeps new connections cheap.
 */
const oldestOf = (connections: ReadonlyArray<Connection>): ReadonlyArray<Connection> =>
  connections.slice(0, Math.ceil(connections.length / 4))

/** The states of unused connections, in the order in which Sheaf ends them. */
const unused: ReadonlyArray<Usage> = ["HALF_OPEN", "IDLE"]

const now = (): number => performance.now()

export const make = (
  { ended = () => {}, pace, perAddress, proxies = Networks.none, total }: Options,
  refuseSlow: Refuse
): Connections => {
  /** The connections by address, in the order of their arrival. */
  const groups = new Map<string, Set<Connection>>()
  const bySocket = new WeakMap<Socket, Connection>()
  const periods = { body: MinimumPace.periodOf(pace), response: MinimumPace.periodOfPieces(pace, pieceBytes) }
  let count = 0
  let timer: NodeJS.Timeout | undefined

  const remove = (connection: Connection): void => {
    const group = groups.get(connection.address)
    if (group?.delete(connection) !== true) return
    if (group.size === 0) groups.delete(connection.address)
    count--
    if (count > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const end = (connection: Connection): void => {
    remove(connection)
    connection.socket.destroy()
  }

  /**
   * Ends old unused connections from the address with the most unused connections. Returns false if no connection is
   * unused.
   */
  const makeRoom = (candidates: Iterable<Set<Connection>>): boolean => {
    const sets = [...candidates]
    for (const usage of unused) {
      const found = sets.map((group) => [...group].filter((connection) => connection.usage() === usage))
      const most = found.reduce((one, other) => (other.length > one.length ? other : one), [])
      if (most.length > 0) {
        for (const connection of oldestOf(most)) end(connection)
        return true
      }
    }
    return false
  }

  const sweep = (): void => {
    const at = now()
    for (const group of groups.values()) {
      for (const connection of group) {
        if (connection.isBodySlow(at, pace, periods.body)) {
          ended("SLOW_BODY")
          if (connection.response?.headersSent === true) end(connection)
          else refuseSlow(connection.socket)
        } else if (connection.isTakingSlow(at, pace, periods.response)) {
          ended("SLOW_RESPONSE")
          end(connection)
        }
      }
    }
  }

  /** Ends unused connections to make room. Returns the rule that a new connection would still break. */
  const brokenBy = (group: Set<Connection>, isProxy: boolean): ConnectionRule | undefined => {
    if (!isProxy && group.size >= perAddress) {
      ended("CONNECTIONS_PER_ADDRESS")
      if (!makeRoom([group])) return "CONNECTIONS_PER_ADDRESS"
    }
    if (count < total) return undefined
    ended("CONNECTIONS")
    return makeRoom(groups.values()) ? undefined : "CONNECTIONS"
  }

  return {
    accept: (socket) => {
      if (!(socket instanceof Socket) || socket.remoteAddress === undefined) return void socket.destroy()
      const { remoteAddress } = socket
      const isProxy = proxies.has(remoteAddress)
      const address = RemoteAddress.networkOf(RemoteAddress.normalized(remoteAddress))
      if (brokenBy(groups.get(address) ?? new Set(), isProxy) !== undefined) return void socket.destroy()
      const connection = new Connection(socket, address)
      const group = groups.get(address) ?? new Set()
      groups.set(address, group.add(connection))
      bySocket.set(socket, connection)
      count++
      timer ??= setInterval(sweep, Math.min(periods.body.millis / 4, 2_500)).unref()
      socket.once("close", () => remove(connection))
    },
    secure: (socket) => {
      // The underlying TCP socket has no public name.
      const connection = "_parent" in socket && socket._parent instanceof Socket && bySocket.get(socket._parent)
      if (!connection) return
      connection.socket = socket
      bySocket.set(socket, connection)
      socket.once("close", () => remove(connection))
    },
    begin: (request, response, handle) => {
      const connection = bySocket.get(request.socket)
      if (connection === undefined) return void handle()
      if (request.socket.destroyed || connection.begin(request, response, handle)) return
      ended("PIPELINED")
      end(connection)
    }
  }
}
