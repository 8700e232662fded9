/** Sealed values stay readable in every known shape. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Shapes from "../../src/collections/CollectionColumns.ts"
import * as StoredSchema from "../../src/sealing/StoredSchema.ts"

const name = StoredSchema.first(Schema.Struct({ name: Schema.String }))
const names = StoredSchema.next(name, Schema.Struct({ given: Schema.String, family: Schema.String }), (old) => {
  const [given = "", family = ""] = old.name.split(" ")
  return { given, family }
})
const named = StoredSchema.next(names, Schema.Struct({ full: Schema.String }), ({ family, given }) => ({
  full: `${family}, ${given}`
}))

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

describe("A stored shape", () => {
  it("reads what it wrote", () => {
    const bytes = StoredSchema.encode(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(StoredSchema.decode(named, bytes), Result.succeed({ full: "Lind, Maja" }))
  })

  it("reads every older shape as the current type", () => {
    const first = StoredSchema.encode(name, { name: "Maja Lind" })
    const second = StoredSchema.encode(names, { given: "Maja", family: "Lind" })
    assert.deepStrictEqual(StoredSchema.decode(named, first), Result.succeed({ full: "Lind, Maja" }))
    assert.deepStrictEqual(StoredSchema.decode(named, second), Result.succeed({ full: "Lind, Maja" }))
  })

  it("returns every shape as JSON in the newest shape", () => {
    const expected = json({ full: "Lind, Maja" })
    const numbered = [
      StoredSchema.encode(name, { name: "Maja Lind" }),
      StoredSchema.encode(names, { given: "Maja", family: "Lind" }),
      StoredSchema.encode(named, { full: "Lind, Maja" })
    ]
    for (const bytes of numbered)
      assert.deepStrictEqual(StoredSchema.decodeToJson(named, bytes), Result.succeed(expected))
  })

  it("rejects the shape number of a later release, and names the number", () => {
    const bytes = StoredSchema.encode(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(
      StoredSchema.decode(names, bytes),
      Result.fail("unknown shape 3; the newest known shape is 2")
    )
  })

  it.each([
    ["a value of another shape", StoredSchema.encode(names, { given: "Maja", family: "Lind" }).with(0, 1)],
    ["half a value", StoredSchema.encode(name, { name: "Maja Lind" }).subarray(0, 12)],
    ["no bytes", new Uint8Array()]
  ])("rejects %s without repeating any part", (_, bytes) => {
    const read = StoredSchema.decode(name, bytes)
    assert.isTrue(Result.isFailure(read))
    assert.notInclude(JSON.stringify(read), "Maja")
  })
})

describe("Stored records", () => {
  it("must fit their column", () => {
    const { schema } = Shapes.records.WEALTH
    const accepts = (records: ReadonlyArray<unknown>) =>
      Result.isSuccess(StoredSchema.decode(schema, new Uint8Array([schema.number, ...json(records)])))
    assert.isFalse(accepts([{ id: "1", insurance: { insuranceType: "animalInsurance" } }]))
    assert.isFalse(accepts([null]))
    assert.isTrue(accepts([{ id: "1", type: "ISK" }]))
  })
})
