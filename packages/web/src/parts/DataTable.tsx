/** A table that answers one question. It scrolls by itself on narrow screens. */
import type { ComponentChildren } from "preact"
import "./DataTable.css"

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** True for numbers, which align at their end. */
  readonly isNumber?: boolean
}

export interface DataTableProps<Row> {
  /** The question that the table answers. */
  readonly caption: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** The text in place of a table without rows. */
  readonly empty: string
}

export const DataTable = <Row,>({ caption, columns, empty, keyOf, rows }: DataTableProps<Row>) => (
  <section class="table">
    <h2>{caption}</h2>
    {rows.length === 0 ? (
      <p class="table__empty">{empty}</p>
    ) : (
      <div class="table__scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ isNumber = false, title }) => (
                <th key={title} scope="col" class={isNumber ? "table__number" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ cell, isNumber = false, title }) => (
                  <td key={title} class={isNumber ? "table__number" : undefined}>
                    {cell(row)}
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
