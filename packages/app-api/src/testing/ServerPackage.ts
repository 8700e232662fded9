/** Packs and installs `@sheaf/server` without a build in the checkout, so that tests can run in parallel. */
import { execFileSync } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bundle } from "../bundle/Bundler.ts"
import { repositoryRoot } from "./DeployFiles.ts"

const source = join(repositoryRoot, "packages/server")

export const pack = async (folder: string): Promise<string> => {
  const staged = mkdtempSync(join(tmpdir(), "sheaf-server-"))
  try {
    for (const name of ["LICENSE", "README.md", "package.json"]) cpSync(join(source, name), join(staged, name))
    mkdirSync(join(staged, "dist"))
    await bundle(repositoryRoot, join(staged, "dist"))
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: staged })
  } finally {
    rmSync(staged, { recursive: true })
  }
  const [file = ""] = globSync("sheaf-server-*.tgz", { cwd: folder })
  return join(folder, file)
}

export const installCommand = (tarball: string, prefix: string): void => {
  execFileSync("npm", ["install", "--silent", "--offline", "--global", "--prefix", prefix, tarball])
}
