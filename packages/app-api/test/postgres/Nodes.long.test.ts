/** Two nodes on one PostgreSQL database, of which one is killed (ADR 23). */
import { hasEnded } from "@sheaf/adapters-http/testing"
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { afterAll, assert, beforeAll, it } from "vitest"
import { once } from "node:events"
import { connect } from "node:tls"
import { plainStart } from "../Starts.ts"
import { TestService } from "../TestService.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
const env = { DATABASE_URL: server.url() }
const survivor = new TestService({ env })
const victim = new TestService({ env, folder: survivor.folder })

beforeAll(async () => {
  await Promise.all([survivor.start(), victim.start()])
}, 60_000)

afterAll(async () => {
  await victim.kill()
  await survivor.end()
}, 60_000)

/** The statuses in the history of each collection, in the order of their revisions, with the revisions' numbers. */
const histories = () =>
  PostgresServer.query(
    server.url(),
    `SELECT DISTINCT string_agg(status || ' ' || revision, ', ' ORDER BY revision) AS history
      FROM collection_history GROUP BY collection_id`
  )

it(
  "the other node ends each collection of a killed node, and records each step once",
  { timeout: 60_000 },
  async () => {
    const nodes = [survivor, victim]
    const starts = Array.from({ length: 60 }, (_, index) => {
      const node = nodes[index % 2] ?? survivor
      return node.client.begin(plainStart)
    })
    const ids = await Promise.all(starts)
    await victim.kill()
    for (const id of ids) {
      const { status } = await survivor.client.poll(id, hasEnded)
      assert.strictEqual(status, "COMPLETED")
    }
    assert.deepStrictEqual(await histories(), [{ history: "RUNNING 1, LOGIN 2, COLLECTING 3, COMPLETED 4" }])
  }
)

it("a stranger cannot speak to a node's port", { timeout: 30_000 }, async () => {
  const [row] = await PostgresServer.query(server.url(), "SELECT address FROM node ORDER BY seen_at DESC LIMIT 1")
  const { address } = row as { readonly address: string }
  const socket = connect({ port: Number(address.split(":")[1]), rejectUnauthorized: false })
  let received = 0
  socket.on("data", ({ length }) => (received += length))
  const [error] = await once(socket, "error")
  assert.include(String(error), "certificate required")
  assert.strictEqual(received, 0)
})
