/** A key pair that two clients share (decisions 15). */
import assert from "node:assert/strict"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Attack } from "../Attack.ts"
import * as OwnClient from "./OwnClient.ts"

export const sharedKeyPair: Attack = {
  name: "shared-key-pair",
  summary: "lets the operator certify one key pair for two clients",
  promise: "A key pair that a client has a certificate for is not certified for another client.",
  run: ({ withTarget }) =>
    withTarget({}, async (target) => {
      const folder = mkdtempSync(join(tmpdir(), "sheaf-attack-"))
      try {
        const one = await OwnClient.make(target)
        const other = await OwnClient.make(target)
        assert.equal((await target.sheaf("certs", "request", "--client", one.clientId, "--out", folder)).code, 0)
        const csr = join(
          folder,
          readdirSync(folder).find((name) => name.includes("test") && name.endsWith(".csr")) ?? ""
        )
        const sign = (client: string) =>
          target.sheaf("certs", "sign", "--csr", csr, "--client", client, "--environment", "test")
        assert.equal((await sign(one.clientId)).code, 0)
        const second = await sign(other.clientId)
        assert.equal(second.code, 1, "the same key was certified for two clients")
        return `the second client was refused: ${second.err.trim().split("\n").at(-1) ?? ""}`
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
}
