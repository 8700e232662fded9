/** A connector that sends people's devices to forbidden addresses (decisions 4). */
import assert from "node:assert/strict"
import { hasEnded } from "@sheaf/adapters-http/testing"
import type { Seen } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { company, step, withConnector } from "../stage/ScriptedConnector.ts"

const clientSide = {
  company,
  loginMethod: "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION",
  parameters: [{ type: "SWEDISH_EID", personalNumber: "199001012385" }]
} as const

/** Addresses of this machine are not in the list, because a connector on this machine can use them. */
const internal = [
  "http://good.example/login",
  "https://0x7f000001/admin",
  "https://2130706433/admin",
  "https://router.local/admin",
  "https://intranet/admin",
  "https://good\\.evil.example/login",
  "https://user@good.example/login",
  "https://good.example:secret@evil.example/login",
  "https://other.example/login"
]

export const instructions: Attack = {
  name: "instructions",
  summary: "sends people's devices to internal and misleading addresses",
  promise:
    "Devices are sent only to https hosts that the connector's configuration lists, without backslashes and credentials. Anything else ends the collection as FAILED.",
  run: ({ withTarget }) => {
    let url = ""
    const script = ({ name }: { readonly name: string }) => {
      if (name !== "begin") return { status: 204, body: {} }
      const request = { id: "1", etag: "1", url, method: "GET", headers: {} }
      return step({ type: "ASK", status: "LOGIN", asks: "RESPONSE_OBJECT", information: { INSTRUCTIONS: [request] } })
    }
    return withConnector(script, (connector) =>
      withTarget(
        { config: { connectors: [{ ...connector, deviceHosts: ["good.example"] }] } },
        async ({ attacker }) => {
          const statusWith = async (address: string) => {
            url = address
            const id = await attacker.begin(clientSide)
            const answered = (seen: Seen) => hasEnded(seen) || seen.extraInformation?.INSTRUCTIONS !== undefined
            return (await attacker.poll(id, answered)).status
          }
          for (const address of internal) {
            assert.equal(await statusWith(address), "FAILED", `${address} reached the device`)
          }
          assert.equal(await statusWith("https://good.example/login"), "LOGIN", "a listed host was refused")
          return `${internal.length} addresses were refused, and a listed host was allowed`
        }
      )
    )
  }
}
