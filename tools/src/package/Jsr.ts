/** Checks that the registry JSR, which publishes TypeScript sources, would accept a package. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "./Command.ts"
import type { Runtime } from "./Runtimes.ts"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly exports: Readonly<Record<string, string | { readonly "@sheaf/source": string }>>
}

/**
 * Simulates the publication with Deno, in a folder of its own. Deno type-checks the sources with its own settings, and rejects
 * exports without explicit types.
 */
export const checkJsr = (source: string, folder: string, { command: [deno] }: Runtime): void => {
  mkdirSync(folder)
  cpSync(join(source, "src"), join(folder, "src"), { recursive: true })
  const { exports, license, name, version }: Manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8"))
  const modules = Object.entries(exports).flatMap(([path, module]) =>
    typeof module === "string" ? [] : [[path, module["@sheaf/source"]]]
  )
  writeFileSync(
    join(folder, "jsr.json"),
    JSON.stringify({ name, version, license, exports: Object.fromEntries(modules) })
  )
  run(folder, deno, "publish", "--dry-run", "--allow-dirty")
}
