/** Tests that manual changes to the audit log on SQLite are detected. */
import { Sqlite } from "@sheaf/adapters-sql"
import { Effect, Layer } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { exportFaultsOf } from "../../src/verifyAudit.ts"
import { tamperings } from "./Tampering.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-audit-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

tamperings("SQLite", Layer.unwrap(Effect.map(folder, (path) => Sqlite.layer(join(path, "sheaf.db")))))

it("an altered export cannot write control characters into the output of the independent check", () => {
  const publicKey = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" })
  const record = JSON.stringify({ chain: "\u001b[2J\nthe audit log is unchanged", seq: 2 })
  const faults = exportFaultsOf([{ record, hash: "" }, { publicKey }].map((line) => JSON.stringify(line)).join("\n"))
  assert.include(faults[0], String.raw`chain \u001b[2J\u000athe audit log is unchanged: record 2`)
  for (const fault of faults) assert.notMatch(fault, /\p{Cc}/u)
})
