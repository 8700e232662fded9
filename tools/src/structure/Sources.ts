/** The source files that the structural checks read. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface SourceFile {
  /** The path, relative to the root of the workspace. */
  readonly path: string
  readonly text: string
}

export const readSources = (root: string, pattern = "packages/*/src"): ReadonlyArray<SourceFile> =>
  globSync(`${pattern}/**/*.{ts,tsx}`, { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
