/** The rare cases in which a checkout's launcher bundles the sources again or runs the sources themselves (ADR 17). */
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { appendFileSync, rmSync } from "node:fs"
import { join } from "node:path"
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
  it("is bundled again after other dependencies were installed", async () => {
    await checkout.run()
    checkout.write("node_modules/.package-lock.json", "{}")
    assert.strictEqual((await checkout.run()).err, bundling)
    assert.strictEqual((await checkout.run()).err, "")
  })

  it("is bundled again if the description of its bundle is damaged", async () => {
    await checkout.run()
    checkout.write("node_modules/.cache/sheaf/newest.json", "{}")
    assert.strictEqual((await checkout.run()).err, bundling)
    assert.strictEqual((await checkout.run()).err, "")
  })

  it("is bundled again if the folder of its bundle is missing", async () => {
    await checkout.run()
    for (const name of checkout.bundles.filter((each) => each.startsWith("bundle-"))) {
      rmSync(join(checkout.folder, "node_modules/.cache/sheaf", name), { recursive: true })
    }
    const again = await checkout.run()
    assert.strictEqual(again.err, bundling)
    assert.match(again.out, fromBundle("first"))
    assert.strictEqual((await checkout.run()).err, "")
  })

  it("is bundled only once after a clock was set back", async () => {
    const future = Date.now() + 3_600_000
    for (let each = 0; each < 5; each++) {
      checkout.write(`node_modules/.cache/sheaf/bundle-${future + each}-77/sheaf.js`, "")
    }
    assert.match((await checkout.run()).out, fromBundle("first"))
    assert.strictEqual((await checkout.run()).err, "")
  })

  it("keeps five bundles, because running services may still load parts of them", async () => {
    for (const word of ["one", "two", "three", "four", "five", "six"]) {
      checkout.say(word)
      assert.match((await checkout.run()).out, fromBundle(word))
    }
    assert.lengthOf(checkout.bundles, 6)
  })
})

describe("a checkout runs its sources", () => {
  it("if they change during the build, and says so", async () => {
    const builder = join(checkout.folder, "packages/app-api/src/bundle/build.ts")
    const edit = `\nwriteFileSync("packages/app-api/src/Word.ts", 'export const word = "second"')\n`
    appendFileSync(builder, `\nimport { writeFileSync } from "node:fs"${edit}`)
    const { err, out } = await checkout.run()
    assert.strictEqual(err, `${bundling}sheaf: the sources changed during the build; running them unbundled\n`)
    assert.match(out, fromSources("second"))
  })
})
