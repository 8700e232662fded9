/**
 * Manages installed bundles. Each version is a folder, `NAME/VERSION`, which appears complete or not at all, so a crash
 * leaves the previous version intact. The highest version is used, and nobody can go back to a lower one.
 */
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Path, Result } from "effect"
import * as FileErrors from "../../errors/FileErrors.ts"
import { failWith } from "../../errors/OperatorError.ts"
import type { OperatorError } from "../../errors/OperatorError.ts"
import type { BundleFolder } from "../data/DataFiles.ts"
import * as SettingErrors from "../values/SettingErrors.ts"
import * as TextFile from "../values/TextFile.ts"
import * as Bundle from "./Bundle.ts"
import * as Manifest from "./Manifest.ts"
import * as MemberKinds from "./MemberKinds.ts"

export interface BundleSettings {
  readonly folder: string
  readonly pinned: Bundle.PinnedKey
  readonly names: ReadonlyArray<string>
}

/**
 * The maximum number of a bundle's faults to show, and the maximum length of each. A hostile bundle could make them
 * very long.
 */
const [shownFaults, shownLength] = [10, 300]

export const toError = (place: string, faults: ReadonlyArray<string>): OperatorError =>
  SettingErrors.toError(
    faults.slice(0, shownFaults).map((fault) => {
      const text = `${place}: ${fault}`
      return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
    }),
    (count) => `${place} is rejected, for ${count} reasons:`
  )

export const openFile = Effect.fnUntraced(function* (file: string, pinned: Bundle.PinnedKey) {
  const archive = yield* TextFile.readBytes("the bundle", file, Bundle.maxBytes)
  const opened = Bundle.openArchive(archive, pinned)
  return Result.isSuccess(opened) ? opened.success : yield* toError(file, opened.failure)
})

const versionsIn = Effect.fnUntraced(function* (folder: string) {
  const names = yield* Effect.orElseSucceed((yield* FileSystem.FileSystem).readDirectory(folder), () => [])
  return names
    .filter((name) => /^[1-9]\d{0,8}$/.test(name))
    .map(Number)
    .toSorted((one, other) => other - one)
})

export const versions = Effect.fnUntraced(function* ({ folder, names }: BundleSettings) {
  const { join } = yield* Path.Path
  const found: Array<{ readonly name: string; readonly version: number }> = []
  for (const name of names.toSorted()) {
    const [version] = yield* versionsIn(join(folder, name))
    if (version !== undefined) found.push({ name, version })
  }
  return found
})

/**
 * Reads an installed bundle: its manifest, its signature, and the files listed in the manifest. Reads no file whose
 * path is malformed.
 */
const readFolder = Effect.fnUntraced(function* (folder: string) {
  const { join } = yield* Path.Path
  const read = (name: string) =>
    Effect.map(TextFile.readBytes("the bundle", join(folder, name), Bundle.maxBytes), (content) => ({ name, content }))
  const manifest = yield* read(Manifest.manifestFile)
  const parsed = Manifest.parse(manifest.content)
  if (Result.isFailure(parsed)) return yield* toError(folder, parsed.failure)
  const { files, name, version } = parsed.success
  const paths = files.map(({ path }) => path)
  const outside = paths.find((path) => MemberKinds.pathFault(path) !== undefined)
  if (outside !== undefined)
    return yield* failWith(`${folder}: ${Manifest.manifestFile} lists ${JSON.stringify(outside)}`)
  const entries = yield* Effect.forEach([Manifest.signatureFile, ...paths], read)
  return { entries: [manifest, ...entries], name, version }
})

const openInstalled = Effect.fnUntraced(function* (
  { folder: all, pinned }: BundleSettings,
  name: string,
  version: number
) {
  const folder = (yield* Path.Path).join(all, name, String(version))
  const { entries, ...found } = yield* readFolder(folder)
  if (found.name !== name || found.version !== version) {
    return yield* failWith(`${folder} contains version ${found.version} of ${found.name}: remove the folder`)
  }
  const opened = Bundle.open(entries, pinned)
  if (Result.isFailure(opened)) {
    return yield* toError(`${folder}, which sheaf bundle install wrote`, opened.failure)
  }
  return { folder, bundle: opened.success }
})

/** Returns a function that finds the highest version of a bundle. It checks each bundle once, on first use. */
export const makeFinder = (settings: BundleSettings) => {
  const known = new Map<string, BundleFolder>()
  return Effect.fnUntraced(function* (setting: string, name: string) {
    const found = known.get(name)
    if (found !== undefined) return found
    if (!settings.names.includes(name)) return yield* failWith(`${setting}: ${Bundle.unpinned(name)}`)
    const parent = (yield* Path.Path).join(settings.folder, name)
    const [version] = yield* versionsIn(parent)
    if (version === undefined) {
      return yield* failWith(`${setting}: ${parent} has no bundle; run sheaf bundle install`)
    }
    const { bundle, folder } = yield* Effect.mapError(
      openInstalled(settings, name, version),
      ({ message, reasons = [message] }) => toError(setting, reasons)
    )
    const opened: BundleFolder = { folder, files: bundle.files.map((file) => file.name) }
    known.set(name, opened)
    return opened
  })
}

/**
 * Removes drafts left by a crash, and all versions except the two highest. A node that is just starting may still be
 * reading the second-highest.
 */
const removeOld = Effect.fnUntraced(
  function* (parent: string) {
    const fileSystem = yield* FileSystem.FileSystem
    const { join } = yield* Path.Path
    const [current = 0, previous = current] = yield* versionsIn(parent)
    for (const entry of yield* fileSystem.readDirectory(parent)) {
      const version = Number(/^\.?([1-9]\d{0,8})(?:\.draft-[A-Za-z0-9]{6})?$/.exec(entry)?.[1])
      const isDraft = entry.startsWith(".")
      if (version < previous || (isDraft && version <= current)) {
        yield* fileSystem.remove(join(parent, entry), { recursive: true, force: true })
      }
    }
  },
  (removal) => Effect.ignore(removal)
)

const isSame = (one: Bundle.Bundle, other: Bundle.Bundle): boolean => Buffer.from(one.manifest).equals(other.manifest)

/**
 * Installs a bundle, unless it is already installed. Returns its folder, and whether it is new. Rejects a version lower
 * than the installed one, and a different bundle with the same version.
 */
export const install = Effect.fnUntraced(function* (settings: BundleSettings, bundle: Bundle.Bundle) {
  const { join } = yield* Path.Path
  const { files, manifest, name, signature, version } = bundle
  const parent = join(settings.folder, name)
  const folder = join(parent, String(version))
  const [installed = 0] = yield* versionsIn(parent)
  if (version < installed) {
    return yield* failWith(
      `version ${installed} of ${name} is installed, and versions never go back: ask the publisher for a version above it`
    )
  }
  const content = Effect.succeed({
    [Manifest.manifestFile]: manifest,
    [Manifest.signatureFile]: signature,
    ...Object.fromEntries(files.map((file) => [file.name, file.content]))
  })
  const isNew = yield* AtomicFiles.makeFolderAtomically(folder, content, { isReadable: true }).pipe(
    Effect.catchTag("PlatformError", ({ reason }) =>
      failWith(`cannot write ${folder}: ${FileErrors.reasonOf({ reason })}`)
    )
  )
  if (!isNew && !isSame((yield* openInstalled(settings, name, version)).bundle, bundle)) {
    return yield* failWith(
      `another version ${version} of ${name} is installed: ask the publisher to give each bundle a version of its own`
    )
  }
  yield* removeOld(parent)
  return { folder, isNew }
})
