/**
 * `npm run generate`: writes the generated files unless their sources are unchanged. `npm ci` and every command that
 * needs the files run it.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Inputs from "@sheaf/app-api/Inputs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const stamps = join(root, "node_modules/.cache/sheaf/generated.json")

const sources = [
  "clients/python/src/sheaf_client/_async.py",
  "clients/python/README.md",
  "docs/**/*.{json,md,png}",
  "packages/*/README.md",
  "packages/*/package.json",
  "packages/*/src/**/*.*",
  "tools/src/{*,openapi/**/*,site/**/*}.ts"
]

/** npm writes this file whenever the dependencies change. */
const installed = "node_modules/.package-lock.json"

const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const current = () => Inputs.readFileStamps(root, [...globSync(sources, { cwd: root }).toSorted(), installed])

if (textOf(stamps) !== JSON.stringify(current())) {
  const { generatedFiles } = await import("./GeneratedFiles.ts")
  for (const [path, content] of Object.entries(generatedFiles())) {
    // Does not write an unchanged file, so the file keeps its modification time and nothing is rebuilt.
    if (textOf(join(root, path)) === content) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  mkdirSync(dirname(stamps), { recursive: true })
  writeFileSync(stamps, JSON.stringify(current()))
}
