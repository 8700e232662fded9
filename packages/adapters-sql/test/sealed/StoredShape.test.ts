/** Sealed values stay readable in every known shape. */
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as Shapes from "../../src/collections/CollectionShapes.ts"
import * as StoredShape from "../../src/sealed/StoredShape.ts"

const name = StoredShape.first(Schema.Struct({ name: Schema.String }))
const names = StoredShape.next(name, Schema.Struct({ given: Schema.String, family: Schema.String }), (old) => {
  const [given = "", family = ""] = old.name.split(" ")
  return { given, family }
})
const named = StoredShape.next(names, Schema.Struct({ full: Schema.String }), ({ family, given }) => ({
  full: `${family}, ${given}`
}))

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

describe("A stored shape", () => {
  it("reads what it wrote", () => {
    const bytes = StoredShape.write(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(StoredShape.read(named, bytes), Result.succeed({ full: "Lind, Maja" }))
  })

  it("reads every older shape as the current type", () => {
    const first = StoredShape.write(name, { name: "Maja Lind" })
    const second = StoredShape.write(names, { given: "Maja", family: "Lind" })
    assert.deepStrictEqual(StoredShape.read(named, first), Result.succeed({ full: "Lind, Maja" }))
    assert.deepStrictEqual(StoredShape.read(named, second), Result.succeed({ full: "Lind, Maja" }))
  })

  it("returns every shape as JSON in the newest shape", () => {
    const expected = json({ full: "Lind, Maja" })
    const numbered = [
      StoredShape.write(name, { name: "Maja Lind" }),
      StoredShape.write(names, { given: "Maja", family: "Lind" }),
      StoredShape.write(named, { full: "Lind, Maja" })
    ]
    for (const bytes of numbered) assert.deepStrictEqual(StoredShape.json(named, bytes), Result.succeed(expected))
  })

  it("rejects the shape number of a later release, and names the number", () => {
    const bytes = StoredShape.write(named, { full: "Lind, Maja" })
    assert.deepStrictEqual(StoredShape.read(names, bytes), Result.fail("unknown shape 3; the newest known shape is 2"))
  })

  it.each([
    ["a value of another shape", StoredShape.write(names, { given: "Maja", family: "Lind" }).with(0, 1)],
    ["half a value", StoredShape.write(name, { name: "Maja Lind" }).subarray(0, 12)],
    ["no bytes", new Uint8Array()]
  ])("rejects %s without repeating any part", (_, bytes) => {
    const read = StoredShape.read(name, bytes)
    assert.isTrue(Result.isFailure(read))
    assert.notInclude(JSON.stringify(read), "Maja")
  })
})

describe("Stored records", () => {
  it("must fit their column", () => {
    const { shape } = Shapes.records.WEALTH
    const accepts = (records: ReadonlyArray<unknown>) =>
      Result.isSuccess(StoredShape.read(shape, new Uint8Array([shape.number, ...json(records)])))
    assert.isFalse(accepts([{ id: "1", insurance: { insuranceType: "animalInsurance" } }]))
    assert.isFalse(accepts([null]))
    assert.isTrue(accepts([{ id: "1", type: "ISK" }]))
  })
})
