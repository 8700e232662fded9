/** The registered layouts, and the faults for which a layout is rejected. */
import { assert, describe, it } from "@effect/vitest"
import { LayoutDiagnostics, layouts, layoutsOf } from "../../src/index.ts"

describe.each(layouts)("the layout $id", (layout) => {
  it("has an id that starts with its company", () => {
    assert.isTrue(layout.id.startsWith(`${layout.company}/`))
  })

  it("reads each member once", () => {
    const targets = [...layout.fields, ...layout.constants].map(({ target }) => target)
    assert.deepStrictEqual([...new Set(targets)], targets)
  })

  it("has no faults", () => {
    assert.deepStrictEqual(LayoutDiagnostics.describeFaults(layout), [])
  })

  it("requires the members that identify an insurance", () => {
    const required = layout.fields.filter((field) => field.required).map(({ target }) => target)
    assert.includeMembers(required, ["insuranceNumber", "startDate", "holder.name"])
  })
})

describe("a faulty layout", () => {
  const text = { kind: { type: "text" }, label: "Tõug", at: "RIGHT" } as const
  const field = (more: object) => ({ fields: [{ ...text, ...more }] })
  const constant = (target: string, value: string) => ({ constants: [{ target, value }] })
  const vehicle = "unknown member of a vehicleInsurance"

  it.each([
    ["an unknown member", field({ target: "breed" }), `breed: ${vehicle}`],
    ["an unknown member of a part", field({ target: "holder.town" }), "holder.town: unknown member of a holder"],
    ["a part of a text", field({ target: "brand.name" }), "brand.name: unknown member of a brand"],
    ["an unknown constant", constant("country", "ee"), `country: ${vehicle}`],
    [
      "an impossible constant",
      constant("premium.period", "YEER"),
      'premium.period: "YEER" is not a value of this member'
    ],
    ["an invalid pattern", field({ target: "brand", pattern: "(" }), "fields.0.pattern: Expected a regular expression"],
    ["an unknown heading", field({ target: "brand", under: "Looom" }), 'brand: "Looom" is not one of the headings'],
    [
      "rows under an unknown heading",
      { rows: [{ under: "Loomad", target: "deductibles" }] },
      'deductibles: "Loomad" is not one of the headings'
    ],
    [
      "an unknown insurance type",
      { insuranceType: "petInsurance" },
      'insuranceType: "petInsurance" is not one of vehicleInsurance, houseContentInsurance, animalInsurance, personInsurance, generalInsurance'
    ]
  ])("with %s is rejected", (_, more, fault) => {
    const [sound] = layouts
    assert.isDefined(sound)
    assert.deepStrictEqual(LayoutDiagnostics.describeFaults(Object.assign({ ...sound }, more)), [fault])
  })
})

describe("the layouts", () => {
  it("have unique ids", () => {
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
