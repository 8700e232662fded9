/**
 * `npm run package:check`: installs `@sheaf/domain`, `@sheaf/connect` and `@sheaf/client` from `npm pack` into empty
 * projects, as their users do. The README examples must type-check in strict mode, and print the documented output on
 * every supported runtime, or on the runtimes given as arguments, such as `node@24.21.0`. The examples of the client run
 * against a service that this command starts.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { start } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { examplesIn } from "./Examples.ts"
import type { Example } from "./Examples.ts"
import { repositoryPath } from "./openapi/Documents.ts"
import { installPackages, runProgram } from "./package/Command.ts"
import { mutualTlsProgram, needsNewerNode, publishedPackages } from "./package/PublishedPackages.ts"
import type { PublishedPackage } from "./package/PublishedPackages.ts"
import { installRuntime } from "./package/Runtimes.ts"
import type { Runtime } from "./package/Runtimes.ts"

const given = process.argv.slice(2)

const compilers = ["typescript@7.0.2", "@types/node@24.10.0"]

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

const prepare = (source: string, project: string, dependencies: ReadonlyArray<string>): void => {
  runProgram(source, "npm", "pack", "--silent", "--pack-destination", project)
  const packed = globSync("*.tgz", { cwd: project }).map((file) => `./${file}`)
  installPackages(project, ...packed, ...compilers, ...dependencies)
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }))
}

const compile = (project: string, examples: ReadonlyArray<Example>): ReadonlyArray<Example> => {
  mkdirSync(join(project, "src"))
  examples.forEach(({ code }, index) => writeFileSync(join(project, "src", `example-${index}.ts`), code))
  runProgram(project, "npx", "tsc", "--project", ".")
  return examples.map(({ printed }, index) => {
    const code = readFileSync(join(project, "out", `example-${index}.js`), "utf8")
    return { code, printed }
  })
}

const runAll = async (project: string, { command, name }: Runtime, programs: ReadonlyArray<Example>): Promise<void> => {
  const folder = join(project, name)
  mkdirSync(folder)
  await Promise.all(
    programs.map(async ({ code, printed }, index) => {
      const file = join(folder, `example-${index}.js`)
      writeFileSync(file, code)
      const [tool, ...words] = command
      const { stdout } = await promisify(execFile)(tool, [...words, file], { cwd: project })
      if (stdout.trimEnd() !== printed.join("\n")) throw new Error(`on ${name}:\n${code}\nprints:\n${stdout}`)
    })
  )
}

/** Each run gets a new service, because some examples count the service's objects. */
const runWithService = async (project: string, runtime: Runtime, programs: ReadonlyArray<Example>): Promise<void> => {
  const dataDir = join(project, `${runtime.name}-data`)
  const service = await start({ dataDir })
  const port = await freePort()
  try {
    const localized = programs.map(({ code, printed }) => ({
      printed,
      code: code
        .replaceAll("http://127.0.0.1:8080", service.base)
        .replaceAll("https://127.0.0.1:8443", service.mutualTlsBase ?? "")
        .replaceAll(".sheaf/", `${dataDir}/`)
        .replaceAll("8092", String(port))
    }))
    await runAll(project, runtime, localized)
  } finally {
    await service.stop()
  }
}

const check = async ({ dependencies, name, needsService, runtimes }: PublishedPackage): Promise<void> => {
  const source = repositoryPath(`packages/${name}`)
  const project = mkdtempSync(join(tmpdir(), "sheaf-package-"))
  try {
    console.log(runProgram(source, "npm", "run", "--silent", "lint:package"))
    prepare(source, project, dependencies)
    const programs = compile(project, examplesIn(readFileSync(join(source, "README.md"), "utf8")))
    console.log(`@sheaf/${name}: ${programs.length} examples type-check in strict mode`)
    for (const wanted of runtimes) {
      if (given.length > 0 && !given.includes(wanted)) continue
      const runtime = installRuntime(wanted, join(project, `${wanted}-installed`))
      const tls = mutualTlsProgram(wanted)
      const here = [
        ...programs.filter(({ code }) => !needsNewerNode(code, wanted)),
        ...(needsService && tls !== undefined ? [{ code: tls, printed: ["1"] }] : [])
      ]
      await (needsService ? runWithService : runAll)(project, runtime, here)
      console.log(`@sheaf/${name}: ${here.length} examples run on ${wanted}`)
    }
  } finally {
    rmSync(project, { recursive: true })
  }
}

for (const one of publishedPackages) await check(one)
