/** Sends one request on each of many connections. The code is lean, because it shares the machine with the service. */
import { connect } from "node:net"

/** A sent request. */
export interface Sent {
  /** Resolves at the first byte of the response, to its HTTP status and the time of `performance.now()`. */
  readonly answered: Promise<{ readonly status: number; readonly at: number }>
  readonly close: () => void
}

/** The number of connections that open at a time. They must fit into the listener's backlog. */
const atOnce = 100

const send = (port: number, hostname: string, bytes: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, hostname)
    socket.setEncoding("latin1")
    const answered = new Promise<{ readonly status: number; readonly at: number }>((resolveAnswer, rejectAnswer) => {
      socket.once("data", (data) =>
        resolveAnswer({ status: Number(String(data).slice("HTTP/1.1 ".length, 12)), at: performance.now() })
      )
      socket.once("close", () => rejectAnswer(new Error("the service closed the connection")))
    })
    // Without a handler, a rejection that nothing awaits yet would end the process.
    answered.catch(() => {})
    socket.once("error", reject)
    socket.once("connect", () => socket.write(bytes, () => resolve({ answered, close: () => socket.destroy() })))
  })

/** Sends a `GET` request for each path, on its own connection. */
export const sendAll = async (
  base: string,
  paths: ReadonlyArray<string>,
  headers: Readonly<Record<string, string>>
): Promise<ReadonlyArray<Sent>> => {
  const { host, hostname, port } = new URL(base)
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const sent: Array<Sent> = []
  for (let first = 0; first < paths.length; first += atOnce) {
    const some = paths.slice(first, first + atOnce)
    const bytes = (path: string) => `GET ${path} HTTP/1.1\r\n${fields.join("")}\r\n`
    sent.push(...(await Promise.all(some.map((path) => send(Number(port), hostname, bytes(path))))))
  }
  return sent
}
