/** The size of the client in a web page, and what it loads. */
import { assert, it } from "vitest"
import { rolldown } from "rolldown"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"

it.each(["2026-04-01", "2025-01-01"])(
  "the client of %s has at most 10 kB compressed, and imports nothing",
  async (version) => {
    const input = fileURLToPath(new URL(`../src/versions/${version}/index.ts`, import.meta.url))
    const build = await rolldown({ input })
    const { output } = await build.generate({ format: "esm", minify: true })
    await build.close()
    const [{ code, imports }] = output
    assert.isBelow(gzipSync(code).byteLength, 10_000)
    assert.deepStrictEqual(imports, [])
  }
)
