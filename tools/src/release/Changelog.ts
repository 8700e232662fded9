/** The entries of `CHANGELOG.md`. The newest entry is about the release that `npm run release` prepares. */

export interface ChangelogEntry {
  readonly version: string
  /** The release date, as YYYY-MM-DD. Undefined if the version has not been released yet. */
  readonly day: string | undefined
  readonly text: string
}

const heading = /^## (\d+\.\d+\.\d+), (?:(\d{4}-\d{2}-\d{2})|not released yet)$/m
const pending = ", not released yet"

const chapters = ["### What it promises", "### What is not there yet"]

/** Throws if the newest entry lacks a required section. */
export const newestEntry = (changelog: string): ChangelogEntry => {
  const [entry = ""] = /^## [^]*?(?=\n## |$(?![^]))/m.exec(changelog) ?? []
  const [, version, day] = heading.exec(entry) ?? []
  if (version === undefined) throw new Error("CHANGELOG.md has no entry such as `## 1.2.3, not released yet`")
  const missing = chapters.filter((chapter) => !entry.includes(`\n${chapter}\n`))
  if (missing.length > 0) throw new Error(`the entry ${version} in CHANGELOG.md lacks: ${missing.join(", ")}`)
  return { version, day, text: `${entry.slice(entry.indexOf("\n") + 1).trim()}\n` }
}

export const withDay = (changelog: string, version: string, day: string): string =>
  changelog.replace(`## ${version}${pending}\n`, `## ${version}, ${day}\n`)
