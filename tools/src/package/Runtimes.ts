/** The JavaScript runtimes that integrators use: old and new Node.js versions, Deno, and Bun. */
import { join } from "node:path"
import { installPackages } from "./Command.ts"

export interface Runtime {
  /** For example `node@24.21.0`. */
  readonly name: string
  /** Runs the script whose name is appended. */
  readonly command: readonly [tool: string, ...words: ReadonlyArray<string>]
}

const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  deno: ["run", "--quiet", "--allow-all", "--no-prompt", "--node-modules-dir=manual"],
  bun: ["run"]
}

export const installRuntime = (name: string, folder: string): Runtime => {
  const [program = ""] = name.split("@")
  installPackages(folder, name)
  const tool = join(folder, "node_modules", program === "node" ? "node/bin/node" : `.bin/${program}`)
  return { name, command: [tool, ...(words[program] ?? [])] }
}
