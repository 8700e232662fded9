/** The companies and banks, and whether they work. */
import type { CompanyHealth } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { isFailing } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"

const tones: Readonly<Record<CompanyHealth["status"], BadgeTone>> = {
  OPERATIONAL: "success",
  DEGRADED: "notice",
  MAINTENANCE: "notice",
  UNAVAILABLE: "danger"
}

const Failures = (company: CompanyHealth) =>
  isFailing(company) ? <Badge tone="notice">{failuresOf(company)}</Badge> : failuresOf(company)

const failuresOf = ({ failures }: CompanyHealth): string =>
  Object.entries(failures)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(", ")

export const CompanyList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<CompanyHealth>>("companies")}>
    {(companies) => (
      <DataTable
        caption="Which companies and banks work?"
        empty="The service has no companies. Add a connector to the configuration."
        rows={companies}
        keyOf={({ company }) => company}
        columns={[
          { title: "Company", cell: ({ company }) => <code>{company}</code> },
          { title: "Name", cell: ({ name }) => name },
          { title: "Status", cell: ({ status }) => <Badge tone={tones[status]}>{status}</Badge> },
          { title: "Since", cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
          { title: "Calls", isNumber: true, cell: ({ calls }) => calls },
          {
            title: "Mean duration",
            isNumber: true,
            cell: ({ averageMillis }) => averageMillis !== undefined && `${averageMillis} ms`
          },
          { title: "Failed calls", cell: Failures }
        ]}
      />
    )}
  </LiveValue>
)
