/** Programs that use types generated from the published documents, and import nothing from Sheaf. */
import { start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import type * as ApiVersion from "@sheaf/domain/ApiVersion"
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { installPackages, runProgram } from "../../src/package/Command.ts"
import * as Documents from "../../src/openapi/Documents.ts"

const tsc = Documents.repositoryPath("node_modules/typescript/bin/tsc")

const compilerOptions = {
  target: "es2024",
  lib: ["es2024"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true
}

let folder = ""
let service: ServiceProcess

let found = ""

const folderOf = (program: string, contract: string): string => join(folder, `${program}-with-${contract}`)

const prepare = async (program: string, contract: ApiVersion.ApiVersion): Promise<void> => {
  const inside = folderOf(program, contract)
  mkdirSync(inside)
  copyFileSync(Documents.repositoryPath(`tools/fixtures/clients/${program}.ts`), join(inside, "client.ts"))
  const document = join(inside, "contract.json")
  writeFileSync(document, JSON.stringify(Documents.currentDocument(contract)))
  runProgram(folder, "npx", "openapi-typescript", document, "--output", join(inside, "contract.ts"))
}

const compile = (): string => {
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/client.ts"] }))
  return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout
}

const faultsIn = (inside: string): ReadonlyArray<string> =>
  found.split("\n").filter((line) => line.includes(basename(inside)))

interface Told {
  readonly started: number
  readonly supplied: string
  readonly document: string
  readonly refused: string
  readonly version?: string
  readonly listed?: ReadonlyArray<string>
  readonly visited: ReadonlyArray<string>
  readonly wealth: ReadonlyArray<string>
  readonly fees: ReadonlyArray<number | boolean | null>
  readonly bytes: number
  readonly location?: string
}

const toldBy = (inside: string): Told => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [join(inside, "client.ts"), service.base], {
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, stderr)
  return Object.assign({}, ...stdout.split("\n").map((line): object => (line === "" ? {} : JSON.parse(line))))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-clients-"))
  // The generator needs the TypeScript 5 API.
  installPackages(
    folder,
    "openapi-typescript@7.13.0",
    "openapi-fetch@0.17.0",
    "typescript@5.9.3",
    "@types/node@24.10.0"
  )
  await prepare("2026-04-01", "2026-04-01")
  await prepare("2025-01-01", "2025-01-01")
  await prepare("2025-01-01", "2026-04-01")
  found = compile()
  service = await start({ dataDir: mkdtempSync(join(tmpdir(), "sheaf-clients-")) })
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const visited = ["RUNNING", "LOGIN", "TWO_FACTOR_PENDING", "COLLECTING", "COMPLETED"]

describe("a client with generated types", () => {
  it.each([...Documents.versions])("reads the document of %s from the service", async (version) => {
    const response = await fetch(`${service.base}/openapi/${version}.json`)
    assert.deepStrictEqual(await response.json(), Documents.currentDocument(version))
  })

  it("runs a whole collection in version 2026-04-01", () => {
    const inside = folderOf("2026-04-01", "2026-04-01")
    assert.deepStrictEqual(faultsIn(inside), [])
    const told = toldBy(inside)
    assert.deepInclude(told, {
      started: 201,
      supplied: "NUMBER_CODE",
      document: "application/pdf",
      listed: ["COMPLETED"],
      refused: "NOT_FOUND"
    })
    assert.match(told.location ?? "", /^\/collections\/[^/]+\/status$/)
    assert.includeMembers(visited, [...told.visited])
    assert.includeMembers([...told.visited], ["TWO_FACTOR_PENDING", "COMPLETED"])
    assert.include(told.wealth, "Nordhem: 3 holdings")
    assert.isAbove(told.fees.filter(Number.isFinite).length, 1)
    assert.isAbove(told.bytes, 1000)
  })

  it("runs a whole collection in version 2025-01-01, the default", () => {
    const inside = folderOf("2025-01-01", "2025-01-01")
    assert.deepStrictEqual(faultsIn(inside), [])
    const told = toldBy(inside)
    assert.deepInclude(told, {
      started: 200,
      version: "2025-01-01",
      supplied: "NUMBER_CODE",
      document: "application/pdf",
      refused: "NOT_FOUND"
    })
    assert.includeMembers(visited, [...told.visited])
    assert.includeMembers([...told.visited], ["TWO_FACTOR_PENDING", "COMPLETED"])
    assert.include(told.wealth, "OCCUPATIONAL_PENSION")
    assert.include(told.fees, true)
    assert.isAbove(told.bytes, 1000)
  })

  it("does not compile with the types of another version", () => {
    assert.match(faultsIn(folderOf("2025-01-01", "2026-04-01")).join("\n"), /error TS.*wealth\/collection/)
  })
})
