/** The work that runs or waits, and since when. */
import type { OpenProcessGroup } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { isLate } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { Constant } from "./Words.tsx"

const Activity = (work: OpenProcessGroup) => {
  if (isLate(work)) return <Badge tone="danger">Late</Badge>
  return work.activity === "DUE" ? <Badge tone="success">Running</Badge> : <Badge tone="neutral">Waiting</Badge>
}

const names = { COLLECTION: "Collections", CONSENT: "Consents", MONITOR: "Monitors" } as const

export const ProcessList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<OpenProcessGroup>>("work")}>
    {(work) => (
      <DataTable
        caption="Open work"
        empty="No collection, consent or monitor is open."
        rows={work}
        keyOf={({ activity, process, status }) => `${process} ${status} ${activity}`}
        columns={[
          { title: "Process", cell: ({ process }) => names[process] },
          { title: "Status", cell: ({ status }) => <Constant>{status}</Constant> },
          { title: "Activity", cell: (row) => <Activity {...row} /> },
          { title: "Number", isNumber: true, cell: ({ count }) => count },
          { title: "Oldest created", cell: ({ oldestAt }) => <RelativeTime at={oldestAt} /> },
          { title: "Next step due", cell: ({ dueAt }) => <RelativeTime at={dueAt} /> }
        ]}
      />
    )}
  </LiveValue>
)
