/** The bundles of a checkout, each in its own folder, and a file that names the newest bundle and lists its inputs. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isInputs } from "./Inputs.ts"
import type { Inputs } from "./Inputs.ts"

export interface Bundle {
  /** The name of the bundle's folder, which contains the time at which the build began. */
  readonly name: string
  readonly inputs: Inputs
}

const newest = "newest.json"

/** The number of bundles to keep. A running service can load parts of its bundle later. */
const kept = 5

const finishedName = /^bundle-\d+-\d+$/

const isBundle = (value: unknown): value is Bundle => {
  const { inputs, name }: { readonly inputs?: unknown; readonly name?: unknown } = Object(value)
  return typeof name === "string" && finishedName.test(name) && isInputs(inputs)
}

/** Returns the newest bundle in `folder`, if one was built and its description is sound. */
export const find = (folder: string): Bundle | undefined => {
  try {
    const bundle: unknown = JSON.parse(readFileSync(join(folder, newest), "utf8"))
    return isBundle(bundle) ? bundle : undefined
  } catch {
    return undefined
  }
}

/** Returns the file that starts a bundle in `folder`. */
export const entryOf = (folder: string, { name }: Bundle): string => join(folder, name, "sheaf.js")

/**
 * Adds a bundle to `folder` and removes old bundles and compiled code. `build` writes its files into the given folder,
 * and returns its inputs. Concurrent calls are safe, because each call writes to its own folders and publishes the
 * result with a rename.
 */
export const add = async (folder: string, build: (into: string) => Promise<Inputs>): Promise<void> => {
  const name = `bundle-${Date.now()}-${process.pid}`
  const unfinished = join(folder, `unfinished-${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  try {
    const bundle: Bundle = { name, inputs: await build(unfinished) }
    const entry = join(folder, `${name}.json`)
    writeFileSync(entry, JSON.stringify(bundle))
    renameSync(unfinished, join(folder, name))
    renameSync(entry, join(folder, newest))
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  rmSync(join(folder, "compiled"), { recursive: true, force: true })
  const finished = readdirSync(folder).filter((each) => finishedName.test(each))
  for (const old of finished.toSorted().slice(0, -kept)) rmSync(join(folder, old), { recursive: true, force: true })
}
