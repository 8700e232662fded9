/** A simulated bank for tests, and a temporary folder for consents. */
import { Effect } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { companies } from "../../src/companies/SandboxCompanies.ts"
import type { Company } from "../../src/companies/Company.ts"

const companyNamed = (id: string): Company => {
  const company = companies.find((each) => each.id === id)
  if (company === undefined) throw new Error(`the sandbox has no company ${id}`)
  return company
}

export const fjallbanken = companyNamed("se-fjallbanken")

export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sheaf-banks-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
)
