/** Tests that sealed values stay readable in every known shape. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Shapes from "../../src/collections/CollectionColumns.ts"
import { decodeShape, decodeShapeToJson, encodeShape, firstShape, nextShape } from "../../src/sealing/ColumnSealer.ts"

const name = firstShape(Schema.Struct({ name: Schema.String }))
const names = nextShape(name, Schema.Struct({ given: Schema.String, family: Schema.String }), (old) => {
  const [given = "", family = ""] = old.name.split(" ")
  return { given, family }
})
const named = nextShape(names, Schema.Struct({ full: Schema.String }), ({ family, given }) => ({
  full: `${family}, ${given}`
}))

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

describe("A stored shape", () => {
  it("reads what it wrote", () => {
    const bytes = encodeShape(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(decodeShape(named, bytes), Result.succeed({ full: "Lind, Maja" }))
  })

  it("reads every older shape as the current type", () => {
    const first = encodeShape(name, { name: "Maja Lind" })
    const second = encodeShape(names, { given: "Maja", family: "Lind" })
    assert.deepStrictEqual(decodeShape(named, first), Result.succeed({ full: "Lind, Maja" }))
    assert.deepStrictEqual(decodeShape(named, second), Result.succeed({ full: "Lind, Maja" }))
  })

  it("returns every shape as JSON in the newest shape", () => {
    const expected = json({ full: "Lind, Maja" })
    const numbered = [
      encodeShape(name, { name: "Maja Lind" }),
      encodeShape(names, { given: "Maja", family: "Lind" }),
      encodeShape(named, { full: "Lind, Maja" })
    ]
    for (const bytes of numbered) assert.deepStrictEqual(decodeShapeToJson(named, bytes), Result.succeed(expected))
  })

  it("rejects the shape number of a later release, and names the number", () => {
    const bytes = encodeShape(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(decodeShape(names, bytes), Result.fail("unknown shape 3; the newest known shape is 2"))
  })

  it.each([
    ["a value of another shape", encodeShape(names, { given: "Maja", family: "Lind" }).with(0, 1)],
    ["half a value", encodeShape(name, { name: "Maja Lind" }).subarray(0, 12)],
    ["no bytes", new Uint8Array()]
  ])("rejects %s without repeating any part", (_, bytes) => {
    const read = decodeShape(name, bytes)
    assert.isTrue(Result.isFailure(read))
    assert.notInclude(JSON.stringify(read), "Maja")
  })
})

describe("Stored records", () => {
  it("must fit their column", () => {
    const { schema } = Shapes.records.WEALTH
    const accepts = (records: ReadonlyArray<unknown>) =>
      Result.isSuccess(decodeShape(schema, new Uint8Array([schema.number, ...json(records)])))
    assert.isFalse(accepts([{ id: "1", insurance: { insuranceType: "animalInsurance" } }]))
    assert.isFalse(accepts([null]))
    assert.isTrue(accepts([{ id: "1", type: "ISK" }]))
  })
})
