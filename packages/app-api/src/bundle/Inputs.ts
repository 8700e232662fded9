/** Records the files that a bundle was built from, with stamps that show whether they have changed since (ADR 17). */
import { statSync } from "node:fs"

/**
 * The size in bytes, and when the content (`mtime`) and any attribute (`ctime`) last changed, in milliseconds. Tools
 * can set `mtime` but not `ctime`. For dependencies' files, `ctime` is recorded as 0, because package managers
 * hard-link them and each link changes it.
 */
export type FileStamp = readonly [size: number, modified: number, changed: number]

/**
 * The stamp of each file, by the file's path relative to the checkout's root. `null` means that the file did not exist.
 */
export type BundleInputs = Readonly<Record<string, FileStamp | null>>

const isStamp = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.every((part) => typeof part === "number"))

export const isBundleInputs = (value: unknown): value is BundleInputs =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0 && Object.values(value).every(isStamp)

const stampOf = (root: string, path: string): FileStamp | null => {
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
  return found === undefined ? null : [found.size, found.mtimeMs, path.startsWith("node_modules/") ? 0 : found.ctimeMs]
}

export const readFileStamps = (root: string, paths: Iterable<string>): BundleInputs =>
  Object.fromEntries(Array.from(paths, (path) => [path, stampOf(root, path)]))

const isSame = (one: FileStamp | null, other: FileStamp | null): boolean =>
  one === null || other === null ? one === other : one.every((part, index) => part === other[index])

/** Must be fast, because each start calls it for more than a thousand files. */
export const areUnchanged = (root: string, inputs: BundleInputs): boolean => {
  for (const path in inputs) if (!isSame(stampOf(root, path), inputs[path] ?? null)) return false
  return true
}
