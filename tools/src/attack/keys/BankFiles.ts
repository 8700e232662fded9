/** The files of the sandbox's banks (decisions 16). */
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { TestUser } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"

/** Returns the contents of all files below a folder, by path. */
const filesIn = (folder: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "latin1")])

export const bankFiles: Attack = {
  name: "bank-files",
  summary: "reads the files of the sandbox's banks",
  promise: "No file contains a return address or the secret of a bank's page.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ attacker, dataDir }) => {
      const { client } = await TestUser.make(attacker)
      const returnUrl = "http://127.0.0.1:9/back-to-mallory"
      const made = await client.post("/consents", {
        company: "se-fjallbanken",
        returnUrl,
        state: "the-state",
        parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
      })
      const path = made.expect(201).header("location") ?? ""
      let page: string | undefined
      while (page === undefined) {
        const seen = await client.read<{ readonly authInstructions?: { readonly redirectUrl?: string } }>(path)
        page = seen.authInstructions?.redirectUrl
      }
      // The address of the page ends with its secret, 16 bytes in hexadecimal.
      const secrets = [returnUrl, "the-state", "/consents/return/", new URL(page).pathname.slice(-32)]
      for (const [file, text] of filesIn(dataDir)) {
        for (const secret of secrets) assert.ok(!(file + text).includes(secret), `${file} contains ${secret}`)
      }
      return `no file contains any of ${secrets.length} secrets`
    })
}
