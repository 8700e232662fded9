/**
 * `docs/changelog.md`: what changed in each version since the previous one. Each change declares its own text. The differences that affect programs are computed from the OpenAPI documents of both versions.
 */
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import type { VersionChange } from "@sheaf/domain/versions/changes/VersionChange"
import { attributeDifferences } from "./Attribution.ts"
import type { AttributedDifferences, Attribution } from "./Attribution.ts"
import { attribution20260401 } from "./Attribution20260401.ts"
import type { Difference } from "./Differences.ts"
import * as Documents from "./Documents.ts"
import * as ReleasedContract from "./ReleasedContract.ts"

const attributions: Readonly<Partial<Record<ApiVersion.ApiVersion, Attribution>>> = {
  "2026-04-01": attribution20260401
}

const none: Attribution = { moves: [], places: {} }

/** Returns the previous version, or `undefined` for the oldest supported version. */
export const previousVersion = (version: ApiVersion.ApiVersion): ApiVersion.ApiVersion | undefined =>
  ApiVersion.supportedVersions[ApiVersion.supportedVersions.indexOf(version) - 1]

/** The oldest version has no differences. */
export const differencesOf = (version: ApiVersion.ApiVersion): AttributedDifferences => {
  const previous = previousVersion(version)
  return previous === undefined
    ? { facts: new Map(), problems: [] }
    : attributeDifferences(
        Documents.currentDocument(previous),
        Documents.currentDocument(version),
        attributions[version] ?? none
      )
}

const code = (texts: ReadonlyArray<string>): string => texts.map((text) => `\`${text}\``).join(", ")

/** Lists a difference that occurs in several places as one item. */
const list = (facts: ReadonlyArray<Difference>): string => {
  const inOrder = facts.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const alike = Object.values(Object.groupBy(inOrder, ({ sentence, verdict }) => `${verdict} ${sentence}`))
  return alike
    .map((group = []) => {
      const [{ sentence, verdict } = { sentence: "", verdict: "" }] = group
      const places = code(group.map(({ at }) => at))
      return `- ${verdict === "BREAKING" ? "**breaking**" : "additive"}: ${places}${group.length === 1 ? "" : ": each"} ${sentence}`
    })
    .join("\n")
}

const section = (change: VersionChange, previous: string, facts: ReadonlyArray<Difference>): string => {
  const parts = [`### ${change.title.replace(/\.$/, "")}`, change.description, `Affects ${code(change.affects)}.`]
  if (change.losses.length > 0) {
    parts.push(`${previous} cannot show:`, change.losses.map((loss) => `- ${loss}`).join("\n"))
  }
  parts.push(facts.length === 0 ? "The documents differ in texts only." : `Differences:\n\n${list(facts)}`)
  return parts.join("\n\n")
}

const counted = (facts: ReadonlyArray<Difference>): string => {
  const breaking = facts.filter(({ verdict }) => verdict === "BREAKING").length
  return `${breaking} breaking and ${facts.length - breaking} additive differences`
}

const versionText = (version: ApiVersion.ApiVersion): string => {
  const previous = previousVersion(version)
  const { facts } = differencesOf(version)
  const additions = (ReleasedContract.read(version)?.additions ?? []).map(
    ({ release, title }) => `- Since ${release}: ${title}`
  )
  const changes = previous === undefined ? [] : ApiVersion.changes(version)
  return [
    `## ${version}`,
    previous === undefined
      ? "This is the oldest supported version. It applies to requests that name no version."
      : `${changes.length} changes from ${previous}: ${counted(Array.from(facts.values()).flat())}.`,
    ...(additions.length === 0 ? [] : [`Added later, without a new version:\n\n${additions.join("\n")}`]),
    ...changes.map((change) => section(change, previous ?? "", facts.get(change.title) ?? []))
  ].join("\n\n")
}

const introduction = `# Changelog of the interface

For each version, newest first, this page lists the changes from the previous version, what the previous version cannot show, and
how the two OpenAPI documents ([openapi](openapi)) differ, except in deprecation fields. A difference is **breaking** if it can make
a correct program fail, or changes the generated code. \`GET /versions\` returns the same changes.`

export const formatChangelog = (): string =>
  `${[introduction, ...ApiVersion.supportedVersions.toReversed().map(versionText)].join("\n\n")}\n`
