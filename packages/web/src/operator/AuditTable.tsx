/** A table of audit records. Each id links to the history of the object with that id. */
import type { AuditEntry } from "@sheaf/domain/OperatorViews"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { ClientName } from "./Names.tsx"
import { actorOf, Constant, Id, isSearchable, memberName } from "./Words.tsx"

/** Who acted: the kind of actor, and its name if it is not an id that can be looked up. */
const Actor = ({ actor: { type, ...ids } }: Pick<AuditEntry, "actor">) => {
  const names = Object.entries(ids).filter(([name, value]) => name !== "clientId" && !isSearchable(value))
  return <>{[type === undefined ? [] : actorOf(type), names.map(([, value]) => value)].flat().join(" ")}</>
}

interface AboutProps {
  readonly entry: AuditEntry
  /** Ids that are shown elsewhere, so they are omitted here. */
  readonly except: ReadonlyArray<string | undefined>
}

/** The objects that the action is about, including the user or session that acted. */
const About = ({ entry: { actor, subject }, except }: AboutProps) => {
  const acting = Object.entries(actor).filter(([, id]) => isSearchable(id))
  const ids = new Map([...Object.entries(subject), ...acting].map(([name, id]) => [id, name]))
  return (
    <span class="ids">
      {[...ids]
        .filter(([id]) => !except.includes(id))
        .map(([id, name]) => (
          <span key={id}>
            <span class="soft">{memberName(name)}</span>{" "}
            {name === "clientId" ? <ClientName clientId={id} /> : <Id>{id}</Id>}
          </span>
        ))}
    </span>
  )
}

const clientOf = ({ actor, subject }: AuditEntry): string | undefined => actor["clientId"] ?? subject["clientId"]

/** Who acted, and for which client. */
const By = ({ entry }: { readonly entry: AuditEntry }) => {
  const clientId = clientOf(entry)
  return (
    <span class="pair">
      <Actor {...entry} />
      {clientId !== undefined && (
        <span class="soft">
          <ClientName clientId={clientId} />
        </span>
      )}
    </span>
  )
}

/**
 * Shows a status or reason in words. Any other outcome, such as a digest of the configuration, is cut to its first
 * characters.
 */
const Outcome = ({ children }: { readonly children: string }) =>
  /^[A-Z_]+$/.test(children) ? (
    <Constant>{children}</Constant>
  ) : (
    <code title={children}>{children.length > 12 ? `${children.slice(0, 12)}…` : children}</code>
  )

export interface AuditTableProps {
  readonly caption: string
  readonly empty: string
  readonly entries: ReadonlyArray<AuditEntry>
  /** An id that is the same in all records, so the rows omit it. */
  readonly except?: string
  /** True if the page's title already says what the table lists. The caption is then visible only to screen readers. */
  readonly isOnly?: boolean
  /** Reads older records, if there are any. */
  readonly onMore?: (() => void) | undefined
}

/** How many records are shown at a time. */
const step = 20

export const AuditTable = ({ caption, empty, entries, except, isOnly = false, onMore }: AuditTableProps) => (
  <DataTable
    isOnly={isOnly}
    step={step}
    onMore={onMore}
    caption={caption}
    empty={empty}
    rows={entries}
    keyOf={({ chain, seq }) => `${chain} ${seq}`}
    columns={[
      { title: "When", place: "below", cell: ({ at }) => <RelativeTime at={at} /> },
      { title: "Action", place: "start", cell: ({ action }) => <Constant>{action}</Constant> },
      { title: "By", place: "below", cell: (entry) => <By entry={entry} /> },
      {
        title: "About",
        isLong: true,
        place: "below",
        cell: (entry) => <About entry={entry} except={[except, clientOf(entry)]} />
      },
      { title: "Outcome", place: "end", cell: ({ outcome }) => outcome && <Outcome>{outcome}</Outcome> },
      {
        title: "Request",
        cell: ({ requestId }) => requestId !== undefined && requestId !== except && <Id>{requestId}</Id>
      },
      {
        title: "Record",
        isNumber: true,
        cell: ({ chain, seq }) => (
          <span class="pair">
            No. {seq} <small class="soft">chain {chain}</small>
          </span>
        )
      }
    ]}
  />
)
