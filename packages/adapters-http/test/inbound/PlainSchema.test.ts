/** Tests that the newest version's records have plain schemas, and that a schema with a transformation is not plain. */
import { assert, describe, it } from "@effect/vitest"
import { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import { WealthRecords20250101 } from "@sheaf/domain/versions/2025-01-01/Version"
import { WealthRecord } from "@sheaf/domain/WealthRecord"
import { Schema } from "effect"
import * as PlainSchema from "../../src/inbound/responses/PlainSchema.ts"

const isPlain = ({ ast }: Schema.Top): boolean => PlainSchema.isPlainJsonSchema(ast)

interface Tree {
  readonly children: ReadonlyArray<Tree>
}
const Tree = Schema.Struct({ children: Schema.Array(Schema.suspend((): Schema.Codec<Tree> => Tree)) })

describe("A schema", () => {
  it.each([
    ["insurances of the newest version", Schema.Array(InsuranceRecord)],
    ["wealth of the newest version", Schema.Array(WealthRecord)],
    ["a tree", Tree],
    ["a record", Schema.Record(Schema.String, Schema.Finite)]
  ])("is plain without transformations: %s", (_, schema) => assert.isTrue(isPlain(schema)))

  it.each([
    ["wealth of an older version", WealthRecords20250101],
    ["a transformed member", Schema.Struct({ at: Schema.FiniteFromString })],
    ["a transformed item of a record", Schema.Record(Schema.String, Schema.FiniteFromString)],
    ["a transformed item of a union", Schema.Union([Schema.String, Schema.Struct({ at: Schema.FiniteFromString })])],
    ["bytes", Schema.Uint8Array]
  ])("is not plain with %s", (_, schema) => assert.isFalse(isPlain(schema)))

  for (const [name, schema] of [
    ["insurances", Schema.Array(InsuranceRecord)],
    ["wealth", Schema.Array(WealthRecord)]
  ] as const) {
    it.prop(`of ${name} in the newest version encodes every value as the same JSON`, [schema], ([records]) => {
      const parsed: unknown = JSON.parse(JSON.stringify(records))
      assert.deepStrictEqual(JSON.parse(JSON.stringify(Schema.encodeUnknownSync(schema)(parsed))), parsed)
    })
  }
})
