/** Lists the work that is running or waiting, with the age of the oldest item and the time of the next step. */
import type { OpenProcessGroup } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { whole } from "./Figures.ts"
import { isLate } from "./Thresholds.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { meaningOf } from "./Statuses.ts"
import { Constant, processNames } from "./Words.tsx"

const Activity = (work: OpenProcessGroup) => {
  if (isLate(work)) return <Badge tone="danger">Late</Badge>
  return work.activity === "DUE" ? <Badge tone="success">Running</Badge> : <Badge tone="neutral">Waiting</Badge>
}

export const ProcessList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<OpenProcessGroup>>("work")}>
    {(work) => (
      <DataTable
        caption="Open work"
        isOnly
        empty="No collection, consent or monitor is open."
        rows={work}
        keyOf={({ activity, process, status }) => `${process} ${status} ${activity}`}
        groupOf={({ process }) => processNames[process]}
        columns={[
          { title: "Status", cell: ({ status }) => <Constant>{status}</Constant> },
          { title: "Number", isNumber: true, cell: ({ count }) => whole(count) },
          { title: "Activity", cell: (row) => <Activity {...row} /> },
          { title: "Oldest created", cell: ({ oldestAt }) => <RelativeTime at={oldestAt} /> },
          { title: "Next step", cell: ({ dueAt }) => <RelativeTime at={dueAt} /> },
          {
            title: "Meaning",
            isLong: true,
            cell: ({ process, status }) => <span class="soft">{meaningOf(process, status)}</span>
          }
        ]}
      />
    )}
  </LiveValue>
)
