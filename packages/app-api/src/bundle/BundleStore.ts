/** Manages a checkout's bundles, each in its own folder. A file names the newest bundle and its inputs. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isBundleInputs } from "./Inputs.ts"
import type { BundleInputs } from "./Inputs.ts"

export interface Bundle {
  /** The name of the bundle's folder. It contains a number that increases with each bundle. */
  readonly name: string
  /** The size of the entry file, in bytes. */
  readonly size: number
  readonly inputs: BundleInputs
}

const newest = "newest.json"
const entry = "sheaf.js"

/** How many bundles to keep. A service that runs from an older bundle may still load parts of it. */
const kept = 5

const finishedName = /^bundle-(\d+)-\d+$/
const unfinishedName = /^unfinished-(\d+)/

const isBundle = (value: unknown): value is Bundle => {
  const { inputs, name, size }: { readonly [key in keyof Bundle]?: unknown } = Object(value)
  return typeof name === "string" && finishedName.test(name) && typeof size === "number" && isBundleInputs(inputs)
}

export const entryFileOf = (folder: string, { name }: Pick<Bundle, "name">): string => join(folder, name, entry)

/** Returns the newest bundle, if its description is valid and its entry file is intact. */
export const findNewestBundle = (folder: string): Bundle | undefined => {
  try {
    const bundle: unknown = JSON.parse(readFileSync(join(folder, newest), "utf8"))
    return isBundle(bundle) && statSync(entryFileOf(folder, bundle)).size === bundle.size ? bundle : undefined
  } catch {
    return undefined
  }
}

const numberOf = (name: string): number => Number(finishedName.exec(name)?.[1])

/** Sorted from oldest to newest. */
const finishedIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => finishedName.test(name))
    .toSorted((one, other) => numberOf(one) - numberOf(other))

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

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
 * Adds a bundle to `folder` and removes what is no longer needed. `build` writes the files into the folder it is given
 * and returns their inputs. Concurrent calls are safe: each writes to its own folder and then renames it.
 */
export const addBundle = async (folder: string, build: (into: string) => Promise<BundleInputs>): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const unfinished = mkdtempSync(join(folder, `unfinished-${process.pid}-`))
  try {
    // Builds the bundle in an inner folder, because only the owner can enter the outer one, but other users must be
    // able to run the bundle.
    const into = join(unfinished, "bundle")
    mkdirSync(into)
    const inputs = await build(into)
    // Bundles are ordered by number and not by time, because clocks can be set back and a build that starts later can
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
