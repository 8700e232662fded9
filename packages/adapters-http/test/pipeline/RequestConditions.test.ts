/** Tests which values of `Accept` allow JSON (RFC 9110 §12.5.1; spec 7). */
import { assert, it } from "@effect/vitest"
import { acceptsJson, prefersCsv } from "../../src/inbound/pipeline/RequestConditions.ts"

const table: ReadonlyArray<readonly [accept: string | undefined, taken: boolean]> = [
  [undefined, true],
  ["", true],
  ["*/*", true],
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/*", true],
  ["text/html, application/xhtml+xml, */*;q=0.8", true],
  ["text/html;q=0.9, application/json;q=0.1", true],
  ["text/html", false],
  ["application/xml", false],
  ["application/problem+json", false],
  ["application/json;q=0", false],
  ["application/json;q=0, */*", false],
  ["*/*;q=0, application/json", true],
  ["application/*;q=0, */*;q=1", false],
  ["application/json;q=0.0", false],
  ["text/*, application/json", true],
  [",,,", false]
]

for (const [accept, taken] of table) {
  it(`Accept: ${accept} ${taken ? "allows" : "excludes"} JSON`, () => {
    assert.strictEqual(acceptsJson(accept), taken)
  })
}

const tables: ReadonlyArray<readonly [accept: string | undefined, preferred: boolean]> = [
  [undefined, false],
  ["*/*", false],
  ["application/json", false],
  ["text/csv", true],
  ["Text/CSV; charset=utf-8", true],
  ["text/*", true],
  ["text/csv, application/json", false],
  ["text/csv, application/json;q=0.9", true],
  ["text/csv;q=0.5, */*;q=0.1", true],
  ["text/csv;q=0, */*", false],
  ["text/html", false]
]

for (const [accept, preferred] of tables) {
  it(`Accept: ${accept} ${preferred ? "prefers" : "does not prefer"} CSV`, () => {
    assert.strictEqual(prefersCsv(accept), preferred)
  })
}
