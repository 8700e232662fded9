/**
 * Chooses what `npm start` and `npm run sheaf` run in a checkout: the newest bundle, or the sources if no bundle can be
 * built. A bundle is used until one of its inputs changes (ADR 17).
 */
import { spawnSync } from "node:child_process"
import { accessSync, constants, mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as BundleStore from "./BundleStore.ts"
import * as Inputs from "./Inputs.ts"

export interface Checkout {
  readonly root: string
  /** `npm ci` deletes this folder. */
  readonly bundles: string
  readonly builder: string
  readonly sources: string
}

const own = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const root = own("../../../..")

export const currentCheckout: Checkout = {
  root,
  bundles: join(root, "node_modules/.cache/sheaf"),
  builder: own("build.ts"),
  sources: own("../main.ts")
}

const current = ({ bundles, root }: Checkout): string | undefined => {
  const newest = BundleStore.findNewestBundle(bundles)
  return newest !== undefined && Inputs.areUnchanged(root, newest.inputs)
    ? BundleStore.entryFileOf(bundles, newest)
    : undefined
}

const isWritable = (folder: string): boolean => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const say = (text: string): void => void process.stderr.write(`sheaf: ${text}\n`)

/** Builds in another process, so that the bundler's memory is released. */
const build = ({ builder, root }: Checkout): boolean => {
  const { status, stderr } = spawnSync(process.execPath, ["--conditions=@sheaf/source", builder, "--cached"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"]
  })
  const [reason = `the bundler exited with code ${status}`] = /^\w*Error: (?!Build failed).+$/m.exec(stderr) ?? []
  if (status !== 0) say(`cannot bundle the sources; running them unbundled: ${reason}`)
  return status === 0
}

export const entryUrl = (checkout: Checkout = currentCheckout): string => {
  const ready = current(checkout)
  if (ready !== undefined) return pathToFileURL(ready).href
  if (!isWritable(checkout.bundles)) return pathToFileURL(checkout.sources).href
  say("bundling the sources, which takes a few seconds")
  if (!build(checkout)) return pathToFileURL(checkout.sources).href
  // A source file may have changed during the build, or another process may have published a bundle of older sources in
  // the meantime.
  const built = current(checkout)
  if (built === undefined) say("the sources changed during the build; running them unbundled")
  return pathToFileURL(built ?? checkout.sources).href
}
