/** Tests that a checkout's launcher never runs a bundle of older sources (ADR 17). */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { appendFileSync, rmSync, statSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { entryUrl } from "../../src/bundle/Checkout.ts"
import { SmallCheckout } from "./SmallCheckout.ts"

let checkout: SmallCheckout

beforeEach(() => {
  checkout = new SmallCheckout()
})
afterEach(() => checkout.delete())

const bundling = "sheaf: bundling the sources, which takes a few seconds\n"
const fromBundle = (word: string) =>
  new RegExp(`^${word} file:///.*/bundle-\\d+-\\d+/packages/app-api/src/main\\.js\n$`)
const fromSources = (word: string) => new RegExp(`^${word} file:///.*/packages/app-api/src/main\\.ts\n$`)

describe("a checkout", () => {
  it("is bundled at the first start, but not again", async () => {
    const first = await checkout.run()
    assert.strictEqual(first.err, bundling)
    assert.match(first.out, fromBundle("first"))
    const second = await checkout.run(tmpdir())
    assert.strictEqual(second.err, "")
    assert.strictEqual(second.out, first.out)
  })

  it("is bundled again after an edit, even if size and time stay the same", async () => {
    await checkout.run()
    const source = join(checkout.folder, "packages/app-api/src/Word.ts")
    const { atime, mtime } = statSync(source)
    checkout.say("other")
    utimesSync(source, atime, mtime)
    const edited = await checkout.run()
    assert.strictEqual(edited.err, bundling)
    assert.match(edited.out, fromBundle("other"))
  })

  it("is bundled again after an edit of data from which the bundler computes a constant", async () => {
    checkout.write("packages/http-contract/src/openapi/examples.json", '{ "word": "before" }')
    checkout.write(
      "packages/http-contract/src/openapi/Examples.ts",
      'import data from "./examples.json" with { type: "json" }\n\nexport const word = data.word.toUpperCase()\n'
    )
    checkout.write(
      "packages/app-api/src/main.ts",
      'import { word } from "../../http-contract/src/openapi/Examples.ts"\n\nconsole.log(word)\n'
    )
    assert.strictEqual((await checkout.run()).out, "BEFORE\n")
    checkout.write("packages/http-contract/src/openapi/examples.json", '{ "word": "after" }')
    assert.strictEqual((await checkout.run()).out, "AFTER\n")
  })

  it("is bundled again after other dependencies were installed", async () => {
    await checkout.run()
    checkout.write("node_modules/.package-lock.json", "{}")
    assert.strictEqual((await checkout.run()).err, bundling)
    assert.strictEqual((await checkout.run()).err, "")
  })

  it("can be started twice simultaneously", async () => {
    const runs = await Promise.all([checkout.run(), checkout.run()])
    for (const { err, out } of runs) {
      assert.strictEqual(err, bundling)
      assert.match(out, fromBundle("first"))
    }
    assert.deepStrictEqual(
      checkout.bundles.filter((name) => !name.startsWith("bundle-")),
      ["newest.json"]
    )
    assert.strictEqual((await checkout.run()).err, "")
  })
})

describe("this checkout", () => {
  it("was bundled before the tests, and needs no other bundle", () => {
    const entry = entryUrl()
    assert.match(entry, /\/bundle-\d+-\d+\/sheaf\.js$/)
    assert.strictEqual(entryUrl(), entry)
  })
})

describe("a checkout runs its sources", () => {
  it("if no bundle can be stored", async () => {
    checkout.write("node_modules/.cache", "not a folder")
    const { err, out } = await checkout.run()
    assert.strictEqual(err, "")
    assert.match(out, fromSources("first"))
  })

  it("if they change during the build, and says so", async () => {
    const builder = join(checkout.folder, "packages/app-api/src/bundle/build.ts")
    const edit = `writeFileSync("packages/app-api/src/Word.ts", 'export const word = "second"')`
    appendFileSync(builder, `\nimport { writeFileSync } from "node:fs"\n${edit}\n`)
    const { err, out } = await checkout.run()
    assert.strictEqual(err, `${bundling}sheaf: the sources changed during the build; running them unbundled\n`)
    assert.match(out, fromSources("second"))
  })

  it("if the bundler is missing, and says so", async () => {
    rmSync(join(checkout.folder, "node_modules/rolldown"))
    const { err, out } = await checkout.run()
    assert.include(err, "sheaf: cannot bundle the sources; running them unbundled: ")
    assert.match(out, fromSources("first"))
  })

  it("if they are wrong, so that Node reports the mistake", async () => {
    checkout.write("packages/app-api/src/Word.ts", "export const word = (\n")
    const { code, err } = await checkout.run()
    assert.strictEqual(code, 1)
    assert.match(err, /Word\.ts:1/)
  })
})
