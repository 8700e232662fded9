/** Tests the values that the exported schemas generate, and the schemas' examples. */
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

describe("The exported schemas", () => {
  it("are at least 100", () => {
    assert.isAtLeast(schemas.length, 100)
  })

  for (const [name, schema] of schemas) {
    it.effect(`generate values: ${name}`, () =>
      Effect.gen(function* () {
        const values = yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), { count: 50 })
        for (const value of values) assert.isTrue(Schema.is(schema)(value))
      })
    )
  }

  it("accept their own examples", () => {
    const examples = schemas.flatMap(([name, schema]) =>
      (Schema.resolveAnnotations(schema)?.examples ?? []).map((example) => ({ name, schema, example }))
    )
    assert.isAbove(examples.length, 60)
    for (const { example, name, schema } of examples) assert.isTrue(Schema.is(schema)(example), name)
  })
})
