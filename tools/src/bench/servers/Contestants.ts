/**
 * Other people's programs in the benchmark. They are larger than Sheaf's own dependencies, so the benchmark installs them
 * on first use in a folder of the user's cache, and `npm ci` does not.
 */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"
import { install } from "../../package/Command.ts"
import { Skipped } from "../Part.ts"

/** The packages of each contestant. */
const packages = {
  dbos: ["@dbos-inc/dbos-sdk@5.3.0", "pg@8.23.1"],
  prism: ["@stoplight/prism-cli@5.16.0"]
}

export type Contestant = keyof typeof packages

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "sheaf/bench")

const folderOf = (contestant: Contestant): string =>
  join(cache, packages[contestant].join("+").replaceAll(/[^\w.@+-]/g, "-"))

export const isInstalled = (contestant: Contestant): boolean => existsSync(folderOf(contestant))

/**
 * Installs a contestant, unless it is installed.
 *
 * @throws {Skipped} if its packages cannot be had.
 */
export const provide = (contestant: Contestant): void => {
  if (isInstalled(contestant)) return
  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(join(cache, "unfinished-"))
  try {
    install(unfinished, ...packages[contestant])
    renameSync(unfinished, folderOf(contestant))
  } catch (error) {
    // Another run may have installed the same contestant in the meantime.
    if (isInstalled(contestant)) return
    const [reason] = String(error).split("\n")
    throw new Skipped(`${packages[contestant].join(" and ")} cannot be installed: ${reason}`)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Resolves modules as the contestant's own code does. */
export const requireOf = (contestant: Contestant): NodeJS.Require =>
  createRequire(join(folderOf(contestant), "package.json"))
