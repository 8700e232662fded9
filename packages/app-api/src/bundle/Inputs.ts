/** The files that a bundle was built from, with stamps that show whether they have changed since (ADR 17). */
import { statSync } from "node:fs"

/**
 * The size, and when the content (`mtime`) or any attribute (`ctime`) last changed, in milliseconds. No tool can set
 * `ctime`, unlike `mtime`. For dependencies' files it is 0, because package managers make hard links to them, and each
 * link changes `ctime`.
 */
export type FileStamp = readonly [size: number, modified: number, changed: number]

/** Stamps by path, relative to the checkout's root. `null` means that the file did not exist. */
export type BundleInputs = Readonly<Record<string, FileStamp | null>>

const isStamp = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every((part) => typeof part === "number"))

/** Returns true for {@link BundleInputs} with at least one file. */
export const isBundleInputs = (value: unknown): value is BundleInputs =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0 && Object.values(value).every(isStamp)

const stampOf = (root: string, path: string): FileStamp | null => {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  return found === undefined ? null : [found.size, found.mtimeMs, path.startsWith("node_modules/") ? 0 : found.ctimeMs]
}

/** Returns the current stamps of files. */
export const readFileStamps = (root: string, paths: Iterable<string>): BundleInputs =>
  Object.fromEntries(Array.from(paths, (path) => [path, stampOf(root, path)]))

const isSame = (one: FileStamp | null, other: FileStamp | null): boolean =>
  one === null || other === null ? one === other : one.every((part, index) => part === other[index])

/**
 * Returns true if none of the files has changed. Must be fast, because each start calls it for more than a thousand
 * files.
 */
export const areUnchanged = (root: string, inputs: BundleInputs): boolean => {
  for (const path in inputs) if (!isSame(stampOf(root, path), inputs[path] ?? null)) return false
  return true
}
