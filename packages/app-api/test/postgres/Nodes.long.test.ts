/** The port on which a node listens for the other nodes of its database (ADR 23). */
import { PostgresServer } from "@sheaf/adapters-sql/testing"
import { assert, it } from "vitest"
import { once } from "node:events"
import { connect } from "node:tls"
import { forAll } from "../TestService.ts"

const [newest] = PostgresServer.installations()
const server = await PostgresServer.launch(newest)
forAll({ env: { DATABASE_URL: server.url() } })

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
