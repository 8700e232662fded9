/**
 * Tests the README of the ports: it lists every port, and names exactly the adapters on which each contract suite runs.
 */
import { assert, it } from "@effect/vitest"
import * as suites from "@sheaf/ports/testing"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const cwd = fileURLToPath(new URL("../../..", import.meta.url))
const read = (...patterns: ReadonlyArray<string>): string =>
  globSync([...patterns], { cwd, exclude: ["packages/ports/src/testing/**"] })
    .map((path) => readFileSync(`${cwd}${path}`, "utf8"))
    .join("\n")
const namesIn = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = ""]) => name)

const readme = read("packages/ports/README.md")
const [driving = ""] = /^.* are driving ports/m.exec(readme) ?? []
const named = [...namesIn(driving, /`(\w+)`/g), ...namesIn(readme, /^\| `(\w+)`/gm)]

it("lists every port once, as driving or driven", () => {
  assert.sameMembers(
    named,
    namesIn(read("packages/ports/src/**/*.ts"), /^export class (\w+) extends Context\.Service</gm)
  )
})

it("names every suite", () => {
  assert.sameMembers(
    namesIn(readme, /^\|.*\| `(\w+)`/gm),
    Object.keys(suites).filter((name) => name.endsWith("Contract"))
  )
})

const promisedIn = (table: string) =>
  Array.from(table.matchAll(/^\| `\w+` \| ([^|]+) \| `(\w+)`/gm), ([, adapters = "", suite]) =>
    adapters.split(", ").map((adapter) => `${suite}: ${adapter}`)
  ).flat()

const databases = ["SQLite", "PostgreSQL"]

const runsIn = (tests: string) => [
  ...Array.from(tests.matchAll(/^(\w+Contract)\(\s*"([^"]+)"/gm), ([, suite, adapter]) => `${suite}: ${adapter}`),
  ...Array.from(tests.matchAll(/^ {2}(\w+Contract)\(\s*(?:name,|`([^`]*)\$\{name\}`)/gm), ([, suite, prefix = ""]) =>
    databases.map((database) => `${suite}: ${prefix}${database}`)
  ).flat()
]

it("names exactly the adapters on which each suite runs", () => {
  assert.sameMembers(runsIn(read("packages/*/test/**/*.ts")), promisedIn(readme))
})

const row = "| `Store` | SQLite, memory | `storeContract` |"
const onSqlite = 'storeContract("SQLite", layer)'
const shared = "  storeContract(name, layer)"
const inMemory = 'storeContract(\n  "memory",\n  layer\n)'

it.each([
  ["an adapter without a run", onSqlite],
  ["an adapter on which another suite runs", `${onSqlite}\notherContract("memory", layer)`],
  ["a database that its row omits", `${onSqlite}\n${inMemory}\n${shared}`],
  ["a run that its row omits", `${onSqlite}\n${inMemory}\nstoreContract("files", layer)`]
])("finds %s", (_, tests) => {
  assert.sameMembers(runsIn(`${onSqlite}\n${inMemory}`), promisedIn(row))
  assert.throws(() => assert.sameMembers(runsIn(tests), promisedIn(row)))
})
