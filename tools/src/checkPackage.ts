/**
 * `npm run package:check`: installs `@sheaf/domain` from `npm pack` into an empty project, as its users do. The README
 * examples must type-check in strict mode and print the documented output, on every supported Node version or on the
 * given versions.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { examplesIn } from "./Examples.ts"

const given = process.argv.slice(2)
const nodes = given.length > 0 ? given : ["22.19.0", "24.21.0"]
const dependencies = ["typescript@7.0.2", "@types/node@24.10.0"]

const source = fileURLToPath(new URL("../../packages/domain", import.meta.url))

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

const install = (project: string): void => {
  const [packed = ""] = run(source, "npm", "pack", "--silent", "--pack-destination", project)
    .trim()
    .split("\n")
    .slice(-1)
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }))
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
  run(project, "npm", "install", "--no-audit", "--no-fund", `./${packed}`, ...dependencies)
}

const nodeOf = (project: string, version: string): string => {
  const folder = join(project, `node-${version}`)
  mkdirSync(folder)
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
  run(folder, "npm", "install", "--no-audit", "--no-fund", "--foreground-scripts", `node@${version}`)
  return join(folder, "node_modules", "node", "bin", "node")
}

const project = mkdtempSync(join(tmpdir(), "sheaf-package-"))
try {
  console.log(run(source, "npm", "run", "--silent", "lint:package"))
  install(project)
  const examples = examplesIn(readFileSync(join(source, "README.md"), "utf8"))
  mkdirSync(join(project, "src"))
  examples.forEach(({ code }, index) => writeFileSync(join(project, "src", `example-${index}.ts`), code))
  run(project, "npx", "tsc", "--project", ".")
  console.log(`${examples.length} examples type-check in strict mode`)
  for (const version of nodes) {
    const node = nodeOf(project, version)
    examples.forEach(({ printed }, index) => {
      const output = run(project, node, join("out", `example-${index}.js`)).trimEnd()
      if (output !== printed.join("\n")) throw new Error(`example ${index} prints on Node ${version}:\n${output}`)
    })
    console.log(`${examples.length} examples run on Node ${run(project, node, "--version").trim()}`)
  }
} finally {
  rmSync(project, { recursive: true })
}
