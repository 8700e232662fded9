/**
 * Serves status polls without a framework, on `node:http`, and on `node:https` with the service's mutual TLS settings.
 * The server verifies the API key by its keyed hash, reads the row from the service's SQLite file, and writes the same
 * JSON and ETag as the service. It also accepts revoked certificates. The benchmark runs it in its own process.
 */
import { MutualTlsServer } from "@sheaf/adapters-mtls"
import { Redacted } from "effect"
import { createHmac, createSecretKey } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { RequestListener, Server } from "node:http"
import { createServer as createTlsServer } from "node:https"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Keys from "../../workshop/stage/Keys.ts"

const [protocol, dataDir = ""] = process.argv.slice(2)

const hashKey = createSecretKey(Keys.hashKey)
const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
const client = database.prepare(
  "SELECT c.id FROM api_key k JOIN client c ON c.id = k.client_id WHERE k.hash = ? AND k.revoked_at IS NULL"
)
const collection = database.prepare(
  `SELECT id, company, products, status, revision, created_at, status_changed_at FROM collection
   WHERE id = ? AND client_id = ?`
)

const polls: RequestListener = (request, response) => {
  const key = request.headers["authorization-token"]
  const owner = typeof key === "string" ? client.get(createHmac("sha256", hashKey).update(key).digest()) : undefined
  if (owner === undefined) return void response.writeHead(401).end()
  const id = (request.url ?? "").split("/")[2] ?? ""
  const row = collection.get(id, owner["id"] ?? null)
  if (row === undefined) return void response.writeHead(404).end()
  const etag = `"${id}.${String(row["revision"])}"`
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end()
  const body = JSON.stringify({
    collectionId: id,
    id,
    company: row["company"],
    products: String(row["products"]).split(","),
    status: row["status"],
    createdAt: new Date(Number(row["created_at"])).toISOString(),
    statusChangedAt: new Date(Number(row["status_changed_at"])).toISOString()
  })
  response
    .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body), etag })
    .end(body)
}

const withTls = (): Server => {
  const read = (...names: ReadonlyArray<string>) => readFileSync(join(dataDir, "certs", ...names), "utf8")
  const identity = {
    key: Redacted.make(read("server", "server.key")),
    certificate: read("server", "server.pem"),
    authority: read("test", "ca.pem")
  }
  const server = createTlsServer(MutualTlsServer.tlsOptionsOf(identity), polls)
  return server.on("tlsClientError", (_, socket) => void socket.destroy())
}

const server = protocol === "https" ? withTls() : createServer(polls)
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") {
    console.log(`listens on ${protocol}://127.0.0.1:${address.port}`)
  }
})
