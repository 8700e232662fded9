/**
 * Installs DBOS Transact, another durable-execution engine. `npm ci` does not install it, because it is larger than all
 * of Sheaf's dependencies together. The benchmark installs it in the user's cache folder on first use.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { installPackages } from "../../package/Command.ts"
import { SkippedError } from "../suite/Measurement.ts"

const packages = ["@dbos-inc/dbos-sdk@5.3.0", "pg@8.23.1"]

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "sheaf/bench")
const folder = join(cache, packages.join("+").replaceAll(/[^\w.@+-]/g, "-"))

/**
 * Installs DBOS if it is not installed yet.
 *
 * @throws {SkippedError} if its packages are not available.
 */
export const installDbos = (): void => {
  if (existsSync(folder)) return
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, "unfinished-"))
  try {
    installPackages(unfinished, ...packages)
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run may have installed the same packages in the meantime.
    if (existsSync(folder)) return
    const [reason] = String(error).split("\n")
    throw new SkippedError(`${packages.join(" and ")} cannot be installed: ${reason}`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

export const requirePackage = createRequire(join(folder, "package.json"))
