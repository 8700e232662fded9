/** A table of audit records. Each id links to the history of the object with that id. */
import type { AuditEntry } from "@sheaf/domain/OperatorViews"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { ClientName } from "./Names.tsx"
import { Constant, Id, wordsOf } from "./Words.tsx"

interface IdsProps {
  readonly ids: AuditEntry["actor"]
  /** Ids that are shown elsewhere, so they are omitted here. */
  readonly except: ReadonlyArray<string | undefined>
}

const actors: Readonly<Record<string, string>> = { KEY: "API key", TOKEN: "user's token" }

/** Returns the kind of an actor in words. */
export const actorOf = (type: string): string => actors[type] ?? wordsOf(type).toLowerCase()

/** Returns the name of a member as words: `connectSessionId` as "connect session". */
const nameOf = (member: string): string =>
  member
    .replace(/(?<=.)Id$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase()

/** Returns the name of the member that holds an actor's id: `connectSessionId` for the type `CONNECT_SESSION`. */
const memberOf = (type: string): string =>
  `${type.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}Id`

const Ids = ({ except, ids: { type, ...ids } }: IdsProps) => {
  const shown = Object.entries(ids).filter(([, value]) => !except.includes(value))
  const isTyped = type !== undefined && ids[memberOf(type)] === undefined
  return (
    (isTyped || shown.length > 0) && (
      <span class="ids">
        {isTyped && <span>{actorOf(type)}</span>}
        {shown.map(([name, value]) => (
          <span key={name}>
            <span class="soft">{nameOf(name)}</span>{" "}
            {name === "clientId" ? <ClientName clientId={value} /> : <Id>{value}</Id>}
          </span>
        ))}
      </span>
    )
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
      { title: "By", isLong: true, place: "below", cell: ({ actor }) => <Ids ids={actor} except={[except]} /> },
      {
        title: "About",
        isLong: true,
        place: "below",
        cell: ({ actor, subject }) => <Ids ids={subject} except={[except, ...Object.values(actor)]} />
      },
      { title: "Outcome", place: "end", cell: ({ outcome }) => outcome && <Outcome>{outcome}</Outcome> },
      {
        title: "Request",
        cell: ({ requestId }) => requestId !== undefined && requestId !== except && <Id>{requestId}</Id>
      },
      { title: "Record", isNumber: true, cell: ({ chain, seq }) => `${chain}/${seq}` }
    ]}
  />
)
