/** Connections that can send any bytes and ignore the responses. */
import { connect } from "node:net"
import type { Socket } from "node:net"

export interface RawConnection {
  readonly socket: Socket
  /** Everything received so far. */
  readonly received: () => string
  /** Resolves once the connection is closed. */
  readonly closed: Promise<void>
}

/** Connects from a given address on this machine. */
const connectTo = (base: string, localAddress = "127.0.0.1"): Socket => {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  // Ignores errors, because the service may reset an attacker's connection.
  socket.on("error", () => {})
  return socket
}

/** Opens a connection that reads responses, and sends the pieces immediately. */
export const openConnection = (base: string, ...pieces: ReadonlyArray<string>): RawConnection => {
  const socket = connectTo(base)
  socket.setEncoding("latin1")
  let text = ""
  socket.on("data", (data) => (text += String(data)))
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  for (const piece of pieces) socket.write(piece)
  return { socket, received: () => text, closed }
}

/** Opens a connection that never reads. The service can send it only as much as the buffers of the kernel hold. */
export const openUnreadConnection = (base: string, bytes: string): Socket => {
  const socket = connectTo(base)
  socket.pause()
  socket.write(bytes)
  return socket
}

/** The lines of a request's head. */
export const requestHead = (line: string, ...fields: ReadonlyArray<string>): string =>
  [line, "Host: localhost", ...fields, "", ""].join("\r\n")

/** Returns the header fields for requests with an API key. */
export const credentialFieldsOf = (key: string) =>
  [`Authorization-token: ${key}`, "Service-Version: 2026-04-01"] as const

/** The header fields for the attacker's requests. */
export const attackerCredentialFields = credentialFieldsOf("sheaf-demo")

/** Sends the pieces, and returns everything that the service sends until it closes the connection. */
export const sendAndReceive = async (base: string, ...pieces: ReadonlyArray<string>): Promise<string> => {
  const { closed, received } = openConnection(base, ...pieces)
  await closed
  return received()
}

/** Returns the HTTP status of the first response, or 0. */
export const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)

/** Sends bytes from this address. Returns the response's status, or 0 if no response arrives in time. */
export const sendFromAddress = (base: string, localAddress: string, bytes: string, millis: number): Promise<number> =>
  new Promise((resolve) => {
    const socket = connectTo(base, localAddress)
    const finish = (status: number) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(status)
    }
    const timer = setTimeout(() => finish(0), millis)
    socket.once("data", (data) => finish(statusOf(data.toString("latin1"))))
    socket.once("close", () => finish(0))
    socket.write(bytes)
  })

/** Closes connections. */
export const closeAll = (sockets: Iterable<RawConnection | Socket>): void => {
  for (const each of sockets) ("socket" in each ? each.socket : each).destroy()
}
