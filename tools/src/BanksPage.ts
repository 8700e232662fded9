/**
 * Generates `docs/bank-profiles.md`: keeps the page's text, and replaces the table of shipped profiles between two
 * marks.
 */
import { ShippedProfiles } from "@sheaf/ports"
import type { BankProfile } from "@sheaf/ports"
import { readFileSync } from "node:fs"
import { repositoryPath } from "./openapi/Documents.ts"
import { inlineCode, markdownTable } from "./MarkdownTable.ts"

export const path = "docs/bank-profiles.md"

type Profile = BankProfile.BankProfile

interface Row {
  readonly names: ReadonlyArray<string>
  readonly profile: Profile
}

/** Profiles with the same cells share a row. */
const shownOf = ({ approaches, bank, covers, limitations, state }: Profile): string =>
  JSON.stringify([bank, approaches, covers, limitations, state])

const rows = (): ReadonlyArray<Row> => {
  const all: Array<{ names: Array<string>; profile: Profile }> = []
  for (const [name, profile] of ShippedProfiles.all) {
    const same = all.find((row) => shownOf(row.profile) === shownOf(profile))
    if (same === undefined) all.push({ names: [name], profile })
    else same.names.push(name)
  }
  return all
}

const sentence = (words: ReadonlyArray<string>): string => words.map((word) => word.toLowerCase()).join(", ")

/** Lists the approaches, preceded by "login, then" if the bank requires a login before the consent. */
const approachesOf = ({ approaches = [], authentication = {} }: Profile): string =>
  `${authentication.before === undefined ? "" : "login, then "}${sentence(approaches)}`

const sourcesOf = ({ sources = [] }: Profile): string =>
  sources
    .map((source, index) => {
      const [address = ""] = source.split(" ", 1)
      return `[${index + 1}](${address})`
    })
    .join(" ")

const table = (): string =>
  markdownTable(rows(), [
    ["profile", ({ names }) => names.map(inlineCode).join(" ")],
    ["bank", ({ profile }) => profile.bank ?? ""],
    ["approaches", ({ profile }) => approachesOf(profile)],
    ["works", ({ profile }) => sentence(profile.covers ?? [])],
    ["does not", ({ profile }) => (profile.limitations ?? []).join(" ")],
    ["sources", ({ profile }) => sourcesOf(profile)],
    ["state", ({ profile }) => profile.state ?? ""]
  ])

const mark = /^<!-- table: profiles -->\n[^]*?^<!-- end -->$/m

export const formatPage = (): string => {
  const page = readFileSync(repositoryPath(path), "utf8")
  if (!mark.test(page)) throw new Error(`${path} has no table of profiles`)
  return page.replace(mark, () => `<!-- table: profiles -->\n\n${table()}\n\n<!-- end -->`)
}
