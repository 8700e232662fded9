/** The actions in the audit log and their actors, newest first. */
import { useSignal } from "@preact/signals"
import type { AuditEntry, AuditEntryPage } from "@sheaf/domain/OperatorViews"
import { useEffect } from "preact/hooks"
import { Button } from "../components/Button.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { readList } from "./OperatorSession.ts"

const pairs = (ids: AuditEntry["actor"]): string =>
  Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ")

export const AuditList = () => {
  const shown = useSignal<AuditEntryPage | undefined>(undefined)
  const failure = useSignal<string | undefined>(undefined)
  const load = async (cursor?: string) => {
    try {
      const page = await readList<AuditEntryPage>(
        cursor === undefined ? "audit" : `audit?cursor=${encodeURIComponent(cursor)}`
      )
      const entries = cursor === undefined ? page.entries : [...(shown.value?.entries ?? []), ...page.entries]
      shown.value = { ...page, entries }
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error)
    }
  }
  useEffect(() => void load(), [])
  return (
    <LiveValue live={{ value: shown.value, failure: failure.value, refresh: () => void load() }}>
      {({ entries, next }) => (
        <>
          <DataTable
            caption="Who did what?"
            empty="The audit log has no records."
            rows={entries}
            keyOf={({ chain, seq }) => `${chain} ${seq}`}
            columns={[
              { title: "When", cell: ({ at }) => <RelativeTime at={at} /> },
              { title: "Action", cell: ({ action }) => <code>{action}</code> },
              { title: "By", cell: ({ actor }) => <code>{pairs(actor)}</code> },
              { title: "About", isLong: true, cell: ({ subject }) => <code>{pairs(subject)}</code> },
              { title: "Outcome", isLong: true, cell: ({ outcome }) => outcome && <code>{outcome}</code> },
              { title: "Record", isNumber: true, cell: ({ chain, seq }) => `${chain}/${seq}` }
            ]}
          />
          {next !== undefined && (
            <div>
              <Button kind="secondary" onPress={() => void load(next)}>
                Older records
              </Button>
            </div>
          )}
        </>
      )}
    </LiveValue>
  )
}
