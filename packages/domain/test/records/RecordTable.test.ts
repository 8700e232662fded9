/** The table of records: its columns, and cells that no spreadsheet evaluates as formulas. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import type { SchemaAST } from "effect"
import { InsuranceRecord } from "../../src/records/insurance/InsuranceRecord.ts"
import { columnsOf, toCsv } from "../../src/records/RecordTable.ts"
import { WealthRecord } from "../../src/records/wealth/WealthRecord.ts"
import released from "./releasedColumns.json" with { type: "json" }

const parse = (csv: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === "" && plain === "" && quoted === undefined) break
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'))
    if (end === "\r\n") rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}

const pathsIn = (ast: SchemaAST.AST, path = ""): ReadonlyArray<string> => {
  if (ast._tag === "Objects" && ast.indexSignatures.length === 0) {
    return ast.propertySignatures.flatMap(({ name, type }) => pathsIn(type, `${path}.${String(name)}`))
  }
  if (ast._tag === "Union" && ast.types.some(({ _tag }) => _tag === "Objects")) {
    return ast.types.flatMap((type) => pathsIn(type, path))
  }
  return ast._tag === "Never" || ast._tag === "Objects" ? [] : [path.slice(1)]
}

describe("The table", () => {
  it("has a column for every member", () => {
    for (const [kind, schema] of [
      ["insurance", InsuranceRecord],
      ["wealth", WealthRecord]
    ] as const) {
      const members = pathsIn(schema.ast).filter((path) => path !== "idStable")
      assert.sameMembers([...new Set(members)], [...columnsOf[kind]])
    }
  })

  it("keeps the order of released columns, so that new ones come last", () => {
    for (const kind of ["insurance", "wealth"] as const) {
      assert.deepStrictEqual(columnsOf[kind].slice(0, released[kind].length), released[kind])
    }
  })

  it("neutralizes formulas, quotes texts, and keeps numbers and unknown values", () => {
    const texts = ["=1+1", "+46 8", "-2", "@home", "\ttab", "\rreturn", 'a "b", c', "two\nlines", "Å"]
    const inside = [
      "Foo;=1+1",
      "Foo; @home",
      'Foo;"=1+1"',
      "Foo\n\n+46",
      "Foo\t-2",
      " =1+1",
      "＝1+1;－2",
      "a-b = c+d; 5"
    ]
    const csv = toCsv(
      "insurance",
      [...texts, ...inside].map((insuranceName) => ({
        id: "1",
        insurance: { insuranceName, premium: { amount: { amount: -5.5, currency: "SEK" } } },
        coverages: [{ name: "=Fire", included: true, limit: { amount: { amount: 10, currency: "SEK" } } }]
      }))
    )
    const [header = [], ...rows] = parse(csv)
    const cell = (row: ReadonlyArray<string>, column: string) => row[header.indexOf(column)]
    assert.deepStrictEqual(
      rows.map((row) => cell(row, "insurance.insuranceName")),
      [
        "'=1+1",
        "'+46 8",
        "'-2",
        "'@home",
        "'\ttab",
        "'\rreturn",
        'a "b", c',
        "two\nlines",
        "Å",

        "Foo;'=1+1",
        "Foo; '@home",
        `Foo;"'=1+1"`,
        "Foo\n\n'+46",
        "Foo\t'-2",
        " '=1+1",
        "'＝1+1;'－2",
        "a-b = c+d; 5"
      ]
    )
    const [first = []] = rows
    assert.strictEqual(cell(first, "insurance.premium.amount.amount"), "-5.5")
    assert.strictEqual(cell(first, "insurance.market"), "")
    assert.strictEqual(cell(first, "coverages"), "name: =Fire, included: true, limit: 10 SEK")
  })

  it.effect("has one row with all columns for any record, and no cell that begins a formula", () =>
    Effect.gen(function* () {
      for (const [kind, schema] of [
        ["insurance", Schema.Array(InsuranceRecord)],
        ["wealth", Schema.Array(WealthRecord)]
      ] as const) {
        for (const records of yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), {
          count: 100
        })) {
          const list = Array.isArray(records) ? records : []
          const rows = parse(toCsv(kind, list))
          assert.lengthOf(rows, list.length + 1)
          for (const row of rows) {
            assert.lengthOf(row, columnsOf[kind].length)
            for (const cell of row) {
              assert.notMatch(cell, /^[\t\r\n]|(?:^|[;\t\r\n])[\s"]*(?:[=+@＝＋－＠]|-(?!\d|Infinity))/u)
            }
          }
        }
      }
    })
  )
})
