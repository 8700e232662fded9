/** The findings that need attention, and the process that responds. */
import type {
  CompanyHealth,
  OpenWork,
  OperatedCertificate,
  OperatedClient,
  OperatedEndpoint,
  ServiceOverview
} from "@sheaf/domain/OperatedService"
import { Badge } from "../parts/Badge.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import { Time } from "../parts/Time.tsx"
import { isExpiring } from "./CertificateList.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLive } from "./Live.ts"
import type { Live } from "./Live.ts"
import { isLate } from "./WorkList.tsx"

/** Findings of one kind. */
interface Finding {
  readonly text: string
  readonly count: number
  /** The route of the table with the details. */
  readonly route: string
}

const countOf = <A,>({ value = [] }: Live<ReadonlyArray<A>>, isFound: (row: A) => boolean): number =>
  value.filter(isFound).length

const Findings = () => {
  const companies = useLive<ReadonlyArray<CompanyHealth>>("companies")
  const certificates = useLive<ReadonlyArray<OperatedCertificate>>("certificates")
  const work = useLive<ReadonlyArray<OpenWork>>("work")
  const endpoints = useLive<ReadonlyArray<OperatedEndpoint>>("endpoints")
  const clients = useLive<ReadonlyArray<OperatedClient>>("clients")
  const hasAltered = ({ keys }: OperatedClient) => keys.some(({ state }) => state === "ALTERED")
  const hasFailed = ({ disabledReason = "BY_CLIENT" }: OperatedEndpoint) => disabledReason !== "BY_CLIENT"
  const findings: ReadonlyArray<Finding> = [
    {
      text: "Unavailable companies",
      count: countOf(companies, ({ status }) => status === "UNAVAILABLE"),
      route: "companies"
    },
    {
      text: "Companies in maintenance",
      count: countOf(companies, ({ status }) => status === "MAINTENANCE"),
      route: "companies"
    },
    { text: "Certificates that expire soon", count: countOf(certificates, isExpiring), route: "certificates" },
    { text: "Statuses with late work", count: countOf(work, isLate), route: "work" },
    { text: "Endpoints disabled after failures", count: countOf(endpoints, hasFailed), route: "deliveries" },
    {
      text: "Endpoints that wait for another attempt",
      count: countOf(endpoints, ({ waiting }) => waiting > 0),
      route: "deliveries"
    },
    { text: "Clients whose keys were changed outside Sheaf", count: countOf(clients, hasAltered), route: "clients" }
  ]
  const lists = [companies, certificates, work, endpoints, clients]
  const failure = lists.find((list) => list.failure !== undefined)?.failure
  // An unread list could contain a finding, so the table waits for all lists.
  const isRead = lists.every(({ value }) => value !== undefined)
  const live = { value: isRead ? findings : undefined, failure, refresh: () => {} }
  return (
    <LiveValue live={live}>
      {(found) => (
        <DataTable
          caption="What needs attention?"
          empty="Nothing. Companies respond, work is on time, and no certificate expires soon."
          rows={found.filter(({ count }) => count > 0)}
          keyOf={({ text }) => text}
          columns={[
            { title: "Finding", cell: ({ text }) => text },
            { title: "Number", isNumber: true, cell: ({ count }) => count },
            { title: "Details", cell: ({ route }) => <a href={`#/${route}`}>Show {route}</a> }
          ]}
        />
      )}
    </LiveValue>
  )
}

const factsOf = ({ database, environment, mode, ready, release, startedAt }: ServiceOverview) => [
  { name: "State", value: ready ? <Badge tone="success">READY</Badge> : <Badge tone="danger">NOT READY</Badge> },
  { name: "Release", value: release },
  { name: "Mode", value: `${mode}, environment ${environment}` },
  { name: "Database", value: database },
  { name: "Started", value: <Time at={startedAt} /> }
]

export const Overview = () => (
  <>
    <Findings />
    <LiveValue live={useLive<ServiceOverview>("overview")}>
      {(overview) => (
        <DataTable
          caption="Which process responds?"
          empty=""
          rows={factsOf(overview)}
          keyOf={({ name }) => name}
          columns={[
            { title: "Fact", cell: ({ name }) => name },
            { title: "Value", cell: ({ value }) => value }
          ]}
        />
      )}
    </LiveValue>
  </>
)
