/**
 * `npm run package:check`: installs `@sheaf/domain` and `@sheaf/client` from `npm pack` into empty projects, as their users
 * do. The README examples must type-check in strict mode. The examples of the rules must also print the documented output,
 * on every supported Node version or on the given versions. The client's examples need a service, so its tests run them.
 * Here, each Node version imports the client.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { examplesIn } from "./Examples.ts"
import type { Example } from "./Examples.ts"

const given = process.argv.slice(2)

interface Published {
  readonly name: string
  /** The supported Node versions, oldest first. */
  readonly nodes: ReadonlyArray<string>
  /** The packages that the README examples need. */
  readonly dependencies: ReadonlyArray<string>
  /** True if the examples run without a service. */
  readonly isAlone: boolean
}

const published: ReadonlyArray<Published> = [
  { name: "domain", nodes: ["22.19.0", "24.21.0"], dependencies: [], isAlone: true },
  { name: "client", nodes: ["20.17.0", "24.21.0"], dependencies: ["undici@8.12.4"], isAlone: false }
]

const compilers = ["typescript@7.0.2", "@types/node@24.10.0"]

const run = (cwd: string, command: string, ...args: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with code ${status}\n${stdout}${stderr}`)
  return stdout
}

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2024",
  module: "nodenext",
  rootDir: "src",
  outDir: "out",
  types: ["node"]
}

const install = (source: string, project: string, dependencies: ReadonlyArray<string>): void => {
  const [packed = ""] = run(source, "npm", "pack", "--silent", "--pack-destination", project)
    .trim()
    .split("\n")
    .slice(-1)
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
  run(project, "npm", "install", "--no-audit", "--no-fund", `./${packed}`, ...compilers, ...dependencies)
}

const nodeOf = (project: string, version: string): string => {
  const folder = join(project, `node-${version}`)
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  run(folder, "npm", "install", "--no-audit", "--no-fund", "--foreground-scripts", `node@${version}`)
  return join(folder, "node_modules", "node", "bin", "node")
}

/** Returns the program that is compiled for an example, and the output that it must print. */
const programsOf = ({ isAlone, name }: Published, readme: string): ReadonlyArray<Example> => {
  const examples = examplesIn(readme)
  if (isAlone) return examples
  const code = `import { createClient } from "@sheaf/${name}"\nconsole.log(typeof createClient)\n`
  return [{ code, printed: ["function"] }, ...examples.map(({ code }) => ({ code, printed: [] }))]
}

const check = (one: Published): void => {
  const source = fileURLToPath(new URL(`../../packages/${one.name}`, import.meta.url))
  const project = mkdtempSync(join(tmpdir(), "sheaf-package-"))
  try {
    console.log(run(source, "npm", "run", "--silent", "lint:package"))
    install(source, project, one.dependencies)
    const programs = programsOf(one, readFileSync(join(source, "README.md"), "utf8"))
    mkdirSync(join(project, "src"))
    programs.forEach(({ code }, index) => writeFileSync(join(project, "src", `example-${index}.ts`), code))
    run(project, "npx", "tsc", "--project", ".")
    console.log(`@sheaf/${one.name}: ${programs.length} programs type-check in strict mode`)
    const runs = one.isAlone ? programs : programs.slice(0, 1)
    for (const version of given.length > 0 ? given : one.nodes) {
      const node = nodeOf(project, version)
      runs.forEach(({ printed }, index) => {
        const output = run(project, node, join("out", `example-${index}.js`)).trimEnd()
        if (output !== printed.join("\n")) throw new Error(`example ${index} prints on Node ${version}:\n${output}`)
      })
      console.log(`@sheaf/${one.name}: ${runs.length} programs run on Node ${run(project, node, "--version").trim()}`)
    }
  } finally {
    rmSync(project, { recursive: true })
  }
}

for (const one of published) check(one)
