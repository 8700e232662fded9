/** The linters of `npm run openapi:lint` run with their rules. */
import { assert, it } from "vitest"
import * as Documents from "../../src/openapi/Documents.ts"
import { lint, rulesOff } from "../../src/openapi/Linters.ts"
import { changed, gone } from "./Sample.ts"

it("both linters report findings", async () => {
  const [version = "2026-04-01"] = Documents.versions.slice(-1)
  const flawed = { "paths > /collections > get > operationId": gone, "paths > /x/ > get": { responses: {} } }
  const found = await lint(changed(Documents.current(version), flawed))
  for (const linter of ["spectral", "redocly"]) {
    assert.isTrue(
      found.some((line) => line.startsWith(`${linter} operation-operationId `)),
      found.join("\n")
    )
  }
})

it("each disabled rule has a reason", () => {
  for (const reasons of Object.values(rulesOff)) {
    for (const [rule, reason] of Object.entries(reasons)) assert.match(reason, /^[A-Z].{20,}\.$/, rule)
  }
})
