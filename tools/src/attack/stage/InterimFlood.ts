/** A server that responds to every request with endless interim responses. It runs in its own thread. */
import { createServer } from "node:net"
import type { AddressInfo, Socket } from "node:net"
import { isMainThread, parentPort, Worker } from "node:worker_threads"
import { once } from "node:events"

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

/** Runs `use` with the address of the server. */
export const withInterimFlood = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const worker = new Worker(new URL(import.meta.url), { execArgv: ["--conditions=@sheaf/source"] })
  try {
    const [port]: ReadonlyArray<number> = await once(worker, "message")
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    await worker.terminate()
  }
}
