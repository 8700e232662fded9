/** Tests the messages about fields that a document lacks or repeats. */
import { assert, describe, it } from "@effect/vitest"
import { FieldDiagnostics } from "../../src/index.ts"
import type { Field } from "../../src/layout/Layout.ts"
import { layoutWith, read } from "../LayoutSamples.ts"

type Row = readonly [what: string, field: Partial<Field>, lines: ReadonlyArray<string>, words: string | undefined]

const model = { target: "model", kind: { type: "text" }, label: "Model", at: "RIGHT" } as const
const day: Partial<Field> = { kind: { type: "date" } }
const home: Partial<Field> = { kind: { type: "choice", of: { Appartement: "condo", Maison: "villa" } } }
const under: Partial<Field> = { under: "Car" }
const line: Partial<Field> = { at: "SAME_LINE", pattern: ": (.*)$" }
const [money, number, integer] = (["money", "number", "integer"] as const).map((type) => ({ kind: { type } }))
const registration: Partial<Field> = { kind: { type: "registrationNumber" } }
const required: Partial<Field> = { ...day, required: true }
const long = "a".repeat(300)

const table: ReadonlyArray<Row> = [
  ["its value", {}, ["Model   Clio"], undefined],
  ["no heading", under, ["Model   Clio"], 'missing, heading "Car" not found'],
  ["no label", {}, ["Brand   Renault"], 'missing, label "Model" not found'],
  ["none of several labels", { label: ["Type", "Model"] }, [], 'missing, label "Type" or "Model" not found'],
  [
    "the label under another heading",
    under,
    ["Car", "Driver", "Model   Clio"],
    'missing, label "Model" not found under "Car"'
  ],
  ["a label by itself", {}, ["Model"], 'missing, no value right of label "Model"'],
  ["a label with a dash", {}, ["Model   —"], 'missing, no value right of label "Model"'],
  ["a label with nothing below it", { at: "BELOW" }, ["Model"], 'missing, no value below label "Model"'],
  ["a line with nothing in it", line, ["Model: -"], 'missing, no value on the line of label "Model"'],
  ["text of another form", { pattern: "^\\d+$" }, ["Model   Clio"], 'missing, "Clio" does not match /^\\d+$/u'],
  ["text for a date", day, ["Model   soon"], 'unreadable, "soon" is not a date'],
  ["another currency", { ...money }, ["Model   12 livres"], 'unreadable, "12 livres" is not an amount of money'],
  ["text for a number", { ...number }, ["Model   two"], 'unreadable, "two" is not a number'],
  ["a fraction for an integer", { ...integer }, ["Model   1,5"], 'unreadable, "1,5" is not an integer'],
  ["a wrong registration", registration, ["Model   1"], 'unreadable, "1" is not a registration number'],
  ["an unknown choice", home, ["Model   Villa"], 'unreadable, "Villa" is not one of Appartement, Maison'],
  ["too long a text", {}, [`Model   ${long}a`], `unreadable, "${long}" is longer than 300 characters`],
  [
    "two values",
    required,
    ["Model   01/03/2026", "Model   02/03/2026"],
    'ambiguous, found "01/03/2026" and another value'
  ]
]

describe("a field's fault", () => {
  it.each(table)("describes a document with %s", (_, more, lines, words) => {
    // The test cases vary every part of a field except its target.
    const field: Field = { ...model, ...more }
    const [reading] = read(layoutWith([{ ...field, target: "model" }]), ...lines).fields
    assert.isDefined(reading)
    assert.strictEqual(FieldDiagnostics.describe(field, reading), words)
  })
})
