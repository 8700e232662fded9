/** The numbers, dates and texts that each kind of value accepts. */
import { assert, describe, it } from "@effect/vitest"
import type { FieldKind } from "../../src/layout/Layout.ts"
import { parse } from "../../src/layout/Values.ts"
import type { Value } from "../../src/layout/Values.ts"
import { estonian, french } from "../../src/layout/MarketFormat.ts"
import type { MarketFormat } from "../../src/layout/MarketFormat.ts"

type Row = readonly [text: string, writing: MarketFormat, value: Value | undefined]

const eur = (amount: number) => ({ amount, currency: "EUR" })

const table: ReadonlyArray<readonly [FieldKind, ReadonlyArray<Row>]> = [
  [
    { type: "money" },
    [
      ["1 148,40 €", estonian, eur(1148.4)],
      ["1 148,40 EUR", estonian, eur(1148.4)],
      ["€ 12", estonian, eur(12)],
      ["612 €", estonian, eur(612)],
      ["-5,00 €", estonian, eur(-5)],
      ["1.287,36 €", french, eur(1287.36)],
      ["24 500 euros", french, eur(24_500)],
      ["1.148,40 €", estonian, undefined],
      ["1148.40 €", french, undefined],
      ["12 34,00 €", french, undefined],
      ["0 640 €", french, undefined],
      ["0640 640 €", french, undefined],
      ["1 000 000 €", french, eur(1_000_000)],
      ["-1 148,40 €", estonian, eur(-1148.4)],
      ["0,64 €", french, eur(0.64)],
      ["12,5 €", french, eur(12.5)],
      ["12,345 €", french, undefined],
      ["1,2,3 €", french, undefined],
      ["12 $", french, undefined],
      ["12", french, undefined],
      ["€", french, undefined],
      ["gratuit €", french, undefined]
    ]
  ],
  [
    { type: "date" },
    [
      ["17.09.1987", estonian, "1987-09-17"],
      ["1.2.2026", estonian, "2026-02-01"],
      ["2. mai 1979", estonian, "1979-05-02"],
      ["17.09.1987.", estonian, "1987-09-17"],
      ["17.09.1987. a", estonian, "1987-09-17"],
      ["17.09.1987 a.", estonian, "1987-09-17"],
      ["2. mai 1979. a.", estonian, "1979-05-02"],
      ["17.09.1987 b", estonian, undefined],
      ["17.09.", estonian, undefined],
      ["01/03/2026.", french, undefined],
      ["01/03/2026", french, "2026-03-01"],
      ["1er mars 2026", french, "2026-03-01"],
      ["15 AOÛT 2025", french, "2025-08-15"],
      ["29/02/2024", french, "2024-02-29"],
      ["29/02/2025", french, undefined],
      ["31/04/2025", french, undefined],
      ["00/01/2025", french, undefined],
      ["01/13/2025", french, undefined],
      ["01/03/26", french, undefined],
      ["0001/0003/2026", french, undefined],
      ["2026/03/01", french, undefined],
      ["01.03.2026", french, undefined],
      ["15 march 2025", french, undefined],
      ["hier", french, undefined]
    ]
  ],
  [
    { type: "integer", unit: "km" },
    [
      ["20 000 km", estonian, 20_000],
      ["20 000", estonian, 20_000],
      ["0", estonian, 0],
      ["1,5 km", estonian, undefined],
      ["9".repeat(16), estonian, undefined],
      ["20 000 miles", estonian, undefined]
    ]
  ],
  [
    { type: "number", unit: "m²" },
    [
      ["86,5 m²", french, 86.5],
      ["12 m²", french, 12],
      ["0,64", french, 0.64],
      ["0,645", french, 0.645],
      ["86.5 m²", french, undefined],
      ["NaN", french, undefined],
      ["1e5", french, undefined]
    ]
  ],
  [
    { type: "registrationNumber" },
    [
      ["482 KMT", estonian, "482 KMT"],
      ["482kmt", estonian, "482KMT"],
      ["AB-123-CD", french, "AB-123-CD"],
      ["FK 482 MT", french, "FK 482 MT"],
      ["FK482MT", french, "FK482MT"],
      ["FK-482 MT", french, undefined],
      ["1234 AB 56", french, "1234 AB 56"],
      ["AB-123-CD", estonian, undefined],
      ["482 KMT", french, undefined]
    ]
  ],
  [
    { type: "choice", of: { Mensuel: 12, "Privé - trajet": false } },
    [
      ["mensuel", french, 12],
      ["PRIVÉ - TRAJET", french, false],
      ["hebdomadaire", french, undefined],
      ["toString", french, undefined]
    ]
  ],
  [
    { type: "text" },
    [
      ["Kadri Mägi", estonian, "Kadri Mägi"],
      ["a".repeat(300), estonian, "a".repeat(300)],
      ["a".repeat(301), estonian, undefined]
    ]
  ]
]

describe.each(table)("a value of the kind %o", (kind, rows) => {
  it.each(rows)("is parsed from %s", (text, writing, value) => {
    assert.deepStrictEqual(parse(text, kind, writing), value)
  })
})
