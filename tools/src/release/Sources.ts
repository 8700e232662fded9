/** The files of a source tree that name its version. In git, they say 0.0.0 until a release. */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { publishedPackages } from "../package/PublishedPackages.ts"
import { newestEntry, withDay } from "./Changelog.ts"

export interface ReleaseOptions {
  readonly version: string
  /** The day of the release, as YYYY-MM-DD. */
  readonly day: string
  /** The https address of the repository, without a trailing slash. */
  readonly repository: string
}

const unreleased = "0.0.0"

/** The folders of the published packages, in the order of their upload. */
export const publishedNames: ReadonlyArray<string> = [...publishedPackages.map(({ name }) => name), "server"]

const edit = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, "utf8")))

/** Files in which every `0.0.0` in quotation marks is Sheaf's own version. */
const versioned = [
  "package.json",
  "package-lock.json",
  "{packages/*,tools}/package.json",
  "docs/openapi/*.json",
  "clients/python/pyproject.toml"
]

/** Matches links to other files, with or without a heading. */
const relativeLinks = /\]\((?!https?:|#)([^)\s]+)\)/g

/** Replaces links that are relative to a folder, which a reader outside of the repository could not follow. */
export const withAbsoluteLinks = (folder: string, { repository, version }: ReleaseOptions, text: string): string =>
  text.replaceAll(relativeLinks, (_, link: string) => `](${repository}/blob/v${version}/${posix.join(folder, link)})`)

/** Sets the versions in a source tree, and closes the newest entry of the changelog. */
export const setVersions = (root: string, { day, version }: Omit<ReleaseOptions, "repository">): void => {
  for (const path of globSync(versioned, { cwd: root })) {
    edit(join(root, path), (text) => text.replaceAll(`"${unreleased}"`, `"${version}"`))
  }
  edit(join(root, "CHANGELOG.md"), (text) => withDay(text, version, day))
}

/** Names the repository in the published packages, as provenance requires, and makes the links of their READMEs absolute. */
export const setRepository = (root: string, options: ReleaseOptions): void => {
  for (const name of publishedNames) {
    const folder = `packages/${name}`
    edit(join(root, folder, "package.json"), (text) => {
      const manifest: Readonly<Record<string, unknown>> = Object(JSON.parse(text))
      const repository = { type: "git", url: `git+${options.repository}.git`, directory: folder }
      return `${JSON.stringify({ ...manifest, repository }, undefined, 2)}\n`
    })
    edit(join(root, folder, "README.md"), (text) => withAbsoluteLinks(folder, options, text))
  }
}

/** Returns the newest entry of a source tree's changelog. */
export const readEntry = (root: string) => newestEntry(readFileSync(join(root, "CHANGELOG.md"), "utf8"))
