/** Tests that the responses to random valid and invalid requests conform to the OpenAPI documents. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it } from "vitest"
import { run } from "../../src/fuzz/Fuzz.ts"

/** Enough requests for about thirty valid and invalid calls of every operation in both versions. */
const requests = 2_500

const supplements = [
  "2025-01-01 supplementInsuranceCollection",
  "2025-01-01 supplementWealthCollection",
  "2026-04-01 supplementInfo"
]

const inBoth = (operation: string) => [`2025-01-01 ${operation}`, `2026-04-01 ${operation}`]

/** Responses that occur only if requests name real objects in the right status. */
const reached: ReadonlyArray<readonly [what: string, status: string, places: ReadonlyArray<string>]> = [
  ["a start of 2025-01-01", "200", ["2025-01-01 startWealthCollection", "2025-01-01 startInsuranceCollection"]],
  ["a start of 2026-04-01", "201", ["2026-04-01 startCollection"]],
  ["a status", "200", ["2025-01-01 getWealthCollectionStatus", "2026-04-01 getCollectionStatus"]],
  ["data of 2025-01-01", "200", ["2025-01-01 getWealthCollectionData", "2025-01-01 getInsuranceCollectionData"]],
  ["data of 2026-04-01", "200", ["2026-04-01 getWealthData", "2026-04-01 getInsuranceData"]],
  ["documents of 2025-01-01", "200", ["2025-01-01 getWealthDocument", "2025-01-01 getInsuranceDocument"]],
  ["documents of 2026-04-01", "200", ["2026-04-01 getWealthDocument", "2026-04-01 getInsuranceDocument"]],
  ["an unsuitable supplement", "422", supplements],
  ["an unexpected supplement", "409", supplements],
  ["a timeout", "202", ["2025-01-01 expireCollection", "2026-04-01 expireCollection"]],
  ["erased data", "204", ["2026-04-01 eraseCollection"]],
  ["a new user", "201", inBoth("createUser")],
  ["a user", "200", inBoth("getUser")],
  ["an erased user", "204", inBoth("eraseUser")],
  ["a session", "201", inBoth("openSession")],
  ["a new consent", "201", inBoth("createConsent")],
  ["the status of a consent", "200", inBoth("getConsentStatus")],
  ["the end of a consent", "200", inBoth("revokeConsent")],
  ["a refused token", "401", inBoth("listConsents")]
]

it("every response from the service conforms to its documents", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "sheaf-fuzz-test-"))
  try {
    const { tally, violations } = await run({ dataDir, seed: 20_261_120, most: { requests } })
    assert.deepStrictEqual(
      tally.faults.map((fault) => tally.printed(fault)),
      []
    )
    assert.deepStrictEqual(violations, [])
    assert.isAtLeast(tally.sent, requests)
    for (const where of tally.places) assert.isAtLeast(tally.sentTo(where), 10, where)
    for (const [what, status, places] of reached) {
      const times = places.reduce((sum, where) => sum + tally.times(where, status), 0)
      assert.isAbove(times, 0, `requests reached ${what}`)
    }
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 600_000)
