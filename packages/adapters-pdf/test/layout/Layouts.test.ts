import { assert, describe, it } from "@effect/vitest"
import { LayoutFaults, layouts, layoutsOf } from "../../src/index.ts"

describe.each(layouts)("the layout $id", (layout) => {
  it("is named after its company", () => {
    assert.isTrue(layout.id.startsWith(`${layout.company}/`))
  })

  it("finds each member once", () => {
    const targets = [...layout.fields, ...layout.constants].map(({ target }) => target)
    assert.deepStrictEqual([...new Set(targets)], targets)
  })

  it("has nothing in it that cannot be", () => {
    assert.deepStrictEqual(LayoutFaults.of(layout), [])
  })

  it("requires what an insurance is told apart by", () => {
    const required = layout.fields.filter((field) => field.required).map(({ target }) => target)
    assert.includeMembers(required, ["insuranceNumber", "startDate", "holder.name"])
  })
})

describe("a layout", () => {
  const [sound] = layouts
  const text = { kind: { type: "text" }, label: "Tõug", at: "RIGHT" } as const

  const told = (more: object): ReadonlyArray<string> => {
    assert.isDefined(sound)
    return LayoutFaults.of(Object.assign({ ...sound }, more))
  }

  it.each([
    ["a member that no insurance has", { fields: [{ ...text, target: "breed" }] }, "breed: a vehicleInsurance"],
    ["a member that a part has not", { fields: [{ ...text, target: "holder.town" }] }, "holder.town: a holder"],
    ["a part of what has none", { fields: [{ ...text, target: "brand.name" }] }, "brand.name: a brand"],
    [
      "a constant that no insurance has",
      { constants: [{ target: "country", value: "ee" }] },
      "country: a vehicleInsurance"
    ]
  ])("with %s is refused", (_, more, words) => {
    assert.deepStrictEqual(told(more), [`${words} has no such member`])
  })

  it.each([
    [
      "a value that a member cannot have",
      { constants: [{ target: "premium.period", value: "YEER" }] },
      'premium.period: "YEER" is no value that it can have'
    ],
    [
      "a pattern that is no regular expression",
      { fields: [{ ...text, target: "brand", pattern: "(" }] },
      "fields.0.pattern: Expected a regular expression"
    ]
  ])("with %s is refused", (_, more, fault) => {
    assert.deepStrictEqual(told(more), [fault])
  })

  it("that looks under what is none of its headings is refused", () => {
    const fields = [{ ...text, target: "brand", under: "Looom" }]
    const rows = [{ under: "Loomad", target: "deductibles" }]
    assert.deepStrictEqual(told({ fields, rows }), [
      'brand: "Looom" is none of the headings',
      'deductibles: "Loomad" is none of the headings'
    ])
  })

  it("of a type that there is none of is refused", () => {
    assert.deepStrictEqual(told({ insuranceType: "petInsurance", rows: [] }), [
      'insuranceType: "petInsurance" is none of vehicleInsurance, houseContentInsurance, animalInsurance, personInsurance'
    ])
  })
})

describe("the layouts", () => {
  it("have each a name of their own", () => {
    const ids = layouts.map(({ id }) => id)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("are found by their company", () => {
    assert.deepStrictEqual(
      layoutsOf("fr-rivage").map(({ id }) => id),
      ["fr-rivage/home-policy", "fr-rivage/motor-statement"]
    )
    assert.isEmpty(layoutsOf("se-nordhem"))
  })
})
