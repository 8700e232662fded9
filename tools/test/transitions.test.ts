/** The table of transitions in docs/specification.md matches the domain. */
import { assert, it } from "@effect/vitest"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { readFileSync } from "node:fs"

const specification = readFileSync(new URL("../../docs/specification.md", import.meta.url), "utf8")

const namesIn = (text: string): ReadonlyArray<string> => text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? []

const between = (page: string, start: string, end: string): string => {
  const from = page.indexOf(start)
  assert.isAtLeast(from, 0, `no "${start}"`)
  return page.slice(from + start.length, page.indexOf(end, from))
}

const states = CollectionStatus.CollectionStatus.literals
const reports = namesIn(between(specification, "> *report* is any of", ".\n"))

const rowsOf = (table: string) =>
  table.split("\n").flatMap((line) => {
    const [, from = "", ...cells] = line.split("|").map((cell) => cell.trim())
    const to = cells.at(-2) ?? ""
    if (!/^[A-Z_]+$/.test(from)) return []
    return [[from, [...namesIn(to), ...(to.includes("every report") ? reports : [])]] as const]
  })

const table = between(specification, "### 3.3 Transitions", "### 3.4")
const rows = rowsOf(table.slice(table.indexOf("| (new) |")))
const fromAny = namesIn(between(table, "| any non-final status |", "\n"))

it("the table has a row for each status that is not final", () => {
  const going = states.filter((status) => !CollectionStatus.isFinal(status))
  assert.sameMembers(
    rows.map(([from]) => from),
    going
  )
})

it.each(rows)("the table lists the next statuses of %s", (name, to) => {
  const from = states.find((status) => status === name)
  const allowed = states.filter((status) => from !== undefined && CollectionStatus.canTransition(from, status))
  assert.sameMembers([...new Set([...to, ...fromAny])], allowed)
})
