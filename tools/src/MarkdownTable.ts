/** Tables in Markdown. */

export type Column<Row> = readonly [head: string, cell: (row: Row) => string]

const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const markdownTable = <Row>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>): string =>
  [
    line(columns.map(([head]) => head)),
    `|${"---|".repeat(columns.length)}`,
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row))))
  ].join("\n")

export const inlineCode = (text: string): string => `\`${text}\``
