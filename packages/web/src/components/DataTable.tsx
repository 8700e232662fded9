/**
 * A table whose rows can be grouped, or shown a few at a time. A wide table would hide most of its columns on a phone, so
 * there each row becomes a card or two lines.
 */
import { useSignal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { Button } from "./Button.tsx"
import "./DataTable.css"

export interface TableColumn<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** True to align the column to the right, as numbers are. */
  readonly isNumber?: boolean
  /** True for long ids and URLs, which may break anywhere. */
  readonly isLong?: boolean
  /**
   * Where the cell stands on a phone: at the start or the end of the row's first line, or in the second line. If no
   * column has a place, each row is a card. Otherwise, columns without a place are hidden.
   */
  readonly place?: "start" | "end" | "below"
}

const classOf = <Row,>({ isLong = false, isNumber = false, place }: TableColumn<Row>): string | undefined => {
  const names = [isNumber && "table__number", isLong && "table__long", place && `table__${place}`]
  return names.filter(Boolean).join(" ") || undefined
}

export interface DataTableProps<Row> {
  /** What the table lists. */
  readonly caption: string
  /** The period that the figures cover, such as "last 24 hours". */
  readonly scope?: string
  readonly columns: ReadonlyArray<TableColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string
  /** Returns the heading under which a row is shown. Rows with the same heading form a group. Default: no headings. */
  readonly groupOf?: (row: Row) => string
  /** Returns true if a row is about the same object as the row above it. No line separates the two. */
  readonly isContinued?: (row: Row) => boolean
  /** Shown instead of a table without rows. */
  readonly empty: string
  /** True if the table has only a few short columns and therefore fits on a phone. */
  readonly isNarrow?: boolean
  /** True if the page's title already says what the table lists. The caption is then visible only to screen readers. */
  readonly isOnly?: boolean
  /** How many rows are shown at first, and how many more each press of the button shows. Default: all. */
  readonly step?: number
  /**
   * Reads more rows. Called when all of `rows` are shown and the person wants more. Absent if there are no more rows.
   */
  readonly onMore?: (() => void) | undefined
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

const layoutOf = <Row,>({ columns, isNarrow = false }: Pick<DataTableProps<Row>, "columns" | "isNarrow">): string => {
  if (isNarrow) return "table"
  return columns.some(({ place }) => place !== undefined)
    ? "table table--wide table--lines"
    : "table table--wide table--cards"
}

interface MoreProps {
  /** How many of the rows that were read are hidden. */
  readonly hidden: number
  readonly step: number
  readonly onPress: () => void
}

const More = ({ hidden, onPress, step }: MoreProps) => (
  <div class="table__more">
    <Button kind="quiet" onPress={onPress}>
      {hidden === 0 ? "Show more" : `Show ${Math.min(step, hidden)} more`}
    </Button>
  </div>
)

export const DataTable = <Row,>({
  caption,
  empty,
  isOnly = false,
  onMore,
  rows,
  scope,
  step = Number.POSITIVE_INFINITY,
  ...body
}: DataTableProps<Row>) => {
  const shown = useSignal(step)
  const hidden = Math.max(0, rows.length - shown.value)
  const showMore = () => {
    shown.value += step
    if (shown.value > rows.length) onMore?.()
  }
  return (
    <section class={layoutOf(body)}>
      <h2 class={isOnly ? "visually-hidden" : undefined}>
        {caption} {scope !== undefined && <span class="table__scope">· {scope}</span>}
      </h2>
      {rows.length === 0 ? (
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
            <Groups {...body} rows={rows.slice(0, shown.value)} />
          </table>
        </div>
      )}
      {(hidden > 0 || onMore !== undefined) && <More hidden={hidden} step={step} onPress={showMore} />}
    </section>
  )
}
