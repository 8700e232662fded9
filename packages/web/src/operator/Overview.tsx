/** The findings that need attention, how the service has been doing, and the process that responds. */
import type {
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  MonitorFigures,
  ServiceHistory,
  WebhookEndpointView,
  ServiceOverview
} from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { CollectionCharts } from "./CollectionCharts.tsx"
import { findingsOf } from "./Findings.ts"
import type { ConsoleData, Finding } from "./Findings.ts"
import { useHistory, WindowChoice } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import type { LiveData } from "./LiveData.ts"
import { DeliveryCharts, ServiceCharts } from "./ServiceCharts.tsx"

/** The names that a finding shows. */
const shownNames = 4

const namesText = (names: ReadonlyArray<string>): string => {
  const more = names.length - shownNames
  return [...names.slice(0, shownNames), ...(more > 0 ? [`${more} more`] : [])].join(" · ")
}

const FindingItem = ({ count, names, route, text, tone }: Finding) => (
  <li class={`finding finding--${tone}`}>
    <span class="finding__count">{count}</span>
    <div class="finding__what">
      <p class="finding__text">{text}</p>
      {names.length > 0 && <p class="finding__names">{namesText(names)}</p>}
    </div>
    <a href={`#/${route}`}>
      Show {route} <span aria-hidden="true">→</span>
    </a>
  </li>
)

/** Reads every list that can contain a finding. An unread list could contain one, so this waits for all. */
const useConsoleData = (): LiveData<ConsoleData> => {
  const lists = {
    overview: useLiveData<ServiceOverview>("overview"),
    companies: useLiveData<ReadonlyArray<CompanyHealth>>("companies"),
    certificates: useLiveData<ReadonlyArray<CertificateView>>("certificates"),
    work: useLiveData<ReadonlyArray<OpenProcessGroup>>("work"),
    endpoints: useLiveData<ReadonlyArray<WebhookEndpointView>>("endpoints"),
    clients: useLiveData<ReadonlyArray<ClientView>>("clients"),
    monitors: useLiveData<MonitorFigures>("monitors"),
    history: useLiveData<ServiceHistory>("history?window=DAY"),
    hour: useLiveData<ServiceHistory>("history?window=HOUR")
  }
  const failure = Object.values(lists).find((list) => list.failure !== undefined)?.failure
  const { certificates, clients, companies, endpoints, history, hour, monitors, overview, work } = lists
  const value = overview.value &&
    companies.value &&
    certificates.value &&
    work.value &&
    endpoints.value &&
    clients.value &&
    monitors.value &&
    history.value &&
    hour.value && {
      overview: overview.value,
      companies: companies.value,
      certificates: certificates.value,
      work: work.value,
      endpoints: endpoints.value,
      clients: clients.value,
      monitors: monitors.value,
      history: history.value,
      hour: hour.value
    }
  return { value, failure, refresh: () => {} }
}

const Findings = ({ data }: { readonly data: ConsoleData }) => {
  const findings = findingsOf(data)
  return (
    <section class="findings" aria-labelledby="findings">
      <h2 id="findings">Needs attention</h2>
      {findings.length === 0 ? (
        <p class="finding finding--none">
          Nothing. Companies respond, work is on time, events are delivered, and no certificate expires soon.
        </p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <FindingItem key={finding.text} {...finding} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The version of a build that is no release. */
const unreleased = "0.0.0"

const Process = ({ database, environment, mode, ready, release, startedAt }: ServiceOverview) => (
  <p class="process">
    <Badge tone={ready ? "success" : "danger"}>{ready ? "Ready" : "Not ready"}</Badge>
    {release !== unreleased && <span>Release {release}</span>}
    <span>
      {mode}, environment {environment}
    </span>
    <span>{database}</span>
    <span>
      started <RelativeTime at={startedAt} />
    </span>
  </p>
)

const Charts = () => (
  <section class="history" aria-labelledby="history">
    <div class="history__head">
      <h2 id="history">Service over time</h2>
      <WindowChoice />
    </div>
    <LiveValue live={useHistory()}>
      {(history) => (
        <div class="charts charts--thirds">
          <CollectionCharts history={history} periods={history.all} />
          <DeliveryCharts history={history} />
          <ServiceCharts history={history} />
        </div>
      )}
    </LiveValue>
  </section>
)

export const Overview = () => (
  <>
    <LiveValue live={useConsoleData()}>
      {(data) => (
        <>
          <Process {...data.overview} />
          <Findings data={data} />
        </>
      )}
    </LiveValue>
    <Charts />
  </>
)
