/** Tests which text each kind of field accepts as a value. */
import { assert, describe, it } from "@effect/vitest"
import type { FieldKind } from "../../src/layout/Layout.ts"
import { parse } from "../../src/layout/Values.ts"
import type { FieldValue } from "../../src/layout/Values.ts"
import { estonianFormat, frenchFormat } from "../../src/layout/MarketFormat.ts"
import type { MarketFormat } from "../../src/layout/MarketFormat.ts"

type Row = readonly [text: string, writing: MarketFormat, value: FieldValue | undefined]

const eur = (amount: number) => ({ amount, currency: "EUR" })

const table: ReadonlyArray<readonly [FieldKind, ReadonlyArray<Row>]> = [
  [
    { type: "money" },
    [
      ["1 148,40 €", estonianFormat, eur(1148.4)],
      ["1 148,40 EUR", estonianFormat, eur(1148.4)],
      ["€ 12", estonianFormat, eur(12)],
      ["612 €", estonianFormat, eur(612)],
      ["-5,00 €", estonianFormat, eur(-5)],
      ["1.287,36 €", frenchFormat, eur(1287.36)],
      ["24 500 euros", frenchFormat, eur(24_500)],
      ["1.148,40 €", estonianFormat, undefined],
      ["1148.40 €", frenchFormat, undefined],
      ["12 34,00 €", frenchFormat, undefined],
      ["0 640 €", frenchFormat, undefined],
      ["0640 640 €", frenchFormat, undefined],
      ["1 000 000 €", frenchFormat, eur(1_000_000)],
      ["-1 148,40 €", estonianFormat, eur(-1148.4)],
      ["0,64 €", frenchFormat, eur(0.64)],
      ["12,5 €", frenchFormat, eur(12.5)],
      ["12,345 €", frenchFormat, undefined],
      ["1,2,3 €", frenchFormat, undefined],
      ["12 $", frenchFormat, undefined],
      ["12", frenchFormat, undefined],
      ["€", frenchFormat, undefined],
      ["gratuit €", frenchFormat, undefined]
    ]
  ],
  [
    { type: "date" },
    [
      ["17.09.1987", estonianFormat, "1987-09-17"],
      ["1.2.2026", estonianFormat, "2026-02-01"],
      ["2. mai 1979", estonianFormat, "1979-05-02"],
      ["17.09.1987.", estonianFormat, "1987-09-17"],
      ["17.09.1987. a", estonianFormat, "1987-09-17"],
      ["17.09.1987 a.", estonianFormat, "1987-09-17"],
      ["2. mai 1979. a.", estonianFormat, "1979-05-02"],
      ["17.09.1987 b", estonianFormat, undefined],
      ["17.09.", estonianFormat, undefined],
      ["01/03/2026.", frenchFormat, undefined],
      ["01/03/2026", frenchFormat, "2026-03-01"],
      ["1er mars 2026", frenchFormat, "2026-03-01"],
      ["15 AOÛT 2025", frenchFormat, "2025-08-15"],
      ["29/02/2024", frenchFormat, "2024-02-29"],
      ["29/02/2025", frenchFormat, undefined],
      ["31/04/2025", frenchFormat, undefined],
      ["00/01/2025", frenchFormat, undefined],
      ["01/13/2025", frenchFormat, undefined],
      ["01/03/26", frenchFormat, undefined],
      ["0001/0003/2026", frenchFormat, undefined],
      ["2026/03/01", frenchFormat, undefined],
      ["01.03.2026", frenchFormat, undefined],
      ["15 march 2025", frenchFormat, undefined],
      ["hier", frenchFormat, undefined]
    ]
  ],
  [
    { type: "integer", unit: "km" },
    [
      ["20 000 km", estonianFormat, 20_000],
      ["20 000", estonianFormat, 20_000],
      ["0", estonianFormat, 0],
      ["1,5 km", estonianFormat, undefined],
      ["9".repeat(16), estonianFormat, undefined],
      ["20 000 miles", estonianFormat, undefined]
    ]
  ],
  [
    { type: "number", unit: "m²" },
    [
      ["86,5 m²", frenchFormat, 86.5],
      ["12 m²", frenchFormat, 12],
      ["0,64", frenchFormat, 0.64],
      ["0,645", frenchFormat, 0.645],
      ["86.5 m²", frenchFormat, undefined],
      ["NaN", frenchFormat, undefined],
      ["1e5", frenchFormat, undefined]
    ]
  ],
  [
    { type: "registrationNumber" },
    [
      ["482 KMT", estonianFormat, "482 KMT"],
      ["482kmt", estonianFormat, "482KMT"],
      ["AB-123-CD", frenchFormat, "AB-123-CD"],
      ["FK 482 MT", frenchFormat, "FK 482 MT"],
      ["FK482MT", frenchFormat, "FK482MT"],
      ["FK-482 MT", frenchFormat, undefined],
      ["1234 AB 56", frenchFormat, "1234 AB 56"],
      ["AB-123-CD", estonianFormat, undefined],
      ["482 KMT", frenchFormat, undefined]
    ]
  ],
  [
    { type: "choice", of: { Mensuel: 12, "Privé - trajet": false } },
    [
      ["mensuel", frenchFormat, 12],
      ["PRIVÉ - TRAJET", frenchFormat, false],
      ["hebdomadaire", frenchFormat, undefined],
      ["toString", frenchFormat, undefined]
    ]
  ],
  [
    { type: "text" },
    [
      ["Kadri Mägi", estonianFormat, "Kadri Mägi"],
      ["a".repeat(300), estonianFormat, "a".repeat(300)],
      ["a".repeat(301), estonianFormat, undefined]
    ]
  ]
]

describe.each(table)("a value of the kind %o", (kind, rows) => {
  it.each(rows)("is parsed from %s", (text, writing, value) => {
    assert.deepStrictEqual(parse(text, kind, writing), value)
  })
})
