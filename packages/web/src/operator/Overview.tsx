/** The findings that need attention, and the process that responds. */
import type {
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  WebhookEndpointView,
  ServiceOverview
} from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { findingsOf } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"

const Findings = () => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  const certificates = useLiveData<ReadonlyArray<CertificateView>>("certificates")
  const work = useLiveData<ReadonlyArray<OpenProcessGroup>>("work")
  const endpoints = useLiveData<ReadonlyArray<WebhookEndpointView>>("endpoints")
  const clients = useLiveData<ReadonlyArray<ClientView>>("clients")
  const lists = [companies, certificates, work, endpoints, clients]
  const failure = lists.find((list) => list.failure !== undefined)?.failure
  // An unread list could contain a finding, so the table waits for all lists.
  const found =
    companies.value && certificates.value && work.value && endpoints.value && clients.value
      ? findingsOf({
          companies: companies.value,
          certificates: certificates.value,
          work: work.value,
          endpoints: endpoints.value,
          clients: clients.value
        })
      : undefined
  const live = { value: found, failure, refresh: () => {} }
  return (
    <LiveValue live={live}>
      {(found) => (
        <DataTable
          caption="What needs attention?"
          empty="Nothing. Companies respond, work is on time, and no certificate expires soon."
          rows={found}
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
  { name: "Started", value: <RelativeTime at={startedAt} /> }
]

export const Overview = () => (
  <>
    <Findings />
    <LiveValue live={useLiveData<ServiceOverview>("overview")}>
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
