/** Project references match dependencies in this workspace, and mismatches in other workspaces are reported. */
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { findViolations } from "./References.ts"

const refersTo = (...paths: ReadonlyArray<string>) => ({ references: paths.map((path) => ({ path })) })
const project = refersTo("./tsconfig.lib.json", "./tsconfig.spec.json")
const testsOf = (...paths: ReadonlyArray<string>) => refersTo("./tsconfig.lib.json", ...paths)

const sound: Readonly<Record<string, unknown>> = {
  "tsconfig.json": refersTo("./packages/domain", "./packages/store", "./packages/app", "./tools"),
  "packages/domain/package.json": { name: "@some/domain", dependencies: { effect: "4.1.0" } },
  "packages/domain/tsconfig.json": project,
  "packages/domain/tsconfig.lib.json": {},
  "packages/domain/tsconfig.spec.json": testsOf(),
  "packages/store/package.json": { name: "@some/store", peerDependencies: { "@some/domain": "0.0.0" } },
  "packages/store/tsconfig.json": project,
  "packages/store/tsconfig.lib.json": refersTo("../domain/tsconfig.lib.json"),
  "packages/store/tsconfig.spec.json": testsOf(),
  "packages/app/package.json": {
    name: "@some/app",
    dependencies: { "@some/domain": "0.0.0" },
    devDependencies: { "@some/store": "0.0.0" }
  },
  "packages/app/tsconfig.json": project,
  "packages/app/tsconfig.lib.json": refersTo("../domain/tsconfig.lib.json"),
  "packages/app/tsconfig.spec.json": testsOf("../store/tsconfig.lib.json"),
  "tools/package.json": { name: "@some/tools", dependencies: { "@some/app": "0.0.0" } },
  "tools/tsconfig.json": project,
  "tools/tsconfig.lib.json": refersTo("../packages/app/tsconfig.lib.json"),
  "tools/tsconfig.spec.json": testsOf()
}

let workspace = ""

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "sheaf-references-"))
})

afterEach(() => {
  rmSync(workspace, { recursive: true })
})

const violationsOf = (changes: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  for (const [file, content] of Object.entries({ ...sound, ...changes })) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true })
    writeFileSync(join(workspace, file), JSON.stringify(content))
  }
  return findViolations(workspace)
}

describe("findViolations", () => {
  it("accepts equal references and dependencies", () => {
    assert.deepStrictEqual(violationsOf({}), [])
  })

  it("allows tests to repeat the package's dependencies", () => {
    const spec = testsOf("../store/tsconfig.lib.json", "../domain/tsconfig.lib.json")
    assert.deepStrictEqual(violationsOf({ "packages/app/tsconfig.spec.json": spec }), [])
  })

  it.each<[string, string, unknown, string]>([
    [
      "a dependency without its reference",
      "packages/app/tsconfig.lib.json",
      {},
      "packages/app/tsconfig.lib.json: the reference to packages/domain/tsconfig.lib.json is missing"
    ],
    [
      "a peer dependency without its reference",
      "packages/store/tsconfig.lib.json",
      refersTo(),
      "packages/store/tsconfig.lib.json: the reference to packages/domain/tsconfig.lib.json is missing"
    ],
    [
      "a reference without its dependency",
      "packages/domain/tsconfig.lib.json",
      refersTo("../store/tsconfig.lib.json"),
      "packages/domain/tsconfig.lib.json: nothing depends on packages/store/tsconfig.lib.json"
    ],
    [
      "tests that use a development dependency without its reference",
      "packages/app/tsconfig.spec.json",
      testsOf(),
      "packages/app/tsconfig.spec.json: the reference to packages/store/tsconfig.lib.json is missing"
    ],
    [
      "tests that refer to what nothing depends on",
      "packages/store/tsconfig.spec.json",
      testsOf("../app/tsconfig.lib.json"),
      "packages/store/tsconfig.spec.json: nothing depends on packages/app/tsconfig.lib.json"
    ],
    [
      "tests that do not refer to what they test",
      "packages/domain/tsconfig.spec.json",
      refersTo(),
      "packages/domain/tsconfig.spec.json: the reference to packages/domain/tsconfig.lib.json is missing"
    ],
    [
      "a package whose tests are not type-checked",
      "packages/store/tsconfig.json",
      refersTo("./tsconfig.lib.json"),
      "packages/store/tsconfig.json: the reference to packages/store/tsconfig.spec.json is missing"
    ],
    [
      "a package that the root forgets",
      "tsconfig.json",
      refersTo("./packages/domain", "./packages/store", "./tools"),
      "tsconfig.json: the reference to packages/app is missing"
    ],
    [
      "tools without a reference to what they drive",
      "tools/tsconfig.lib.json",
      {},
      "tools/tsconfig.lib.json: the reference to packages/app/tsconfig.lib.json is missing"
    ]
  ])("reports %s", (_, file, content, violation) => {
    assert.deepStrictEqual(violationsOf({ [file]: content }), [violation])
  })
})

describe("this workspace", () => {
  it("has exactly the required references", () => {
    assert.deepStrictEqual(findViolations(fileURLToPath(new URL("../..", import.meta.url))), [])
  })
})
