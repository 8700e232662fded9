/** A connection to a listener, with its current request. */
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { IncomingRequest } from "./IncomingRequest.ts"
import * as MinThroughput from "./MinThroughput.ts"
import * as RemoteAddress from "./RemoteAddress.ts"

/** `HALF_OPEN`: no complete header has arrived yet. `IDLE`: the last response is complete. `BUSY`: neither. */
export type ConnectionState = "HALF_OPEN" | "IDLE" | "BUSY"

/** The largest number of requests that can wait on a connection. Node hands over all requests in a packet at once. */
const maxWaiting = 32

export class Connection {
  /** The TCP socket or, after the handshake, the TLS socket. */
  socket: Socket
  /** The IPv4 address, or the IPv6 network of 64 bits. Proxies form a group separate from its other addresses. */
  readonly address: string
  /** The site of the address, again with a separate group for proxies. */
  readonly site: string
  readonly isProxy: boolean
  /** The latest request and its response. */
  request: IncomingRequest | undefined = undefined
  response: ServerResponse | undefined = undefined
  /** The request that the service handles, while others on the connection may wait. */
  running: { readonly request: IncomingRequest; readonly response: ServerResponse } | undefined = undefined
  #waiting = 0
  #body: MinThroughput.TransferProgress | undefined = undefined
  #taking: MinThroughput.TransferProgress | undefined = undefined
  #speaking: MinThroughput.TransferProgress | undefined = undefined

  /** The time at which the latest request began to run, as returned by `performance.now()`. */
  busySince = 0

  constructor(socket: Socket, remoteAddress: string, isProxy: boolean) {
    this.socket = socket
    const group = isProxy ? "proxy " : ""
    this.address = group + RemoteAddress.prefix64Of(remoteAddress)
    this.site = group + RemoteAddress.prefix48Of(remoteAddress)
    this.isProxy = isProxy
  }

  /**
   * Handles a request once the previous response is complete, so that other connections get their turn between
   * pipelined requests (RFC 9112 §9.3.2). Returns false if too many requests wait.
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

  /**
   * Returns true if the request's body arrives too slowly. A body that waits for a place is paused and does not count
   * as slow.
   */
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
   * Returns true if the service sends nothing to the running request for `seconds`, although its client reads. Such a request
   * waits for something that may never come.
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

  /** Returns true if the client reads responses too slowly. */
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
