/**
 * A listener for status polls, without a framework. It verifies the key by its keyed hash, reads the row from the
 * service's SQLite file, and writes the same JSON with the same ETag.
 */
import { createHmac, createSecretKey } from "node:crypto"
import type { RequestListener } from "node:http"
import { DatabaseSync } from "node:sqlite"
import * as Keys from "../../workshop/stage/Keys.ts"

/** Creates the listener over a database file. */
export const make = (file: string): RequestListener => {
  const hashKey = createSecretKey(Keys.hashKey)
  const database = new DatabaseSync(file, { readOnly: true })
  const client = database.prepare(
    "SELECT c.id FROM api_key k JOIN client c ON c.id = k.client_id WHERE k.hash = ? AND k.revoked_at IS NULL"
  )
  const collection = database.prepare(
    `SELECT id, company, products, status, revision, created_at, status_changed_at FROM collection
     WHERE id = ? AND client_id = ?`
  )

  return (request, response) => {
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
}
