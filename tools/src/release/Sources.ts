/** Files of a source tree that contain its version, which is 0.0.0 in Git until a release. */
import { Schema } from "effect"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { publishedPackages } from "../package/PublishedPackages.ts"
import { newestEntry, withDay } from "./Changelog.ts"

export interface ReleaseOptions {
  readonly version: string
  /** The release date, as YYYY-MM-DD. */
  readonly day: string
  /** The https URL of the repository, without a trailing slash. */
  readonly repository: string
}

const unreleased = "0.0.0"

const decodeManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** The names of the published packages, in the order in which they are uploaded. */
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

/** Matches relative links to files, with or without a heading. */
const relativeLinks = /\]\((?!https?:|#)([^)\s]+)\)/g

/** Makes relative links absolute, because they do not work outside the repository. */
export const withAbsoluteLinks = (folder: string, { repository, version }: ReleaseOptions, text: string): string =>
  text.replaceAll(relativeLinks, (_, link: string) => `](${repository}/blob/v${version}/${posix.join(folder, link)})`)

/** Sets the version in all files that contain it, and the date in the changelog's newest entry. */
export const setVersions = (root: string, { day, version }: Omit<ReleaseOptions, "repository">): void => {
  for (const path of globSync(versioned, { cwd: root })) {
    edit(join(root, path), (text) => text.replaceAll(`"${unreleased}"`, `"${version}"`))
  }
  edit(join(root, "CHANGELOG.md"), (text) => withDay(text, version, day))
}

/**
 * Adds `repository` to the manifests of the published packages, because provenance requires it, and makes the links in
 * their READMEs absolute.
 */
export const setRepository = (root: string, options: ReleaseOptions): void => {
  for (const name of publishedNames) {
    const folder = `packages/${name}`
    edit(join(root, folder, "package.json"), (text) => {
      const manifest = decodeManifest(text)
      const repository = { type: "git", url: `git+${options.repository}.git`, directory: folder }
      return `${JSON.stringify({ ...manifest, repository }, undefined, 2)}\n`
    })
    edit(join(root, folder, "README.md"), (text) => withAbsoluteLinks(folder, options, text))
  }
}

export const readEntry = (root: string) => newestEntry(readFileSync(join(root, "CHANGELOG.md"), "utf8"))
