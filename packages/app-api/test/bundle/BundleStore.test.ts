/** Tests that concurrent builds, wrong clocks and killed builds never remove or damage the newest bundle. */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as BundleStore from "../../src/bundle/BundleStore.ts"
import type { BundleInputs } from "../../src/bundle/Inputs.ts"

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-bundles-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (into: string, path: string): BundleInputs => {
  writeFileSync(join(into, "sheaf.js"), "export {}\n")
  return { [path]: null }
}

const add = (path: string) => BundleStore.addBundle(folder, async (into) => write(into, path))

const assertNewest = (path: string): string => {
  const found = BundleStore.findNewestBundle(folder)
  assert.deepStrictEqual(found?.inputs, { [path]: null })
  return found?.name ?? ""
}

const bundles = () => readdirSync(folder).filter((name) => name.startsWith("bundle-"))

describe("the newest bundle", () => {
  it("is kept even if all others have later timestamps because the clock was set back", async () => {
    const future = Date.now() + 3_600_000
    for (let each = 0; each < 5; each++) mkdirSync(join(folder, `bundle-${future + each}-77`))
    await add("first")
    const first = assertNewest("first")
    await add("second")
    assertNewest("second")
    assert.lengthOf(bundles(), 5)
    assert.include(bundles(), first)
  })

  it("is the bundle that was published last, even if its build began first", async () => {
    const building = Promise.withResolvers<void>()
    const slow = BundleStore.addBundle(folder, async (into) => {
      await building.promise
      return write(into, "slow")
    })
    for (const path of ["one", "two", "three", "four", "five"]) await add(path)
    building.resolve()
    await slow
    assertNewest("slow")
    assert.lengthOf(bundles(), 5)
  })

  it.each<[title: string, damage: (bundle: string) => void]>([
    ["its folder is missing", (bundle) => rmSync(bundle, { recursive: true })],
    ["its entry is missing", (bundle) => rmSync(join(bundle, "sheaf.js"))],
    ["its entry is empty", (bundle) => writeFileSync(join(bundle, "sheaf.js"), "")],
    [
      "its description names no size",
      () => writeFileSync(join(folder, "newest.json"), '{ "name": "bundle-1-1", "inputs": { "first": null } }')
    ],
    [
      "its description lists no inputs",
      () => writeFileSync(join(folder, "newest.json"), '{ "name": "bundle-1-1", "size": 10, "inputs": {} }')
    ]
  ])("is not used if %s", async (_, damage) => {
    await add("first")
    damage(join(folder, assertNewest("first")))
    assert.isUndefined(BundleStore.findNewestBundle(folder))
    await add("second")
    assertNewest("second")
  })
})

describe("an unfinished build", () => {
  it("is removed after its process was killed", async () => {
    const { pid } = spawnSync(process.execPath, ["--version"])
    for (const name of [`unfinished-${pid}`, `unfinished-${pid}-abcdef`])
      mkdirSync(join(folder, name, "bundle"), { recursive: true })
    const running = `unfinished-${process.ppid}-abcdef`
    mkdirSync(join(folder, running))
    await add("first")
    assert.deepStrictEqual(
      readdirSync(folder).filter((name) => name.startsWith("unfinished-")),
      [running]
    )
  })

  it("is removed after an error and leaves the newest bundle unchanged", async () => {
    await add("first")
    let message = ""
    await BundleStore.addBundle(folder, async () => {
      throw new Error("wrong source")
    }).catch((error: Error) => {
      message = error.message
    })
    assert.strictEqual(message, "wrong source")
    assertNewest("first")
    assert.lengthOf(readdirSync(folder), 2)
  })
})
