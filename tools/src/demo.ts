/** `npm run demo`: starts a service, and prints the progress of a consent and of collections of each kind. */
import { start as startService } from "@sheaf/app-api/testing"
import { createClient } from "@sheaf/client"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { showCollections } from "./demo/Collections.ts"
import { showConsent } from "./demo/Consent.ts"
import { printLine } from "./demo/Output.ts"

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-"))
const service = await startService({ dataDir })
try {
  printLine(`Sheaf runs on ${service.base}`)
  const sheaf = createClient({ baseUrl: service.base, apiKey: "sheaf-demo" })
  await showCollections(sheaf)
  await showConsent(sheaf)
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true })
}
