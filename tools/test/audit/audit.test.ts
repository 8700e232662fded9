/** Changes to the audit log by hand, on SQLite. */
import { Sqlite } from "@sheaf/adapters-sql"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tamperings } from "./Tampering.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-audit-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

tamperings("SQLite", Layer.unwrap(Effect.map(folder, (path) => Sqlite.layer(join(path, "sheaf.db")))))
