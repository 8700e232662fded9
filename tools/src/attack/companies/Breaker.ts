/** Clients that make a company fail, so that nobody can use it (decisions 14). */
import assert from "node:assert/strict"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { company, loggingIn, step, withConnector } from "../stage/ScriptedConnector.ts"
import type { ConnectorCall } from "../stage/ScriptedConnector.ts"
import { plainStart } from "../stage/Starts.ts"

const startOf = (username: string) => ({
  ...plainStart,
  company,
  parameters: [{ type: "USERNAME_PASSWORD", username, password: "secret" } as const]
})

const end = step({ type: "END", status: "COMPLETED_EMPTY", collected: { insurance: [], wealth: [], missing: [] } })

/** A connector that fails for some user names. */
const script = ({ login, name }: ConnectorCall) => {
  if (name === "begin") return login?.username?.startsWith("fails") ? { status: 500, body: {} } : loggingIn
  return name === "resume" ? end : { status: 204, body: {} }
}

const endOf = async (client: Client, username: string): Promise<string> => {
  const id = await client.begin(startOf(username))
  return (await client.poll(id, hasEnded)).status
}

const timeouts = { connectorRetrySeconds: 1 }

export const breaker: Attack = {
  name: "breaker",
  summary: "starts failing collections at a company, first with one login and then with ten",
  promise:
    "A company's circuit breaker opens only after failures for two persons of two clients, so the company stays open for others.",
  run: ({ withTarget }) =>
    withConnector(script, (connector) =>
      withTarget({ config: { timeouts, connectors: [connector] } }, async ({ attacker, honest }) => {
        assert.equal(await endOf(honest, "alice"), "COMPLETED_EMPTY")
        for (const logins of [Array<string>(10).fill("fails"), Array.from({ length: 10 }, (_, n) => `fails-${n}`)]) {
          const ends = await Promise.all(logins.map((login) => endOf(attacker, login)))
          assert.deepEqual([...new Set(ends)], ["THIRD_PARTY_ERROR"])
          assert.equal(await endOf(honest, "alice"), "COMPLETED_EMPTY", "the company is closed for another client")
        }
        return "the company stayed open after 20 failures"
      })
    )
}
