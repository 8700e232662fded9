/** Tests the shipped layouts, and the faults for which a layout is rejected. */
import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import { LayoutDiagnostics, layoutsOf, shippedLayouts as layouts } from "../../src/index.ts"

describe.each(layouts)("the layout $id", (layout) => {
  it("has no faults", () => {
    assert.deepStrictEqual(LayoutDiagnostics.parse(layout), Result.succeed(layout))
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
    [
      "a member that is read twice",
      {
        constants: [],
        fields: [field({ target: "brand" }), field({ target: "brand" })].flatMap(({ fields }) => fields)
      },
      "brand: is read twice"
    ],
    [
      "another company's id",
      { id: "ee-other/motor-policy" },
      "id: expected ee-rannakindlustus/ and the kind of document"
    ],
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
    const found = LayoutDiagnostics.parse({ ...sound, ...more })
    assert.deepStrictEqual(found, Result.fail([fault]))
  })

  it.each([
    ["nothing", null],
    ["a text", "layout"],
    ["a list", []],
    ["an empty object", {}],
    ["a field that is no object", { ...layouts[0], fields: [null] }],
    ["an unknown member", { ...layouts[0], script: "" }]
  ])("that is %s is rejected", (_, value) => {
    assert.isTrue(Result.isFailure(LayoutDiagnostics.parse(value)))
  })

  it.each(["(a+)+b", "(?:\\w+ ?)+", "(a|a)*", "(?<x>a?){30}", "((a{2,5}))+", "^(.*)*$"])(
    "whose pattern %s can explode is rejected",
    (pattern) => {
      const [sound] = layouts
      const fields = [{ ...text, target: "brand", pattern }]
      const found = LayoutDiagnostics.parse({ ...sound, fields })
      assert.include(
        String(Option.getOrThrow(Result.getFailure(found))),
        "fields.0.pattern: Expected a regular expression that takes"
      )
    }
  )

  it.each([
    "^(.+), \\d{5} ",
    "(?:\\d{3} )*(\\d+)",
    "(?:(?:Mme|Mlle) )?(.+)$",
    "[(+*]+(a)",
    "\\(+(a)",
    "(a+?)b",
    "(?<=a)(b+)"
  ])("whose pattern is %s has no faults", (pattern) => {
    const [sound] = layouts
    const fields = [{ ...text, target: "brand", pattern }]
    assert.isTrue(Result.isSuccess(LayoutDiagnostics.parse({ ...sound, constants: [], rows: [], fields })))
  })
})

describe("the layouts", () => {
  it("have unique ids", () => {
    const ids = layouts.map(({ id }) => id)
    assert.deepStrictEqual([...new Set(ids)], ids)
  })

  it("are found by their company", () => {
    assert.deepStrictEqual(
      layoutsOf("fr-rivage", layouts).map(({ id }) => id),
      ["fr-rivage/home-policy", "fr-rivage/motor-statement"]
    )
    assert.isEmpty(layoutsOf("se-nordhem", layouts))
  })
})
