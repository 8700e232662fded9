/** A key pair that two clients share (decisions 15). */
import assert from "node:assert/strict"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Attack } from "../Attack.ts"
import * as OwnClient from "./OwnClient.ts"

export const sharedKeyPair: Attack = {
  name: "shared-key-pair",
  summary: "lets the operator certify one key pair for two clients",
  promise: "A key pair for which one client has a certificate is never certified for another client.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-"))
      try {
        const one = await OwnClient.make(target)
        const other = await OwnClient.make(target)
        const { csr } = await OwnClient.certify(target, one.clientId, folder)
        const words = ["--csr", csr, "--client", other.clientId, "--environment", "test"]
        const second = await target.sheaf("certs", "sign", ...words)
        assert.equal(second.code, 1, "the same key was certified for two clients")
        return `the second client was refused: ${second.err.trim().split("\n").at(-1) ?? ""}`
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
}
