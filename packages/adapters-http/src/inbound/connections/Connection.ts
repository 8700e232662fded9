/** One connection of a listener, with its current request. */
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Arrival } from "../pipeline/Arrival.ts"
import * as MinimumPace from "./MinimumPace.ts"

/** `HALF_OPEN`: no complete header has arrived yet. `IDLE`: the last response is complete. `BUSY`: neither. */
export type Usage = "HALF_OPEN" | "IDLE" | "BUSY"

export class Connection {
  /** The TCP socket, and after the handshake the TLS socket. */
  socket: Socket
  readonly address: string
  /** The latest request and its response. */
  request: Arrival | undefined = undefined
  response: ServerResponse | undefined = undefined
  #body: MinimumPace.Progress | undefined = undefined
  #taking: MinimumPace.Progress | undefined = undefined

  constructor(socket: Socket, address: string) {
    this.socket = socket
    this.address = address
  }

  begin(request: Arrival, response: ServerResponse): void {
    this.request = request
    this.response = response
    this.#body = undefined
  }

  usage(): Usage {
    if (this.response === undefined) return "HALF_OPEN"
    return this.response.writableFinished || this.response.destroyed ? "IDLE" : "BUSY"
  }

  /** Returns true if the request's body arrives too slowly. The service pauses bodies that wait for a place. */
  isBodySlow(now: number, pace: MinimumPace.MinimumPace, period: MinimumPace.Period): boolean {
    const { request } = this
    if (request === undefined || request.complete || request.readableFlowing !== true) {
      this.#body = undefined
      return false
    }
    this.#body ??= new MinimumPace.Progress(now, pace)
    return this.#body.isTooSlow(now, request.received, period)
  }

  /** Returns true if the client takes responses too slowly. */
  isTakingSlow(now: number, pace: MinimumPace.MinimumPace, period: MinimumPace.Period): boolean {
    const { bytesWritten, writableLength } = this.socket
    if (writableLength === 0) {
      this.#taking = undefined
      return false
    }
    this.#taking ??= new MinimumPace.Progress(now, pace)
    return this.#taking.isTooSlow(now, bytesWritten - writableLength, period)
  }
}
