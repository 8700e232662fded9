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

const unnumbered = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

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

  it("reads bytes without a shape number as shape 1", () => {
    const bytes = unnumbered({ name: "Maja Lind" })
    assert.deepStrictEqual(StoredShape.read(named, bytes), Result.succeed({ full: "Lind, Maja" }))
  })

  it("returns every shape as JSON in the newest shape", () => {
    const expected = unnumbered({ full: "Lind, Maja" })
    const numbered = [
      StoredShape.write(name, { name: "Maja Lind" }),
      StoredShape.write(names, { given: "Maja", family: "Lind" }),
      StoredShape.write(named, { full: "Lind, Maja" }),
      unnumbered({ name: "Maja Lind" })
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

describe("The stored answers of a client", () => {
  const code = { type: "TWO_FACTOR_CODE", value: "1234" } as const

  it("are a list, even if a single answer was stored", () => {
    for (const stored of [unnumbered(code), unnumbered([code]), StoredShape.write(Shapes.input.shape, [code])]) {
      assert.deepStrictEqual(StoredShape.read(Shapes.input.shape, stored), Result.succeed([code]))
    }
  })
})

describe("Stored records", () => {
  it("must fit their column", () => {
    const { shape } = Shapes.records.WEALTH
    const insurance = unnumbered([{ id: "1", insurance: { insuranceType: "animalInsurance" } }])
    assert.isTrue(Result.isFailure(StoredShape.read(shape, insurance)))
    assert.isTrue(Result.isFailure(StoredShape.read(shape, unnumbered([null]))))
    assert.isTrue(Result.isSuccess(StoredShape.read(shape, unnumbered([{ id: "1", type: "ISK" }]))))
  })
})
