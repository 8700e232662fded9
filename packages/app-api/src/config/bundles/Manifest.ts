/**
 * The manifest of a bundle: its name and version, and the hash and size of every file. The publisher signs the
 * manifest's bytes.
 */
import { Result, Schema } from "effect"
import { hash } from "node:crypto"
import { parseJson, pointerMessagesOf } from "../values/JsonText.ts"
import type { ArchiveEntry } from "./Archive.ts"

export const manifestFile = "manifest.json"
export const signatureFile = "manifest.sig"

const format = "sheaf-bundle-1"

const matching = (pattern: RegExp, message: string) => Schema.String.check(Schema.isPattern(pattern, { message }))

export const BundleName = matching(
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
  "expected lower-case letters, digits and single hyphens, such as ee-market"
).check(Schema.isMaxLength(50))

/** Versions are whole numbers, so that it is always clear which of two is newer. */
const BundleVersion = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999_999_999 }))

const Manifest = Schema.Struct({
  format: Schema.Literal(format).annotate({
    message: `expected ${format}; the bundle is for another version of Sheaf`
  }),
  name: BundleName,
  version: BundleVersion,
  files: Schema.NonEmptyArray(
    Schema.Struct({
      path: Schema.String,
      bytes: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      sha256: matching(/^[0-9a-f]{64}$/, "expected 64 hexadecimal digits")
    })
  )
})
export type Manifest = typeof Manifest.Type

const decode = Schema.decodeUnknownResult(Manifest, { errors: "all", onExcessProperty: "error" })

const sha256 = (content: Uint8Array): string => hash("sha256", content, "hex")

export const textOf = (name: string, version: number, files: ReadonlyArray<ArchiveEntry>): string => {
  const listed = files.map(({ content, name: path }) => ({ path, bytes: content.byteLength, sha256: sha256(content) }))
  return `${JSON.stringify({ format, name, version, files: listed }, null, 2)}\n`
}

export const parse = (content: Uint8Array): Result.Result<Manifest, ReadonlyArray<string>> => {
  const json = parseJson(Buffer.from(content).toString())
  if (Result.isFailure(json)) return Result.fail([`${manifestFile}: ${json.failure}`])
  return Result.mapError(decode(json.success), ({ issue }) =>
    pointerMessagesOf(issue).map((message) => `${manifestFile}: ${message}`)
  )
}

export const differences = (
  { files }: Pick<Manifest, "files">,
  entries: ReadonlyArray<ArchiveEntry>
): ReadonlyArray<string> => {
  const unlisted = entries.filter(({ name }) => !files.some(({ path }) => path === name))
  if (unlisted.length > 0) return unlisted.map(({ name }) => `${name}: is not in the manifest`)
  const faults = files.flatMap(({ bytes, path, sha256: expected }) => {
    const entry = entries.find(({ name }) => name === path)
    if (entry === undefined) return [`${path}: is missing`]
    return entry.content.byteLength === bytes && sha256(entry.content) === expected
      ? []
      : [`${path}: was changed after the bundle was signed`]
  })
  const isOrdered = entries.every(({ name }, index) => files[index]?.path === name)
  return faults.length > 0 || isOrdered ? faults : ["the files have another order than in the manifest"]
}
