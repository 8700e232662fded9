/** Layouts and documents for tests of the interpreter. */
import { interpret } from "../src/layout/Interpreter.ts"
import type { Layout } from "../src/layout/Layout.ts"
import { caseFoldLines } from "../src/layout/Sections.ts"
import { linesOf } from "../src/reader/Lines.ts"
import type { TextLine } from "../src/layout/PositionedText.ts"

export const layoutWith = (fields: Layout["fields"], more: Partial<Layout> = {}): Layout => ({
  id: "fr-rivage/test",
  company: "fr-rivage",
  title: "A test",
  recognisedBy: ["Policy"],
  headings: ["Car", "Driver"],
  writing: "french",
  insuranceType: "vehicleInsurance",
  fields,
  constants: [],
  rows: [],
  ...more
})

/**
 * Turns strings that imitate a page into lines. Two or more spaces separate cells, and each letter is five points wide.
 */
const drawn = (...texts: ReadonlyArray<string>): ReadonlyArray<TextLine> =>
  texts.flatMap((text, index) =>
    linesOf(
      1,
      Array.from(text.matchAll(/\S+(?: \S+)*/gu), ({ 0: words, index: column }) => ({
        text: words,
        x: 5 * column,
        y: 14 * index,
        width: 5 * words.length,
        height: 8
      }))
    )
  )

export const read = (layout: Layout, ...texts: ReadonlyArray<string>) =>
  interpret(layout, caseFoldLines(drawn(...texts)))
