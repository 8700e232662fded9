/** API keys that are used after their expiry, beyond their scopes, and from other networks (decisions 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { waitingStart } from "../stage/Starts.ts"
import type { Target } from "../stage/Target.ts"
import * as OwnClient from "./OwnClient.ts"

/** The time until the key expires, in milliseconds: enough to create the key and to use it on a busy machine. */
const validMillis = 6_000

const limited = async (target: Target, ...limits: ReadonlyArray<string>): Promise<Client> =>
  target.attacker.with({ "authorization-token": (await OwnClient.make(target, ...limits)).key })

/** Asserts that the fast lane for polls and the ordinary path both reject the key. */
const assertRejected = async (client: Client, collectionId: string, status: number, code: string): Promise<void> => {
  for (const path of [
    `/collections/${collectionId}/status`,
    "/collections",
    `/collections/${collectionId}/insurance/data`
  ]) {
    const answer = await client.send(path)
    assert.deepEqual([answer.status, answer.problem.code], [status, code], `${path} returned ${answer.status}`)
  }
}

const useOtherScopes = async (target: Target): Promise<void> => {
  const writer = await limited(target, "--scope", "collections:write")
  await assertRejected(writer, await writer.begin(waitingStart), 403, "INSUFFICIENT_SCOPE")
  // A user's token has no limits, so a key without the scope must not get a token.
  const { userId } = (await writer.post("/users", { externalId: "mallory" }))
    .expect(201)
    .read<{ readonly userId: string }>()
  assert.equal((await writer.post(`/users/${userId}/sessions`, {})).status, 403, "a key without scope opened a session")
  assert.equal((await writer.delete(`/users/${userId}`)).status, 403, "a key without scope erased a user")
}

/** The attacker is at another address than 192.0.2.7, and names this address in the fields of proxies. */
const useOtherNetworks = async (target: Target): Promise<void> => {
  const elsewhere = await limited(target, "--from", "192.0.2.0/24")
  const id = await target.attacker.begin(waitingStart)
  for (const field of [undefined, ["forwarded", "for=192.0.2.7"], ["x-forwarded-for", "192.0.2.7"]] as const) {
    const client = field === undefined ? elsewhere : elsewhere.with({ [field[0]]: field[1] })
    await assertRejected(client, id, 403, "NETWORK_NOT_ALLOWED")
  }
}

/** Runs `meanwhile` before the key expires. */
const useLater = async (target: Target, meanwhile: () => Promise<void>): Promise<void> => {
  const expiresAt = Math.ceil((Date.now() + validMillis) / 1000) * 1000
  const time = new Date(expiresAt).toISOString().replace(".000", "")
  const client = await limited(target, "--expires", time, "--from", "127.0.0.0/8", "--scope", "collections:read")
  ;(await client.send("/collections")).expect(200)
  await meanwhile()
  await pause(expiresAt - Date.now())
  await assertRejected(client, crypto.randomUUID(), 401, "INVALID_API_KEY")
}

export const keyLimits: Attack = {
  name: "key-limits",
  summary: "uses API keys after their expiry, beyond their scopes and from other networks",
  promise:
    "An expired key gets 401 from the second at which it expires. A key gets 403 beyond its scopes, and from outside its networks, whatever Forwarded and X-Forwarded-For say.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      await useLater(target, async () => {
        await useOtherScopes(target)
        await useOtherNetworks(target)
      })
      return "no key worked beyond its limits"
    })
}
