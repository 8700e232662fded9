/** The package as its users bundle it. In app-api, `ConnectEmbedding.long.test.ts` runs it in a browser. */
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { assert, it } from "vitest"

it("weighs less than 4 kB minified, and depends on nothing", async () => {
  const build = await rolldown({ input: fileURLToPath(new URL("../src/index.ts", import.meta.url)) })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  assert.lengthOf(output, 1)
  assert.isEmpty(output[0].imports)
  assert.isBelow(Buffer.byteLength(output[0].code), 4000)
})
