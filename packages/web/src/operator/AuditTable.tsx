/** A table of audit records, whose ids lead to their stories. */
import type { AuditEntry } from "@sheaf/domain/OperatorViews"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"

/** Ids that the search accepts. */
const isSearchable = (id: string): boolean => /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24,40})$/.test(id)

const Ids = ({ ids }: { readonly ids: AuditEntry["actor"] }) => (
  <code>
    {Object.entries(ids).map(([name, value], index) => (
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
}

export const AuditTable = ({ caption, empty, entries }: AuditTableProps) => (
  <DataTable
    caption={caption}
    empty={empty}
    rows={entries}
    keyOf={({ chain, seq }) => `${chain} ${seq}`}
    columns={[
      { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
      { title: "Action", cell: ({ action }) => <code>{action}</code> },
      { title: "By", isLong: true, cell: ({ actor }) => <Ids ids={actor} /> },
      { title: "About", isLong: true, cell: ({ subject }) => <Ids ids={subject} /> },
      { title: "Outcome", isLong: true, cell: ({ outcome }) => outcome && <code>{outcome}</code> },
      {
        title: "Request",
        cell: ({ requestId }) =>
          requestId &&
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
