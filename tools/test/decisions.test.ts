/** The lists in docs/spec-decisions.md that are data in the domain as well say the same there. */
import { assert, describe, it } from "@effect/vitest"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import { FailureReason } from "@sheaf/domain/FailureReason"
import { readFileSync } from "node:fs"

const page = readFileSync(new URL("../../docs/spec-decisions.md", import.meta.url), "utf8")

const namesIn = (text: string): ReadonlyArray<string> => text.match(/\b[A-Z]+(?:_[A-Z]+)*\b/g) ?? []

const between = (start: string, end: string): string => {
  const from = page.indexOf(start)
  assert.isAtLeast(from, 0, `no "${start}" in docs/spec-decisions.md`)
  return page.slice(from + start.length, page.indexOf(end, from))
}

const states = CollectionStatus.CollectionStatus.literals
const authentication = states.filter((status) => status.startsWith("AUTHENTICATION_"))

/** The rows of the table of transitions: from, and the statuses behind it. */
const rows = between("### States and transitions", "## 5.")
  .split("\n")
  .flatMap((line) => {
    const [, from = "", to = ""] = line.split("|").map((cell) => cell.trim())
    if (!/^[A-Z_]+$/.test(from)) return []
    const every = to.includes("every AUTHENTICATION_ status") ? authentication : []
    return [[from, [...namesIn(to.replace("every AUTHENTICATION_ status", "")), ...every]] as const]
  })

const fromAny = namesIn(between("| any that is not final |", "\n"))

describe("docs/spec-decisions.md", () => {
  it("names each code of FAILURE_REASON", () => {
    const listed = between("Codes of FAILURE_REASON:", "### States").replace(/\([^)]*\)/g, "")
    assert.sameMembers([...namesIn(listed)], [...FailureReason.fields.code.literals])
  })

  it("has a row for each status that is not final", () => {
    const going = states.filter((status) => !CollectionStatus.isFinal(status))
    assert.sameMembers(
      rows.map(([from]) => from),
      going
    )
  })

  it.each(rows)("tells where %s leads", (name, to) => {
    const from = states.find((status) => status === name)
    const allowed = states.filter((status) => from !== undefined && CollectionStatus.canTransition(from, status))
    assert.sameMembers([...new Set([...to, ...fromAny])], allowed)
  })
})
