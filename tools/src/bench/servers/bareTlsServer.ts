/**
 * A bare `node:https` server with the service's mutual TLS settings. It accepts every certificate from its authority,
 * even a revoked one. It answers status polls, and sends one fixed response to every other request. The benchmark runs
 * it in its own process.
 */
import { MutualTlsServer } from "@sheaf/adapters-mtls"
import { Redacted } from "effect"
import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import { join } from "node:path"
import * as BarePolls from "./BarePolls.ts"

const [folder = "", file = ""] = process.argv.slice(2)
const polls = BarePolls.make(file)
const read = (...names: ReadonlyArray<string>) => readFileSync(join(folder, ...names), "utf8")

const identity = {
  key: Redacted.make(read("server", "server.key")),
  certificate: read("server", "server.pem"),
  authority: read("test", "ca.pem")
}

const body = '{"status":"healthy"}'

const server = createServer(MutualTlsServer.settingsOf(identity), (request, response) => {
  if (request.url?.endsWith("/status")) return void polls(request, response)
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body)
})
server.on("tlsClientError", (_, socket) => void socket.destroy())
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") console.log(`listens on https://127.0.0.1:${address.port}`)
})
