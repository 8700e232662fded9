/** What consents reveal about people and their devices (spec 2.4, 12). */
import { TestUser, until } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Attack } from "../Attack.ts"
import { consentRequest } from "../Starts.ts"

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

const oneAddress: Attack = {
  name: "one-address",
  summary: "reports one psuIpAddress in several spellings for many users, and texts that are not addresses",
  promise:
    "The log warns of a client that reports one address for too many users, however the client spells the address. A text that is not an address is rejected.",
  run: async (stage) => {
    const limits = { usersPerPersonAddress: spellings.length - 1 }
    const { attacker, service } = await stage.start({ config: { limits } })
    const consentFrom = async (psuIpAddress: string) => {
      const { client } = await TestUser.make(attacker)
      const parameters = [{ type: "PSD2_AIS_CONSENT", psuIpAddress }]
      return client.post("/consents", { ...consentRequest, parameters })
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
  }
}

/** Returns the contents of all files below a folder, by path. */
const filesIn = (folder: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "latin1")])

const bankFiles: Attack = {
  name: "bank-files",
  summary: "reads the files of the sandbox's banks",
  promise: "No file contains a return address or the secret of a bank's page.",
  run: async (stage) => {
    const { attacker, dataDir } = await stage.start()
    const { client } = await TestUser.make(attacker)
    const returnUrl = "http://127.0.0.1:9/back-to-mallory"
    const made = await client.post("/consents", { ...consentRequest, returnUrl, state: "the-state" })
    const path = made.expect(201).header("location") ?? ""
    interface Shown {
      readonly authInstructions?: { readonly redirectUrl?: string }
    }
    const redirectUrlOf = async () => (await client.read<Shown>(path)).authInstructions?.redirectUrl
    const page = (await until(redirectUrlOf, (url) => url !== undefined)) ?? assert.fail("there is no page")
    // The address of the page ends with its secret, 16 bytes in hexadecimal.
    const secrets = [returnUrl, "the-state", "/consents/return/", new URL(page).pathname.slice(-32)]
    for (const [file, text] of filesIn(dataDir)) {
      for (const secret of secrets) assert.ok(!(file + text).includes(secret), `${file} contains ${secret}`)
    }
    return `no file contains any of ${secrets.length} secrets`
  }
}

export const consents: ReadonlyArray<Attack> = [oneAddress, bankFiles]
