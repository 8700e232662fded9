/** What whoever writes a layout is told of a field that has no value. */
import { assert, describe, it } from "@effect/vitest"
import { FieldFault } from "../../src/index.ts"
import type { Field } from "../../src/layout/Layout.ts"
import { layoutWith, read } from "../Drawn.ts"

type Row = readonly [what: string, field: Partial<Field>, lines: ReadonlyArray<string>, words: string]

const model = { target: "model", kind: { type: "text" }, label: "Model", at: "RIGHT" } as const
const day: Partial<Field> = { kind: { type: "date" } }
const home: Partial<Field> = { kind: { type: "choice", of: { Appartement: "condo", Maison: "villa" } } }

const table: ReadonlyArray<Row> = [
  ["no heading", { under: "Car" }, ["Model   Clio"], 'missing, the heading "Car" was not found'],
  ["no label", {}, ["Brand   Renault"], 'missing, the label "Model" was not found'],
  ["none of the labels", { label: ["Type", "Model"] }, [], 'missing, the label "Type" or "Model" was not found'],
  [
    "the label under another heading",
    { under: "Car" },
    ["Car", "Driver", "Model   Clio"],
    'missing, the label "Model" was not found under "Car"'
  ],
  ["a label by itself", {}, ["Model"], 'missing, nothing stands right of the label "Model"'],
  ["a label with a dash", {}, ["Model   —"], 'missing, nothing stands right of the label "Model"'],
  ["a label with nothing under it", { at: "BELOW" }, ["Model"], 'missing, nothing stands below the label "Model"'],
  [
    "a line with nothing in it",
    { at: "SAME_LINE", pattern: ": (.*)$" },
    ["Model: -"],
    'missing, nothing stands in the line of the label "Model"'
  ],
  ["another form", { pattern: "^\\d+$" }, ["Model   Clio"], 'missing, "Clio" does not match /^\\d+$/u'],
  ["no day", day, ["Model   soon"], 'unreadable, "soon" is no date'],
  ["no sum", { kind: { type: "money" } }, ["Model   12 livres"], 'unreadable, "12 livres" is no sum of money'],
  ["no number", { kind: { type: "number" } }, ["Model   two"], 'unreadable, "two" is no number'],
  ["no whole number", { kind: { type: "integer" } }, ["Model   1,5"], 'unreadable, "1,5" is no whole number'],
  [
    "no registration number",
    { kind: { type: "registrationNumber" } },
    ["Model   1"],
    'unreadable, "1" is no registration number'
  ],
  ["another word", home, ["Model   Villa"], 'unreadable, "Villa" is none of Appartement, Maison'],
  [
    "two values",
    { ...day, required: true },
    ["Model   01/03/2026", "Model   02/03/2026"],
    'ambiguous, "01/03/2026" stands there, and another value too'
  ]
]

describe("of a field whose document has", () => {
  it.each(table)("%s, it is told so", (_, more, lines, words) => {
    // The table varies all of a field but its target.
    const field: Field = { ...model, ...more }
    const layout = layoutWith([{ ...field, target: "model" }])
    const [reading] = read(layout, ...lines).fields
    assert.isDefined(reading)
    assert.strictEqual(FieldFault.wordsOf(field, reading), words)
  })

  it("too many words, it is told so, without all of them", () => {
    const [reading] = read(layoutWith([model]), `Model   ${"a".repeat(301)}`).fields
    assert.isDefined(reading)
    assert.match(FieldFault.wordsOf(model, reading) ?? "", /^unreadable, "a{300}" is longer than 300 letters$/u)
  })

  it("its value, nothing is told", () => {
    const [reading] = read(layoutWith([model]), "Model   Clio").fields
    assert.isDefined(reading)
    assert.isUndefined(FieldFault.wordsOf(model, reading))
  })
})
