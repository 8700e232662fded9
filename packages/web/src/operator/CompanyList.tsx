/** The companies and banks, and whether they work. */
import type { CompanyHealth } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { isFailing, lowRate } from "./Findings.ts"
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

interface Listed {
  readonly companies: ReadonlyArray<CompanyHealth>
}

const Calls = ({ companies }: Listed) => (
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
)

const percent = (share: number): string => `${Math.round(share * 100)} %`

const Drifts = ({ companies }: Listed) => (
  <DataTable
    caption="Whose records have changed their shape?"
    empty="Nobody's. All records have the members of earlier ones."
    rows={companies.flatMap(({ company, drifts }) => drifts.map((drift) => ({ company, ...drift })))}
    keyOf={({ company, found, kind, loginMethod, member }) => [company, loginMethod, kind, member, found].join(" ")}
    columns={[
      { title: "Company", cell: ({ company }) => <code>{company}</code> },
      { title: "Login method", cell: ({ loginMethod }) => loginMethod },
      { title: "Since", cell: ({ since }) => <RelativeTime at={since} /> },
      { title: "Change", isLong: true, cell: ({ text }) => <Badge tone="notice">{text}</Badge> }
    ]}
  />
)

const SuccessRates = ({ companies }: Listed) => (
  <DataTable
    caption="How many collections succeed?"
    empty="No company has had 20 collections by one login method in the last 30 days."
    rows={companies.flatMap(({ company, successRates }) => successRates.map((rate) => ({ company, ...rate })))}
    keyOf={({ company, loginMethod }) => `${company} ${loginMethod}`}
    columns={[
      { title: "Company", cell: ({ company }) => <code>{company}</code> },
      { title: "Login method", cell: ({ loginMethod }) => loginMethod },
      {
        title: "30 days",
        isNumber: true,
        cell: ({ successRate }) =>
          successRate < lowRate ? <Badge tone="notice">{percent(successRate)}</Badge> : percent(successRate)
      },
      {
        title: "Median duration",
        isNumber: true,
        cell: ({ medianSeconds }) => medianSeconds !== undefined && `${medianSeconds} s`
      }
    ]}
  />
)

export const CompanyList = () => (
  <LiveValue live={useLiveData<ReadonlyArray<CompanyHealth>>("companies")}>
    {(companies) => (
      <>
        <Calls companies={companies} />
        <Drifts companies={companies} />
        <SuccessRates companies={companies} />
      </>
    )}
  </LiveValue>
)
