/** A client that reports a constant `psuIpAddress` (decisions 9). */
import assert from "node:assert/strict"
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"

/** The number of users with one address from which the service logs a warning, in this attack. */
const mostUsers = 3

export const oneAddress: Attack = {
  name: "one-address",
  summary: "reports one psuIpAddress for many users, and a text that is no address",
  promise:
    "The log warns of a client that reports one address for too many users. A text that is no address is rejected.",
  run: ({ withTarget }) =>
    withTarget({ config: { limits: { usersPerPersonAddress: mostUsers } } }, async ({ attacker, service }) => {
      const consentFrom = async (psuIpAddress: string) => {
        const { client } = await TestUser.make(attacker)
        const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress }]
        return client.post("/consents", { company: "se-fjallbanken", parameters })
      }
      const warning = "client reports one psuIpAddress for many users"
      for (let user = 0; user < mostUsers; user++) (await consentFrom("192.0.2.17")).expect(201)
      assert.ok(!service.output().includes(warning), "the log warns too early")
      ;(await consentFrom("192.0.2.17")).expect(201)
      assert.ok(service.output().includes(warning), "the log does not warn")
      assert.ok(!service.output().includes("192.0.2.17"), "the log contains the address")
      assert.equal((await consentFrom("no address")).status, 400)
      return `the log warned at user ${mostUsers + 1}`
    })
}
