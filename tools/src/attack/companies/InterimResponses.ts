/** Servers that precede their response with endless interim responses (decisions 9, 17). */
import assert from "node:assert/strict"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { withInterimFlood } from "../stage/InterimFlood.ts"
import { company, entry } from "../stage/ScriptedConnector.ts"
import type { Length } from "../stage/Stage.ts"
import { plainStart } from "../stage/Starts.ts"

const attackMillis: Readonly<Record<Length, number>> = { short: 2_000, full: 15_000 }

/** The number of test calls at a time. */
const atOnce = 8

/** Sends test calls until the time is up, and returns their outcomes. */
const testCalls = async (attacker: Client, url: string, millis: number): Promise<ReadonlySet<string>> => {
  const created = (await attacker.post("/webhook-endpoints", { url })).expect(201)
  const { endpointId } = created.read<{ readonly endpointId: string }>()
  const outcomes = new Set<string>()
  const until = Date.now() + millis
  const call = async (): Promise<void> => {
    const answer = await attacker.post(`/webhook-endpoints/${endpointId}/test`)
    // The attacker's calls have a rate.
    if (answer.status === 429) return
    const { error = "none" } = answer.expect(200).read<{ readonly error?: string }>()
    outcomes.add(error)
    if (Date.now() < until) await call()
  }
  await Promise.all(Array.from({ length: atOnce }, call))
  return outcomes
}

export const interimResponses: Attack = {
  name: "interim-responses",
  summary: "lets a webhook receiver and a connector send endless interim responses",
  promise: "Sheaf closes a connection after 16 interim responses. The calls fail, and others notice nothing.",
  run: ({ length, withTarget }) =>
    withInterimFlood((url) =>
      withTarget(
        { config: { connectors: [entry(url)], webhooks: { allowPrivateAddresses: true } } },
        async ({ attacker }) => {
          const outcomes = await testCalls(attacker, url, attackMillis[length])
          assert.deepEqual([...outcomes], ["UNREACHABLE"])
          const id = await attacker.begin({ ...plainStart, company })
          assert.equal((await attacker.poll(id, hasEnded)).status, "FAILED")
          return "every test call was UNREACHABLE, and the collection FAILED"
        }
      )
    )
}
