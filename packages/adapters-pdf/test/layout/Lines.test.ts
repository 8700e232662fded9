/** Tests how positioned text is joined into lines. */
import { assert, describe, it } from "@effect/vitest"
import { linesOf } from "../../src/reader/Lines.ts"
import type { TextRun } from "../../src/layout/PositionedText.ts"

/** A run in a 10-point font, with letters 5 points wide. */
const run = (text: string, x: number, y: number): TextRun => ({ text, x, y, width: 5 * text.length, height: 10 })

const cellsOf = (runs: ReadonlyArray<TextRun>) => linesOf(1, runs).map(({ cells }) => cells.map(({ text }) => text))

describe("the lines of a page", () => {
  it("run from top to bottom and left to right, for any order in the file", () => {
    const runs = [run("below", 50, 120), run("right", 200, 100), run("left", 50, 100)]
    assert.deepStrictEqual(cellsOf(runs), [["left", "right"], ["below"]])
  })

  it("join adjacent letters and words, and separate cells of a table", () => {
    const letters = [..."Nimi"].map((letter, index) => run(letter, 50 + 5 * index, 100))
    assert.deepStrictEqual(cellsOf([...letters, run("Kadri", 200, 100), run("Mägi", 228, 100)]), [
      ["Nimi", "Kadri Mägi"]
    ])
  })

  it("include raised letters", () => {
    assert.deepStrictEqual(cellsOf([run("86 m", 50, 100), { ...run("2", 70, 97), height: 6 }]), [["86 m2"]])
  })

  it("count text once if it is printed twice to look bold", () => {
    const bold = [run("RK-1", 50, 100), run("RK-1", 50.4, 100), run("RK-1", 50.4, 100.4)]
    assert.deepStrictEqual(cellsOf([...bold, run("RK-1", 200, 100)]), [["RK-1", "RK-1"]])
    const narrow = [..."ll"].map((letter, index) => ({ ...run(letter, 50 + 2.2 * index, 100), width: 2.2 }))
    assert.deepStrictEqual(cellsOf(narrow), [["ll"]])
  })

  it("omit white space of any width", () => {
    assert.deepStrictEqual(cellsOf([run("  ", 0, 90), run("a", 50, 100), run(" ", 60, 100), run("b", 300, 100)]), [
      ["a", "b"]
    ])
  })

  it("omit invisible characters", () => {
    const unseen = [run("\u200b", 0, 90), run("RK-\u00ad2026\u200b", 50, 100)]
    assert.deepStrictEqual(cellsOf(unseen), [["RK-2026"]])
  })

  it("normalize spaces and combining marks", () => {
    assert.deepStrictEqual(cellsOf([run("1\u202f148  €", 50, 100), run("e\u0301", 50, 120)]), [["1 148 €"], ["é"]])
  })
})
