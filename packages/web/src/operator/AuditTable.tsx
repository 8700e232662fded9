/** A table of audit records, whose ids lead to their stories. */
import type { AuditEntry } from "@sheaf/domain/OperatorViews"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"

/** Ids that the search accepts. */
const isSearchable = (id: string): boolean => /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,40})$/.test(id)

interface IdsProps {
  readonly ids: AuditEntry["actor"]
  readonly except?: string | undefined
}

const Ids = ({ except, ids }: IdsProps) => (
  <code>
    {Object.entries(ids)
      .filter(([, value]) => value !== except)
      .map(([name, value], index) => (
        <span key={name}>
          {index > 0 && " "}
          {name}={isSearchable(value) ? <a href={`#/search/${value}`}>{value}</a> : value}
        </span>
      ))}
  </code>
)

export interface AuditTableProps {
  readonly caption: string
  readonly empty: string
  readonly entries: ReadonlyArray<AuditEntry>
  /** An id that all records have, which no row repeats. */
  readonly except?: string
}

export const AuditTable = ({ caption, empty, entries, except }: AuditTableProps) => (
  <DataTable
    caption={caption}
    empty={empty}
    rows={entries}
    keyOf={({ chain, seq }) => `${chain} ${seq}`}
    columns={[
      { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
      { title: "Action", cell: ({ action }) => <code>{action}</code> },
      { title: "By", isLong: true, cell: ({ actor }) => <Ids ids={actor} except={except} /> },
      { title: "About", isLong: true, cell: ({ subject }) => <Ids ids={subject} except={except} /> },
      { title: "Outcome", isLong: true, cell: ({ outcome }) => outcome && <code>{outcome}</code> },
      {
        title: "Request",
        cell: ({ requestId }) =>
          requestId &&
          requestId !== except &&
          (isSearchable(requestId) ? (
            <a href={`#/search/${requestId}`}>
              <code>{requestId.slice(0, 8)}…</code>
            </a>
          ) : (
            <code>{requestId}</code>
          ))
      },
      { title: "Record", isNumber: true, cell: ({ chain, seq }) => `${chain}/${seq}` }
    ]}
  />
)
