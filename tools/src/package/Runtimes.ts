/** The programs that integrators run JavaScript with: old and new Node.js versions, Deno, and Bun. */
import { join } from "node:path"
import { installPackages } from "./Command.ts"

/** An installed runtime. */
export interface Runtime {
  /** For example `node@24.21.0`. */
  readonly name: string
  /** The command that runs a script, without the script's name. */
  readonly command: readonly [tool: string, ...words: ReadonlyArray<string>]
}

const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  deno: ["run", "--quiet", "--allow-all", "--no-prompt", "--node-modules-dir=manual"],
  bun: ["run"]
}

/** Installs a runtime, such as `deno@2.9.6`, in a folder. */
export const installRuntime = (name: string, folder: string): Runtime => {
  const [program = ""] = name.split("@")
  installPackages(folder, name)
  const tool = join(folder, "node_modules", program === "node" ? "node/bin/node" : `.bin/${program}`)
  return { name, command: [tool, ...(words[program] ?? [])] }
}
