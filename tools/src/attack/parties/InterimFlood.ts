/** A server that responds to every request with endless interim responses. It runs in its own thread. */
import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"
import { isMainThread, parentPort } from "node:worker_threads"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as Thread from "../../workshop/stage/Thread.ts"

const flood = Buffer.from("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000))

const send = (socket: Socket): void => {
  while (socket.writable && socket.write(flood)) continue
  if (socket.writable) socket.once("drain", () => send(socket))
}

if (!isMainThread) {
  const server = createServer((socket) => {
    socket.on("error", () => {})
    socket.once("data", () => {
      socket.resume()
      send(socket)
    })
  })
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
    parentPort?.postMessage(port)
  })
}

/** Starts the server, and returns its address. */
export const start = async (cleanup: Cleanup): Promise<string> => {
  const thread = Thread.start<number>(new URL(import.meta.url))
  cleanup.add(thread.stop)
  return `http://127.0.0.1:${await thread.next()}`
}
