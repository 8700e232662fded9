/** Connections that can send any bytes and ignore the responses. */
import { connect } from "node:net"
import type { Socket } from "node:net"

export interface RawConnection {
  readonly socket: Socket
  readonly received: () => string
  readonly closed: Promise<void>
}

const connectTo = (base: string, localAddress = "127.0.0.1"): Socket => {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  // Ignores errors, because the service may reset an attacker's connection.
  socket.on("error", () => {})
  return socket
}

export const openConnection = (base: string, ...pieces: ReadonlyArray<string>): RawConnection => {
  const socket = connectTo(base)
  socket.setEncoding("latin1")
  let text = ""
  socket.on("data", (data) => (text += String(data)))
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  for (const piece of pieces) socket.write(piece)
  return { socket, received: () => text, closed }
}

/** The connection never reads, so the service can send only as much as the kernel's buffers hold. */
export const openUnreadConnection = (base: string, bytes: string): Socket => {
  const socket = connectTo(base)
  socket.pause()
  socket.write(bytes)
  return socket
}

export const requestHead = (line: string, ...fields: ReadonlyArray<string>): string =>
  [line, "Host: localhost", ...fields, "", ""].join("\r\n")

export const credentialFieldsOf = (key: string) =>
  [`Authorization-token: ${key}`, "Service-Version: 2026-04-01"] as const

export const attackerCredentialFields = credentialFieldsOf("sheaf-demo")

/** Returns everything that the service sends until it closes the connection. */
export const sendAndReceive = async (base: string, ...pieces: ReadonlyArray<string>): Promise<string> => {
  const { closed, received } = openConnection(base, ...pieces)
  await closed
  return received()
}

/** Returns 0 if there is no response. */
export const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)

/** Returns the response's status, or 0 if no response arrives in time. */
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

export const closeAll = (sockets: Iterable<RawConnection | Socket>): void => {
  for (const each of sockets) ("socket" in each ? each.socket : each).destroy()
}
