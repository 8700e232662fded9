/** Tests which values a layout finds in a document's lines. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { interpret } from "../../src/layout/Interpreter.ts"
import type { Field } from "../../src/layout/Layout.ts"
import { caseFoldLines } from "../../src/layout/Sections.ts"
import { shippedLayouts as layouts } from "../../src/layouts/Layouts.ts"
import { linesOf } from "../../src/reader/Lines.ts"
import { LayoutReading } from "../../src/layout/ReaderResponse.ts"
import { layoutWith, read } from "../LayoutSamples.ts"

const text = { target: "model", kind: { type: "text" }, label: "Model", at: "RIGHT" } as const

type Row = readonly [what: string, field: Partial<Field>, lines: ReadonlyArray<string>, found: string | undefined]

const places: ReadonlyArray<Row> = [
  ["right of its label", {}, ["Model   Clio"], "Clio"],
  ["in the next cell only", {}, ["Model   Clio   Zoe"], "Clio"],
  ["after a colon", {}, ["Model: Clio"], "Clio"],
  ["after a colon that has a space before it", {}, ["Model : Clio"], "Clio"],
  ["in the cell after a colon", {}, ["Model :   Clio"], "Clio"],
  ["in another column of the line", {}, ["Brand   Renault   Model   Clio"], "Clio"],
  ["in any letter case of the label", {}, ["MODEL   Clio"], "Clio"],
  ["by any of its labels", { label: ["Type", "Model"] }, ["Model   Clio"], "Clio"],
  ["by a label with another sign for its number", { label: "N° de contrat" }, ["Nº de contrat   RVA"], "RVA"],
  ["by a label with one sign for its number", { label: "N° de contrat" }, ["№ de contrat   RVA"], "RVA"],
  ["by a label with invisible characters", {}, ["Mo\u00addel\u200b   Clio"], "Clio"],
  ["by a label with a spacing accent for an apostrophe", { label: "Date d'effet" }, ["Date d´effet   Clio"], "Clio"],
  ["by a label with another apostrophe", { label: "Date d'effet" }, ["Date d’effet   Clio"], "Clio"],
  ["nowhere, if the label is only part of the text", {}, ["Model year   2020"], undefined],
  ["below its label", { at: "BELOW" }, ["Brand    Model", "Renault  Clio"], "Clio"],
  ["below, across an empty line", { at: "BELOW" }, ["Model", "", "Clio"], "Clio"],
  ["not far below", { at: "BELOW" }, ["Model", "", "", "", "", "Clio"], undefined],
  ["not below another column", { at: "BELOW" }, ["Brand    Model", "Renault"], undefined],
  [
    "on the same line, by its pattern",
    { at: "SAME_LINE", pattern: "the (\\S+) that" },
    ["Model: the Clio that"],
    "Clio"
  ],
  ["in part, by its pattern", { pattern: "^(\\S+)," }, ["Model   Clio, 2020"], "Clio"],
  ["under its heading", { under: "Driver" }, ["Car", "Model   Clio", "Driver", "Model   Zoe"], "Zoe"],
  ["up to the next heading", { under: "Car" }, ["Car", "Driver", "Model   Zoe"], undefined],
  ["at its first of two places", {}, ["Model   Clio", "Model   Zoe"], "Clio"]
]

describe("a value is found", () => {
  it.each(places)("%s", (_, field, lines, found) => {
    const [reading] = read(layoutWith([{ ...text, ...field, target: "model", kind: text.kind }]), ...lines).fields
    assert.strictEqual(reading?.value, found)
    assert.strictEqual(reading?.fault === undefined, found !== undefined)
  })
})

describe("a reading", () => {
  const start = { target: "startDate", kind: { type: "date" }, label: "Start", at: "RIGHT" } as const

  it("lists the required texts that the document lacks", () => {
    const layout = layoutWith([], { recognisedBy: ["Policy", "Rivage"] })
    assert.deepStrictEqual(read(layout, "The policy of somebody").absent, ["Rivage"])
  })

  it("limits the length of names and texts", () => {
    const layout = layoutWith([start], { rows: [{ under: "Car", target: "deductibles" }] })
    const long = "a".repeat(301)
    const { fields, record } = read(layout, `Start   ${long}`, "Car", `${long}   150 €`, "Vol   150 €")
    assert.deepStrictEqual(fields[0]?.text, "a".repeat(300))
    assert.lengthOf(Array.isArray(record.deductibles) ? record.deductibles : [], 1)
  })

  it("reports a required field that occurs with two values", () => {
    const layout = layoutWith([{ ...start, required: true }])
    const [twice] = read(layout, "Start   01/03/2026", "Start   02/03/2026").fields
    assert.strictEqual(twice?.fault, "AMBIGUOUS")
    const [repeated] = read(layout, "Start   01/03/2026", "Start   1er mars 2026").fields
    assert.strictEqual(repeated?.fault, undefined)
  })

  it("has constants, but the constants within a part only if the part exists", () => {
    const premium = { target: "premium.amount", kind: { type: "money" }, label: "Premium", at: "RIGHT" } as const
    const constants = [
      { target: "market", value: "fr" },
      { target: "premium.period", value: "YEAR" }
    ] as const
    const layout = layoutWith([premium], { constants })
    const known = { insuranceType: "vehicleInsurance", market: "fr" }
    assert.deepStrictEqual(read(layout, "Premium   12 €").record, {
      id: "1",
      insurance: { ...known, premium: { amount: { amount: 12, currency: "EUR" }, period: "YEAR" } }
    })
    assert.deepStrictEqual(read(layout, "Nothing").record, { id: "1", insurance: known })
  })

  it("has the rows that end in an amount or in the word for yes", () => {
    const layout = layoutWith([], {
      rows: [
        { under: "Car", target: "deductibles" },
        { under: "Driver", target: "addons", yes: ["Oui"] }
      ]
    })
    const lines = ["Car", "Dégâts des eaux   150 €", "Vol   gratuit", "Driver", "Vol   Oui", "Feu   Non"]
    const { addons, deductibles } = read(layout, ...lines).record
    assert.deepStrictEqual(addons, [{ addOnId: "vol", addOnName: "Vol" }])
    assert.deepStrictEqual(deductibles, [
      {
        deductibleId: "degats-des-eaux",
        deductibleName: "Dégâts des eaux",
        deductibleAmount: { amount: 150, currency: "EUR" }
      }
    ])
  })
})

const decode = Schema.decodeSync(Schema.fromJsonString(LayoutReading))

const words = layouts.flatMap(({ fields, headings, recognisedBy }) => [
  ...recognisedBy,
  ...headings,
  ...fields.flatMap(({ label }) => label)
])

const AnyRun = Schema.Struct({
  text: Schema.Union([Schema.String, Schema.Literals(words), Schema.Literals(["Oui", "12 €", "01/03/2026", ":", "-"])]),
  x: Schema.Int.check(Schema.isBetween({ minimum: -100, maximum: 700 })),
  y: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
  width: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 })),
  height: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
})

describe("any document", () => {
  it.prop("has a reading by each layout, and the readings survive JSON", [Schema.Array(AnyRun)], ([runs]) => {
    const lines = caseFoldLines(linesOf(1, runs))
    for (const layout of layouts) {
      const reading = interpret(layout, lines)
      assert.strictEqual(reading.fields.length, layout.fields.length)
      assert.deepStrictEqual(decode(JSON.stringify(reading)), reading)
    }
  })
})
