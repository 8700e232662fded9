/** Finds the files that documented commands leave behind in a checkout. */
import { execFileSync, spawnSync } from "node:child_process"
import { globSync, lstatSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repositoryRoot } from "./DeployFiles.ts"

const secret = /PRIVATE KEY-----|sheaf_(?:live|test)_\w{20}|whsec_|^(?:[\w-]+:)?[A-Za-z0-9+/]{43}=$/m

const lines = (text: string): ReadonlyArray<string> => text.split("\0").filter((line) => line !== "")

/**
 * Returns the exposed files in a simulated checkout: those that `git add` would add, and those with secrets that other
 * users can read.
 */
export const exposedFiles = (folder: string): ReadonlyArray<string> => {
  const files = globSync("**/*", { cwd: folder, exclude: (name) => name === ".curlrc" })
    .concat(globSync(".sheaf/**/*", { cwd: folder }))
    .filter((path) => lstatSync(join(folder, path)).isFile())
  const tracked = new Set(lines(execFileSync("git", ["ls-files", "-z"], { cwd: repositoryRoot, encoding: "utf8" })))
  const words = ["check-ignore", "--no-index", "--stdin", "-z"]
  // The exit code is 1 if no file is ignored.
  const { stdout } = spawnSync("git", words, { cwd: repositoryRoot, encoding: "utf8", input: files.join("\0") })
  const ignored = new Set(lines(stdout))
  const isOpen = (path: string) => {
    const file = join(folder, path)
    return (lstatSync(file).mode & 0o077) !== 0 && secret.test(readFileSync(file, "latin1"))
  }
  return files.flatMap((path) => [
    ...(tracked.has(path) || ignored.has(path) ? [] : [`${path}: git does not ignore it`]),
    ...(!tracked.has(path) && isOpen(path) ? [`${path}: others can read its secret`] : [])
  ])
}
