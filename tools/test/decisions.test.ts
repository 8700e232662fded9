/** The lists in docs/spec-decisions.md and docs/connectors.md match those in the domain. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { readFileSync } from "node:fs"

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8")

const namesIn = (text: string): ReadonlyArray<string> => text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? []

const between = (page: string, start: string, end: string): string => {
  const from = page.indexOf(start)
  assert.isAtLeast(from, 0, `no "${start}"`)
  return page.slice(from + start.length, page.indexOf(end, from))
}

const states = CollectionStatus.CollectionStatus.literals
const authentication = states.filter((status) => status.startsWith("AUTHENTICATION_"))

/** Returns the rows of a transition table: each status, with the statuses in the row's last cell. */
const rowsOf = (table: string) =>
  table.split("\n").flatMap((line) => {
    const [, from = "", ...cells] = line.split("|").map((cell) => cell.trim())
    const to = cells.at(-2) ?? ""
    if (!/^[A-Z_]+$/.test(from)) return []
    const every = to.includes("every AUTHENTICATION_ status") ? authentication : []
    return [[from, [...namesIn(to.replace("every AUTHENTICATION_ status", "")), ...every]] as const]
  })

const decisions = read("spec-decisions.md")

it("docs/spec-decisions.md names each code of FAILURE_REASON", () => {
  const listed = between(decisions, "Codes of FAILURE_REASON:", "### States").replace(/\([^)]*\)/g, "")
  assert.sameMembers([...namesIn(listed)], [...FailureReason.fields.code.literals])
})

describe.each([
  ["spec-decisions.md", between(decisions, "### States and transitions", "## 5.")],
  ["connectors.md", between(read("connectors.md"), "## Statuses", "## Sessions and keys")]
])("docs/%s", (_, table) => {
  const rows = rowsOf(table)
  const fromAny = namesIn(between(table, "| any non-final status |", "\n"))

  it("has a row for each status that is not final", () => {
    const going = states.filter((status) => !CollectionStatus.isFinal(status))
    assert.sameMembers(
      rows.map(([from]) => from),
      going
    )
  })

  it.each(rows)("lists the next statuses of %s", (name, to) => {
    const from = states.find((status) => status === name)
    const allowed = states.filter((status) => from !== undefined && CollectionStatus.canTransition(from, status))
    assert.sameMembers([...new Set([...to, ...fromAny])], allowed)
  })
})
