/** The size of the client in a web page, and what it loads. */
import { assert, describe, it } from "vitest"
import { rolldown } from "rolldown"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

/** Returns a minified program that imports `names` from a version's entry, and the modules that it still imports. */
const bundle = async (version: string, names = "*") => {
  const entry = fileURLToPath(new URL(`../src/versions/${version}/index.ts`, import.meta.url))
  const program = `export ${names} from ${JSON.stringify(entry)}`
  const build = await rolldown({
    input: "program",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === "program" ? id : null),
        load: (id) => (id === "program" ? program : null)
      }
    ]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  const [{ code, imports }] = output
  return { code, imports, size: gzipSync(code).byteLength }
}

describe.each(["2026-04-01", "2025-01-01"])("the client of %s", (version) => {
  it("has at most 10 kB compressed, and imports nothing", async () => {
    const { imports, size } = await bundle(version)
    assert.isBelow(size, 10_000)
    assert.deepStrictEqual(imports, [])
  })

  it("leaves unused parts out of a bundle", async () => {
    const receiver = await bundle(version, "{ verifyWebhook }")
    assert.isBelow(receiver.size, 1500)
    assert.notInclude(receiver.code, "authorization-token")
    const caller = await bundle(version, "{ createClient }")
    assert.notInclude(caller.code, "webhook-signature")
  })
})
