/** Bundles only the name matcher. The bundle contains no schemas, so it is small enough for a web page. */
import { assert, describe, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { fileURLToPath } from "node:url"

const bundle = async (module: string) => {
  const input = fileURLToPath(new URL(`../src/users/${module}.ts`, import.meta.url))
  const build = await rolldown({ input })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return output[0]
}

describe("A bundle of the module", () => {
  it.each(["NameMatching", "OtherInsuredPerson"])("%s is under 5 kB, without Effect", async (module) => {
    const { code, moduleIds } = await bundle(module)
    assert.isBelow(Buffer.byteLength(code), 5000)
    assert.deepStrictEqual(
      moduleIds.filter((id) => !id.includes("/domain/src/")),
      []
    )
  })
})
