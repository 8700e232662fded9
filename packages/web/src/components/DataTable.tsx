/**
 * A table whose rows can be grouped. On a phone, each row becomes a card, because a wide table would hide most of its
 * columns.
 */
import type { ComponentChildren } from "preact"
import "./DataTable.css"

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** True to align the column to the right, as numbers are. */
  readonly isNumber?: boolean
  /** True for long ids and URLs, which may break anywhere. */
  readonly isLong?: boolean
  /** True for the one column that takes all remaining width. Without such a column, that width stays empty. */
  readonly isWide?: boolean
}

const classOf = <Row,>({ isLong = false, isNumber = false, isWide = false }: TableColumn<Row>): string | undefined => {
  const names = [isNumber && "table__number", isLong && "table__long", isWide && "table__wide"]
  return names.filter((name) => name !== false).join(" ") || undefined
}

export interface DataTableProps<Row> {
  /** What the table lists. */
  readonly caption: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** The heading above a row. Rows with the same heading follow each other. Default: no headings. */
  readonly groupOf?: (row: Row) => string
  /** Returns true if a row is about the same object as the row above it. No line separates the two. */
  readonly isContinued?: (row: Row) => boolean
  /** Shown instead of a table without rows. */
  readonly empty: string
  /** True if the table has only a few short columns and therefore fits on a phone. */
  readonly isNarrow?: boolean
  /** True if the page's title already says what the table lists. The caption is then visible only to screen readers. */
  readonly isOnly?: boolean
}

type BodyProps<Row> = Pick<DataTableProps<Row>, "columns" | "isContinued" | "keyOf" | "rows">

const Rows = <Row,>({ columns, isContinued, keyOf, rows }: BodyProps<Row>) => (
  <>
    {rows.map((row) => (
      <tr key={keyOf(row)} class={isContinued?.(row) === true ? "table__continued" : undefined}>
        {columns.map((column) => (
          <td key={column.title} class={classOf(column)} data-title={column.title}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
    ))}
  </>
)

const Groups = <Row,>({ groupOf, rows, ...body }: BodyProps<Row> & Pick<DataTableProps<Row>, "groupOf">) =>
  groupOf === undefined ? (
    <tbody>
      <Rows {...body} rows={rows} />
    </tbody>
  ) : (
    <>
      {[...Map.groupBy(rows, groupOf)].map(([heading, own]) => (
        <tbody key={heading}>
          <tr class="table__group">
            <th scope="rowgroup" colSpan={body.columns.length}>
              {heading}
            </th>
          </tr>
          <Rows {...body} rows={own} />
        </tbody>
      ))}
    </>
  )

export const DataTable = <Row,>({ caption, empty, isNarrow = false, isOnly = false, ...body }: DataTableProps<Row>) => (
  <section class={isNarrow ? "table" : "table table--cards"}>
    <h2 class={isOnly ? "visually-hidden" : undefined}>{caption}</h2>
    {body.rows.length === 0 ? (
      <p class="table__empty">{empty}</p>
    ) : (
      <div class="table__scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {body.columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <Groups {...body} />
        </table>
      </div>
    )}
  </section>
)
