/** Scripted server responses, most of them faulty. */
import type { ServerResponse } from "node:http"

export type ScriptedResponse = (response: ServerResponse) => void

export const silence: ScriptedResponse = () => {}

export const stalledBody: ScriptedResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.write("{")
}

export const closedConnection: ScriptedResponse = (response) => void response.destroy()

export const truncatedBody: ScriptedResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
  response.write('{"orderRef":', () => response.destroy())
}

export const protocolSwitch: ScriptedResponse = (response) => {
  response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\nhello")
}

/** Sends `count` interim responses, half of them with header fields, and then the final one. */
export const interimResponses =
  (count: number): ScriptedResponse =>
  (response) => {
    const pair = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
    response.socket?.write(pair.repeat(count / 2))
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }

export const endlessInterimResponses: ScriptedResponse = (response) => {
  const { socket } = response
  const some = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000))
  const go = (): void => {
    if (socket === null || socket.destroyed) return
    if (socket.write(some)) setImmediate(go)
    else socket.once("drain", go)
  }
  go()
}

export const oneByteChunks =
  (bytes: number): ScriptedResponse =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" })
    for (let count = 0; count < bytes; count++) response.write("x")
    response.end()
  }

const hundredMegabytes = 100_000_000

/**
 * Sends up to 100 MB while the client reads. When the connection closes, calls `written` with the number of bytes sent.
 */
export const hugeBody =
  (written: (bytes: number) => void = () => {}): ScriptedResponse =>
  (response) => {
    const chunk = Buffer.alloc(64 * 1024, "x")
    let bytes = 0
    const go = () => {
      while (bytes < hundredMegabytes && !response.destroyed) {
        bytes += chunk.length
        if (!response.write(chunk)) return void response.once("drain", go)
      }
      response.end()
    }
    response.on("close", () => written(bytes))
    go()
  }

export const completeResponse =
  (status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): ScriptedResponse =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)
