/** `npm run demo`: starts a service, and prints collections of each kind and a consent as they progress. */
import { Client } from "@sheaf/adapters-http/testing"
import { start as startService } from "@sheaf/app-api/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { showCollections } from "./demo/Collections.ts"
import { showConsent } from "./demo/Consent.ts"
import { say } from "./demo/Say.ts"

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-"))
const service = await startService({ dataDir })
try {
  say(`Sheaf runs on ${service.base}`)
  const client = new Client({ base: service.base })
  await showCollections(client)
  await showConsent(client)
} finally {
  await service.stop()
  rmSync(dataDir, { recursive: true })
}
