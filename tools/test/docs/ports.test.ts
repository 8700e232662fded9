/** The README of the ports lists every port, and each suite that it names runs on an adapter. */
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

it("names every suite, and an adapter's test runs it", () => {
  const tables = namesIn(readme, /^\|.*\| `(\w+)`/gm)
  assert.sameMembers(
    tables,
    Object.keys(suites).filter((name) => name.endsWith("Contract"))
  )
  const run = namesIn(read("packages/{adapters-*,app-api}/test/**/*.ts"), /^(\w+Contract)\(/gm)
  assert.includeMembers(run, tables)
})
