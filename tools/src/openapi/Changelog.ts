/**
 * `docs/changelog.md`: each version's changes from the version before it. Each change declares its own text. The
 * differences that affect programs come from the two OpenAPI documents.
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { VersionChange } from "@sheaf/domain/versions/VersionChange"
import { attribute } from "./Attribution.ts"
import type { Attributed, Attribution } from "./Attribution.ts"
import { attribution20260401 } from "./2026-04-01/Attribution.ts"
import type { Difference } from "./Difference.ts"
import * as Documents from "./Documents.ts"
import * as Released from "./Released.ts"

const attributions: Readonly<Partial<Record<ApiVersion.ApiVersion, Attribution>>> = {
  "2026-04-01": attribution20260401
}

const none: Attribution = { moves: [], places: [] }

/** Returns the previous version, or `undefined` for the oldest running version. */
export const before = (version: ApiVersion.ApiVersion): ApiVersion.ApiVersion | undefined =>
  ApiVersion.running[ApiVersion.running.indexOf(version) - 1]

/** Returns the differences that each change of a version causes. The oldest version has no differences. */
export const factsOf = (version: ApiVersion.ApiVersion): Attributed => {
  const previous = before(version)
  return previous === undefined
    ? { facts: new Map(), problems: [] }
    : attribute(Documents.current(previous), Documents.current(version), attributions[version] ?? none)
}

/** Formats a difference as a Markdown list item. */
const fact = ({ at, sentence, verdict }: Difference): string =>
  `- ${verdict === "BREAKING" ? "**breaking**" : "additive"}: \`${at}\` ${sentence}.`

const code = (texts: ReadonlyArray<string>): string => texts.map((text) => `\`${text}\``).join(", ")

const section = (change: VersionChange, previous: string, facts: ReadonlyArray<Difference>): string => {
  const parts = [`### ${change.title.replace(/\.$/, "")}`, change.description, `Affects ${code(change.affects)}.`]
  if (change.losses.length > 0) {
    parts.push(`${previous} cannot show:`, change.losses.map((loss) => `- ${loss}`).join("\n"))
  }
  parts.push(
    facts.length === 0 ? "The documents differ in texts only." : "Differences between the documents:",
    ...(facts.length === 0
      ? []
      : [
          facts
            .toSorted((one, other) => (one.at < other.at ? -1 : 1))
            .map(fact)
            .join("\n")
        ])
  )
  return parts.join("\n\n")
}

const counted = (facts: ReadonlyArray<Difference>): string => {
  const breaking = facts.filter(({ verdict }) => verdict === "BREAKING").length
  return `${breaking} breaking and ${facts.length - breaking} additive differences`
}

const versionText = (version: ApiVersion.ApiVersion): string => {
  const previous = before(version)
  const { facts } = factsOf(version)
  const additions = (Released.read(version)?.additions ?? []).map(
    ({ release, title }) => `- Since ${release}: ${title}`
  )
  const changes = previous === undefined ? [] : ApiVersion.changes(version)
  return [
    `## ${version}`,
    previous === undefined
      ? "The oldest running version, which applies to requests that name no version."
      : `${changes.length} changes from ${previous}: ${counted(Array.from(facts.values()).flat())}.`,
    ...(additions.length === 0 ? [] : [`Added later, without a new version:\n\n${additions.join("\n")}`]),
    ...changes.map((change) => section(change, previous ?? "", facts.get(change.title) ?? []))
  ].join("\n\n")
}

const introduction = `# Changelog of the interface

The changes in each version since the previous version, newest first. Each change has its reason, the affected operations,
the information that the older version cannot show, and the resulting differences between the OpenAPI documents. A
difference is **breaking** if a correct program can fail or its generated code changes, and additive otherwise. The
deprecation fields of a replaced version are not listed.

\`GET /versions\` returns the same changes. The contracts are in [openapi](openapi), and
[adr/0002-versions-as-codecs.md](adr/0002-versions-as-codecs.md) explains the design. \`npm run generate\` generates this page
from the code.`

/** Returns the whole page as Markdown. */
export const print = (): string =>
  `${[introduction, ...ApiVersion.running.toReversed().map(versionText)].join("\n\n")}\n`
