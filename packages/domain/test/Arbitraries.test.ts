/** Every schema that the package exports generates values of its own, so that users can test with them. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { readdirSync } from "node:fs"

const isSchema = (value: unknown): value is Schema.Codec<unknown, unknown> => Schema.isSchema(value)

const source = new URL("../src/", import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

const modules = await Promise.all(
  files.map(async (file) => [file, (await import(new URL(file, source).href)) as object] as const)
)

const schemas = modules.flatMap(([file, members]) =>
  Object.entries(members).flatMap(([name, member]) => (isSchema(member) ? [[`${file} ${name}`, member] as const] : []))
)

describe("The schemas", () => {
  it("are found", () => {
    assert.isAtLeast(schemas.length, 100)
  })

  for (const [name, schema] of schemas) {
    it.effect(`${name} generates values of its own`, () =>
      Effect.gen(function* () {
        const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), { count: 50 })
        for (const value of values) assert.isTrue(Schema.is(schema)(value))
      })
    )
  }
})
