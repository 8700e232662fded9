/** The actions in the audit log and their actors, newest first. */
import { useSignal } from "@preact/signals"
import type { AuditEntryPage } from "@sheaf/domain/OperatorViews"
import { useEffect } from "preact/hooks"
import { AuditTable } from "./AuditTable.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { readList } from "./OperatorSession.ts"

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
        <AuditTable
          caption="Audit records"
          isOnly
          empty="The audit log has no records."
          entries={entries}
          onMore={next === undefined ? undefined : () => void load(next)}
        />
      )}
    </LiveValue>
  )
}
