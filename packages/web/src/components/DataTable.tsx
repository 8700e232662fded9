/** A table of one subject. On a phone, each row is a card, because a wide table would hide most of its columns. */
import type { ComponentChildren } from "preact"
import "./DataTable.css"

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** True to align the column to the right, as numbers are. */
  readonly isNumber?: boolean
  /** True for long ids and URLs, which may break anywhere. */
  readonly isLong?: boolean
}

const classOf = <Row,>({ isLong = false, isNumber = false }: TableColumn<Row>): string | undefined => {
  if (isNumber) return "table__number"
  return isLong ? "table__long" : undefined
}

export interface DataTableProps<Row> {
  /** What the table lists. */
  readonly caption: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** Shown instead of a table without rows. */
  readonly empty: string
  /** True for a few short columns, which fit on a phone. */
  readonly isNarrow?: boolean
}

export const DataTable = <Row,>({ caption, columns, empty, isNarrow = false, keyOf, rows }: DataTableProps<Row>) => (
  <section class={isNarrow ? "table" : "table table--cards"}>
    <h2>{caption}</h2>
    {rows.length === 0 ? (
      <p class="table__empty">{empty}</p>
    ) : (
      <div class="table__scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <td key={column.title} class={classOf(column)} data-title={column.title}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
