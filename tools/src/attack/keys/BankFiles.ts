/** The files of the sandbox's banks (decisions 16). */
import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { TestUser } from "@sheaf/adapters-http/testing"
import { BankFiles } from "@sheaf/app-api/testing"
import type { Attack } from "../Attack.ts"

/** Returns the contents of all files below a folder, by path. */
const filesIn = (folder: string): ReadonlyArray<readonly [path: string, text: string]> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "latin1")])

/** A consent as earlier releases stored it, with the page's secret and the return address in plain text. */
const earlier = {
  company: "se-fjallbanken",
  scope: { type: "PSD2_AIS", balances: true, transactions: true },
  validUntil: "9999-12-31",
  madeAt: 0,
  authorisation: { type: "REDIRECT", secret: "5ec4e7".repeat(5), returnUrl: "http://127.0.0.1:9/back-to-alice" },
  status: "received",
  failedOnce: []
}

const earlierFile = (dataDir: string): string => join(BankFiles.folderIn(dataDir), `${"0".repeat(32)}.json`)

const writeEarlier = (dataDir: string): void => {
  mkdirSync(BankFiles.folderIn(dataDir), { recursive: true, mode: 0o700 })
  writeFileSync(earlierFile(dataDir), JSON.stringify(earlier), { mode: 0o600 })
}

/** The time in which the service must rewrite an earlier release's file, in milliseconds. */
const rewriteMillis = 10_000

/** Returns once the service has rewritten the earlier release's file. */
const untilRewritten = async (dataDir: string): Promise<void> => {
  for (const until = performance.now() + rewriteMillis; performance.now() < until; await pause(100)) {
    const { authorisation } = JSON.parse(readFileSync(earlierFile(dataDir), "utf8"))
    if (authorisation.sealedReturnUrl !== undefined) return
  }
  assert.fail("a consent of an earlier release was not rewritten")
}

export const bankFiles: Attack = {
  name: "bank-files",
  summary: "reads the files of the sandbox's banks",
  promise:
    "No file contains a return address or the secret of a bank's page. Files of earlier releases, which contain both, are rewritten at startup.",
  run: ({ withTarget }) =>
    withTarget({ prepare: writeEarlier }, async ({ attacker, dataDir }) => {
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
      await untilRewritten(dataDir)
      const { returnUrl: earlierUrl, secret: earlierSecret } = earlier.authorisation
      // The address of the page ends with its secret, 16 bytes in hexadecimal.
      const secrets = [
        earlierUrl,
        earlierSecret,
        returnUrl,
        "the-state",
        "/consents/return/",
        new URL(page).pathname.slice(-32)
      ]
      for (const [file, text] of filesIn(dataDir)) {
        for (const secret of secrets) assert.ok(!(file + text).includes(secret), `${file} contains ${secret}`)
      }
      return `no file contains any of ${secrets.length} secrets`
    })
}
