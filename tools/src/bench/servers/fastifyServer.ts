/**
 * Serves status polls and records of ended collections with Fastify. The server looks up API keys, by their keyed hash,
 * and collections in the service's SQLite file. It returns the same JSON and header fields as the service, but its
 * error responses have no body. The benchmark runs it in its own process.
 */
import { ApiKeyFormat } from "@sheaf/adapters-security"
import type { ApiVersion } from "@sheaf/domain/ApiVersion"
import fastify from "fastify"
import { createHmac, createSecretKey, randomUUID } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Keys from "../../workshop/stage/Keys.ts"
import * as FastifyData from "./FastifyData.ts"

const [dataDir = ""] = process.argv.slice(2)
const version: ApiVersion = "2026-04-01"

const database = new DatabaseSync(join(dataDir, "sheaf.db"), { readOnly: true })
const clientByHash = database.prepare(
  `SELECT c.id, c.name, c.environment FROM api_key k JOIN client c ON c.id = k.client_id
   WHERE k.hash = ? AND k.revoked_at IS NULL`
)
const collectionById = database.prepare(
  `SELECT id, company, products, status, revision, created_at, status_changed_at FROM collection
   WHERE id = ? AND client_id = ?`
)

const hashKey = createSecretKey(Keys.hashKey)

const requestId = /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!0{32})[0-9a-f]{32})$/

const strict = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff"
}

const server = fastify({
  keepAliveTimeout: 75_000,
  genReqId: ({ headers }) => {
    const given = headers["x-request-id"]
    return typeof given === "string" && requestId.test(given) ? given : randomUUID()
  }
})
server.decorateRequest("clientId", "")

server.addHook("onRequest", (request, reply, done) => {
  reply.headers({ ...strict, "x-request-id": request.id, "service-version": version, vary: "Service-Version" })
  const key = request.headers["authorization-token"]
  const client =
    typeof key === "string" && ApiKeyFormat.keyIdOf(key) !== undefined
      ? clientByHash.get(createHmac("sha256", hashKey).update(key).digest())
      : undefined
  if (client === undefined) return void reply.code(401).send()
  if (request.headers["service-version"] !== version) return void reply.code(400).send()
  request.setDecorator("clientId", client["id"])
  done()
})

const text = { type: "string" }

const schema = {
  params: {
    type: "object",
    properties: {
      collectionId: { ...text, pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$" }
    },
    required: ["collectionId"]
  },
  response: {
    200: {
      type: "object",
      properties: {
        collectionId: text,
        id: text,
        company: text,
        products: { type: "array", items: text },
        status: text,
        createdAt: text,
        statusChangedAt: text
      },
      required: ["collectionId", "id", "company", "products", "status", "createdAt", "statusChangedAt"]
    }
  }
}

const iso = (millis: unknown): string => new Date(Number(millis)).toISOString()

server.get<{ Params: { collectionId: string } }>("/collections/:collectionId/status", { schema }, (request, reply) => {
  const { collectionId } = request.params
  const clientId = request.getDecorator<string>("clientId")
  const row = collectionById.get(collectionId, clientId)
  if (row === undefined) return void reply.code(404).send()
  const etag = `"${collectionId}.${String(row["revision"])}.${version}"`
  reply.headers({ etag, "cache-control": "private, no-cache" })
  if (request.headers["if-none-match"] === etag) return void reply.code(304).send()
  reply.send({
    collectionId,
    id: collectionId,
    company: row["company"],
    products: String(row["products"]).split(","),
    status: row["status"],
    createdAt: iso(row["created_at"]),
    statusChangedAt: iso(row["status_changed_at"])
  })
})

await FastifyData.register(server, database)

console.log(`listens on ${await server.listen({ host: "127.0.0.1", port: 0 })}`)
