/** The source files of the packages, as the structural checks read them. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Source {
  /** Relative to the root of the workspace. */
  readonly path: string
  readonly text: string
}

/** Reads the TypeScript files in the `src` folder of each package of the workspace at `root`. */
export const readSources = (root: string): ReadonlyArray<Source> =>
  globSync("packages/*/src/**/*.ts", { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
