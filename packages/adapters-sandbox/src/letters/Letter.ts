/** A letter before it is set: what it says, to whom, about which figures. */

export interface Letter {
  readonly sender: string
  /** Name and address, a line each. */
  readonly recipient: ReadonlyArray<string>
  readonly title: string
  /** For which day it is told. */
  readonly told: string
  readonly rows: ReadonlyArray<Row>
  readonly footer: string
}

export interface Row {
  readonly label: string
  readonly value: string
}

/** A row; nothing where there is no value. */
export const row = (label: string, value: string | undefined): ReadonlyArray<Row> =>
  value === undefined ? [] : [{ label, value }]

export const lines = (letter: Letter): ReadonlyArray<string> => [
  letter.sender,
  ...letter.recipient,
  letter.title,
  letter.told,
  ...letter.rows.flatMap(({ label, value }) => [label, value]),
  letter.footer
]
