/**
 * For every database table, the documentation says what the table stores in plain text and when its rows are erased.
 */
import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")

/**
 * Tables that are not part of the service's stored data: `held` is in the lock file, and `sheaf_move` exists only
 * during a move.
 */
const elsewhere = ["held", "sheaf_move"]

const tables = globSync("packages/adapters-sql/src/**/*.ts", { cwd: root })
  .flatMap((path) => [...read(path).matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([a-z_]+)/g)])
  .map(([, name = ""]) => name)
  .filter((name) => !elsewhere.includes(name))

const rows = read("docs/stored-data.md")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(1)
  .map((line) => line.split("|").slice(1, -1))

describe("the page about stored data", () => {
  it.each(tables)("says when rows of %s are erased", (table) => {
    const [row] = rows.filter(([places = ""]) => places.includes(`\`${table}\``))
    const [, plain = "", , erased = ""] = row ?? []
    assert.notStrictEqual(plain.trim(), "", "what is stored")
    assert.notStrictEqual(erased.trim(), "", "when it is erased")
  })

  it("covers every kind of table", () => {
    assert.includeMembers(tables, ["api_key", "node", "rate_state", "connect_session"])
  })
})
