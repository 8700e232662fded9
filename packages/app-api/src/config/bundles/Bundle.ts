/**
 * A bundle of data, signed by its publisher (ADR 41). Opens both archives and installed folders. Nothing in a bundle is
 * used until its signature, its hashes and all of its files have been checked.
 */
import { BundleSignature } from "@sheaf/adapters-security"
import { Result } from "effect"
import * as Archive from "./Archive.ts"
import * as Manifest from "./Manifest.ts"
import * as MemberKinds from "./MemberKinds.ts"

const maxFiles = 1_000
export const maxBytes = 64 * 1024 * 1024

export type PinnedKey = (name: string) => string | undefined

export interface Bundle {
  readonly name: string
  readonly version: number
  /** The bundle's files, without the manifest and the signature. */
  readonly files: ReadonlyArray<Archive.ArchiveEntry>
  readonly manifest: Uint8Array
  readonly signature: Uint8Array
}

type Opened<A> = Result.Result<A, ReadonlyArray<string>>

const fail = (...faults: ReadonlyArray<string>) => Result.fail(faults)

const named = (entries: ReadonlyArray<Archive.ArchiveEntry>) => {
  const [manifest, signature, ...files] = entries
  return manifest?.name === Manifest.manifestFile && signature?.name === Manifest.signatureFile
    ? { manifest: manifest.content, signature: signature.content, files }
    : undefined
}

const pathFaults = (paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.flatMap((path, index) => {
    const fault = paths.indexOf(path) < index ? "occurs twice" : MemberKinds.pathFault(path)
    return fault === undefined ? [] : [`${JSON.stringify(path)}: ${fault}`]
  })

const contentFaults = (files: ReadonlyArray<Archive.ArchiveEntry>): ReadonlyArray<string> => {
  const paths = files.map(({ name }) => name)
  return files.flatMap(({ content, name: path }) =>
    MemberKinds.faultsOf({ path, content, paths }).map((fault) => `${path}: ${fault}`)
  )
}

const isSigned = (key: string, { manifest, signature }: Pick<Bundle, "manifest" | "signature">): boolean =>
  BundleSignature.verify(key, manifest, signature)

export const unpinned = (name: string): string =>
  `no key is pinned for ${name}: ask its publisher for the public key over another channel, and add ` +
  `{ "${name}": "KEY" } to bundles.keys in SHEAF_CONFIG`

const wronglySigned = (name: string): string =>
  `the signature is not from the key that is pinned for ${name}: do not use the bundle, and ask its publisher whether the ` +
  "key has changed"

/** The first entry must be the manifest, and the second its signature. */
export const open = (entries: ReadonlyArray<Archive.ArchiveEntry>, pinned: PinnedKey): Opened<Bundle> => {
  const parts = named(entries)
  if (parts === undefined) {
    return fail(`the first files must be ${Manifest.manifestFile} and ${Manifest.signatureFile}; this is not a bundle`)
  }
  const misplaced = pathFaults(parts.files.map(({ name }) => name))
  if (misplaced.length > 0) return Result.fail(misplaced)
  const parsed = Manifest.parse(parts.manifest)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const { name, version } = parsed.success
  const key = pinned(name)
  if (key === undefined) return fail(unpinned(name))
  if (!isSigned(key, parts)) return fail(wronglySigned(name))
  const changed = Manifest.differences(parsed.success, parts.files)
  if (changed.length > 0) return Result.fail(changed)
  const faults = contentFaults(parts.files)
  return faults.length > 0 ? Result.fail(faults) : Result.succeed({ name, version, ...parts })
}

export const openArchive = (archive: Buffer, pinned: PinnedKey): Opened<Bundle> => {
  if (archive.length > maxBytes) return fail(`is longer than ${maxBytes} bytes`)
  return Result.flatMap(
    Result.mapError(Archive.read(archive, maxFiles + 2), (fault) => [fault]),
    (entries) => open(entries, pinned)
  )
}

export const pack = (
  { files, name, version }: Pick<Bundle, "files" | "name" | "version">,
  signer: BundleSignature.BundleSigner
): Opened<Buffer> => {
  const faults = [...pathFaults(files.map((file) => file.name)), ...contentFaults(files)]
  if (faults.length > 0) return Result.fail(faults)
  if (files.length > maxFiles) return fail(`more than ${maxFiles} files`)
  const manifest = Buffer.from(Manifest.textOf(name, version, files))
  const readable = Manifest.parse(manifest)
  if (Result.isFailure(readable)) return Result.fail(readable.failure)
  const archive = Archive.write([
    { name: Manifest.manifestFile, content: manifest },
    { name: Manifest.signatureFile, content: signer.sign(manifest) },
    ...files
  ])
  return archive.length > maxBytes ? fail(`the bundle would be longer than ${maxBytes} bytes`) : Result.succeed(archive)
}
