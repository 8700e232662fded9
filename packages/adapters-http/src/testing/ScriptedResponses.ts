/** Scripted server responses, most of them faulty. */
import type { ServerResponse } from "node:http"

export type ScriptedResponse = (response: ServerResponse) => void

/** Never responds. */
export const silence: ScriptedResponse = () => {}

/** Starts a response that never ends. */
export const stalledBody: ScriptedResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.write("{")
}

/** Closes the connection without a response. */
export const closedConnection: ScriptedResponse = (response) => void response.destroy()

/** Closes the connection in the middle of a response. */
export const truncatedBody: ScriptedResponse = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
  response.write('{"orderRef":', () => response.destroy())
}

/** Switches protocols although the client has not asked for that. */
export const protocolSwitch: ScriptedResponse = (response) => {
  response.socket?.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\nhello")
}

/** Sends this many interim responses, half of them with fields, and then the final one. */
export const interimResponses =
  (count: number): ScriptedResponse =>
  (response) => {
    const pair = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
    response.socket?.write(pair.repeat(count / 2))
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  }

/** Sends interim responses for as long as the client reads. */
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

/** Sends a body one byte at a time. */
export const oneByteChunks =
  (bytes: number): ScriptedResponse =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" })
    for (let count = 0; count < bytes; count++) response.write("x")
    response.end()
  }

const hundredMegabytes = 100_000_000

/** Sends up to 100 MB while the client reads. Reports the number of sent bytes to `written`. */
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
