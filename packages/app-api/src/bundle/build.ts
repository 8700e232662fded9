/**
 * `npm run build`: bundles the sources into the package `@sheaf/server`, to run elsewhere. With `--cached`, it builds
 * the bundle that `npm start` runs in this checkout.
 */
import { execFileSync } from "node:child_process"
import { mkdirSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { bundle } from "./Bundler.ts"
import * as BundleStore from "./BundleStore.ts"
import { currentCheckout } from "./Checkout.ts"

execFileSync(process.execPath, ["--conditions=@sheaf/source", join(currentCheckout.root, "tools/src/generate.ts")])

const { cached } = parseArgs({ options: { cached: { type: "boolean", default: false } } }).values
if (cached) {
  await BundleStore.addBundle(currentCheckout.bundles, (into) => bundle(currentCheckout.root, into))
} else {
  const dist = join(currentCheckout.root, "packages/server/dist")
  const unfinished = `${dist}-${process.pid}`
  mkdirSync(unfinished)
  await bundle(currentCheckout.root, unfinished)
  rmSync(dist, { recursive: true, force: true })
  renameSync(unfinished, dist)
}
