/** A client that reports a constant `psuIpAddress` (decisions 9). */
import assert from "node:assert/strict"
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"

/** Spellings of one address for different users. The log warns at the last user. */
const spellings = ["2001:db8::17", "2001:DB8:0:0::17", "2001:0db8:0:0:0:0:0:17", "2001:db8::0.0.0.23"]

/** Texts that some programs take for addresses of this machine or of a private network. */
const noAddresses = [
  "no address",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "010.0.0.1",
  "2130706433",
  "10.0.0.0/8",
  "fe80::1%eth0"
]

export const oneAddress: Attack = {
  name: "one-address",
  summary: "reports one psuIpAddress in several spellings for many users, and texts that are not addresses",
  promise:
    "The log warns of a client that reports one address for too many users, however the client spells the address. A text that is not an address is rejected.",
  run: ({ withTarget }) => {
    const usersPerPersonAddress = spellings.length - 1
    return withTarget({ config: { limits: { usersPerPersonAddress } } }, async ({ attacker, service }) => {
      const consentFrom = async (psuIpAddress: string) => {
        const { client } = await TestUser.make(attacker)
        const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress }]
        return client.post("/consents", { company: "se-fjallbanken", parameters })
      }
      const warning = "client reports one psuIpAddress for many users"
      for (const spelling of spellings) {
        assert.ok(!service.output().includes(warning), "the log warns too early")
        ;(await consentFrom(spelling)).expect(201)
      }
      assert.ok(service.output().includes(warning), "the log does not warn")
      for (const spelling of spellings) assert.ok(!service.output().includes(spelling), "the log contains the address")
      for (const text of noAddresses) {
        const { status } = await consentFrom(text)
        assert.equal(status, 400, `${text} returned ${status}`)
      }
      return `the log warned at user ${spellings.length}, and ${noAddresses.length} texts were rejected`
    })
  }
}
