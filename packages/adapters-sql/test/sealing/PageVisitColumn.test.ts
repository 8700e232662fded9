/**
 * Tests the stored form of visits to pages outside Sheaf: valid states survive a round trip, and invalid ones are
 * rejected (spec 16).
 */
import { assert, it } from "@effect/vitest"
import type { PageVisit } from "@sheaf/ports"
import { Result } from "effect"
import { pageVisit } from "../../src/collections/CollectionColumns.ts"
import { decodeShape, encodeShape } from "../../src/sealing/ColumnSealer.ts"

const returnTo = { returnUrl: "https://app.example/done", state: "s" }
const usedUntil = 3
const bank = { isRequired: true, usedUntil } as const

const visits: ReadonlyArray<PageVisit> = [
  { state: "UNUSED", usedUntil: -1 },
  { state: "EXPECTED", usedUntil, returnTo },
  { state: "RETURNED", usedUntil, returnTo, unreported: { query: { code: "c" } } },
  { state: "RETURNED", usedUntil, returnTo, undecided: true },
  { state: "RETURNED", usedUntil, returnTo },
  { state: "GRANTED", usedUntil, returnTo, until: 7 },
  { state: "CONFIRMED", usedUntil, returnTo, until: 7 },
  { state: "CONFIRMED", usedUntil, unreported: { query: {} } },
  { state: "CONFIRMED", usedUntil, undecided: true },
  { state: "CONFIRMED", usedUntil },
  { state: "REFUSED", usedUntil, returnTo },
  { ...bank, state: "EXPECTED", expectsCode: true as const },
  { ...bank, state: "RETURNED", returnTo, unreported: { code: "c", iss: "https://bank.example" }, codeHash: "h" },
  { ...bank, state: "RETURNED", returnTo, unreported: {} },
  { ...bank, state: "GRANTED", returnTo, until: 7, codeHash: "h" },
  { ...bank, state: "CONFIRMED", returnTo, until: 7, codeHash: "h" },
  { ...bank, state: "CONFIRMED", unreported: { code: "c" }, codeHash: "h" },
  { ...bank, state: "REFUSED" }
]

it.each(visits)("a visit comes back as it was: $state", (visit) => {
  assert.deepStrictEqual(Result.getOrThrow(decodeShape(pageVisit.schema, encodeShape(pageVisit.schema, visit))), visit)
})

it.each([
  ["that waits for a confirmation without a time", { state: "GRANTED", usedUntil, returnTo }],
  ["that waits for a confirmation from nowhere", { state: "GRANTED", usedUntil, until: 7 }],
  ["that returned to nowhere", { state: "RETURNED", usedUntil }],
  ["at a bank before any page", { ...bank, state: "UNUSED" }],
  ["in an unknown state", { state: "LOST", usedUntil }]
])("no visit is stored %s", (_, visit) => {
  const bytes = new TextEncoder().encode(`\u0001${JSON.stringify(visit)}`)
  assert.isTrue(Result.isFailure(decodeShape(pageVisit.schema, bytes)))
})
