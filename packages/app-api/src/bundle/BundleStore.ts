/** The bundles of a checkout, each in its own folder, with a file that names the newest bundle and lists its inputs. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isBundleInputs } from "./Inputs.ts"
import type { BundleInputs } from "./Inputs.ts"

export interface Bundle {
  /** The name of the bundle's folder. It contains a number that increases with each publication. */
  readonly name: string
  /** The size of the bundle's entry, in bytes. */
  readonly size: number
  readonly inputs: BundleInputs
}

const newest = "newest.json"
const entry = "sheaf.js"

/**
 * The number of bundles to keep, so that a service that still runs from an older bundle can load further parts of it.
 */
const kept = 5

const finishedName = /^bundle-(\d+)-\d+$/
const unfinishedName = /^unfinished-(\d+)/

const isBundle = (value: unknown): value is Bundle => {
  const { inputs, name, size }: { readonly [key in keyof Bundle]?: unknown } = Object(value)
  return typeof name === "string" && finishedName.test(name) && typeof size === "number" && isBundleInputs(inputs)
}

/** Returns the file that starts a bundle in `folder`. */
export const entryFileOf = (folder: string, { name }: Pick<Bundle, "name">): string => join(folder, name, entry)

/** Returns the newest bundle in `folder` if its description is valid and its entry is intact. */
export const findNewestBundle = (folder: string): Bundle | undefined => {
  try {
    const bundle: unknown = JSON.parse(readFileSync(join(folder, newest), "utf8"))
    return isBundle(bundle) && statSync(entryFileOf(folder, bundle)).size === bundle.size ? bundle : undefined
  } catch {
    return undefined
  }
}

const numberOf = (name: string): number => Number(finishedName.exec(name)?.[1])

/** Returns the names of all bundles, in the order of their publication. */
const finishedIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => finishedName.test(name))
    .toSorted((one, other) => numberOf(one) - numberOf(other))

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process cannot be signaled.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Removes old bundles, compiled code, and the files of builds that were killed. */
const tidy = (folder: string): void => {
  const published = findNewestBundle(folder)?.name
  const others = finishedIn(folder).filter((name) => name !== published)
  const killed = readdirSync(folder).filter((name) => {
    const pid = unfinishedName.exec(name)?.[1]
    return pid !== undefined && !isRunning(Number(pid))
  })
  for (const name of ["compiled", ...killed, ...others.slice(0, 1 - kept)]) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Adds a bundle to `folder`, and removes files that are no longer needed. `build` writes its files into the given
 * folder, and returns its inputs. Concurrent calls are safe, because each call writes to its own folder and publishes
 * the result with a rename.
 */
export const addBundle = async (folder: string, build: (into: string) => Promise<BundleInputs>): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const unfinished = mkdtempSync(join(folder, `unfinished-${process.pid}-`))
  try {
    // Only the owner can read the outer folder, but other users must be able to run the bundle.
    const into = join(unfinished, "bundle")
    mkdirSync(into)
    const inputs = await build(into)
    // The number shows the order of publication, because clocks may be set back, and a build that starts later may
    // finish earlier.
    const last = finishedIn(folder).at(-1)
    const name = `bundle-${last === undefined ? 1 : numberOf(last) + 1}-${process.pid}`
    const bundle: Bundle = { name, size: statSync(join(into, entry)).size, inputs }
    writeFileSync(join(unfinished, newest), JSON.stringify(bundle))
    renameSync(into, join(folder, name))
    renameSync(join(unfinished, newest), join(folder, newest))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  tidy(folder)
}
