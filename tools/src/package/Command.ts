/** Runs programs, and installs packages that are not in the lockfile. */
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"

/** Throws if the program fails. */
export const runProgram = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with code ${status}\n${stdout}${stderr}`)
  return stdout
}

/** Installs packages as of this date, so that later releases cannot change a check's result. */
const asOf = "2026-11-20"

/**
 * Installs packages, each given as `name@version`, in a new folder, so that checks can run programs of other projects.
 * `npm ci` does not install these packages, because some of them are larger than all of Sheaf's dependencies.
 */
export const installPackages = (folder: string, ...packages: ReadonlyArray<string>): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, type: "module" }))
  const options = ["--no-audit", "--no-fund", "--foreground-scripts", `--before=${asOf}`]
  runProgram(folder, "npm", "install", ...options, ...packages)
}
