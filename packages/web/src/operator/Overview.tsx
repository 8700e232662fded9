/**
 * The console's first page: the findings that need attention, charts of the service over time, and the state of the
 * process that serves the console.
 */
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
import { useSignal } from "@preact/signals"
import { Badge } from "../components/Badge.tsx"
import { Button } from "../components/Button.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { ChartSection } from "./ChartSection.tsx"
import { CollectionCharts } from "./CollectionCharts.tsx"
import { statuses } from "./CompanyFindings.ts"
import { findingsOf } from "./Findings.ts"
import type { ConsoleData, Finding } from "./Findings.ts"
import { whole } from "./Figures.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import type { LiveData } from "./LiveData.ts"
import { RateNote } from "./RateNote.tsx"
import { DeliveryCharts, ServiceCharts } from "./ServiceCharts.tsx"
import { SeverityLegend, SeverityName } from "./Severity.tsx"
import { wordsOf } from "./Words.tsx"
import "./Findings.css"

/** How many findings are shown at first, and with each press of a button. */
const step = 8

const FindingItem = ({ about, route, step, text, tone }: Finding) => (
  <li class={`finding finding--${tone}`}>
    <p class="finding__about">
      {route === undefined ? about : <a href={`#/${route}`}>{about}</a>}
      <SeverityName tone={tone} />
    </p>
    <p class="finding__text">{text}</p>
    <p class="finding__step">{step}</p>
  </li>
)

/**
 * Reads every list that can contain a finding. Waits for all of them, because a list that is still missing could
 * contain one.
 */
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

/** Names the companies in planned maintenance, which is no finding. */
const Maintained = ({ companies }: Pick<ConsoleData, "companies">) => {
  const names = companies.filter(({ status }) => status === "MAINTENANCE").map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p class="note">
      In maintenance: {names.join(", ")}. {statuses.MAINTENANCE?.step}
    </p>
  )
}

const Findings = ({ data }: { readonly data: ConsoleData }) => {
  const shown = useSignal(step)
  const findings = findingsOf(data)
  const hidden = Math.max(0, findings.length - shown.value)
  return (
    <section class="findings" aria-labelledby="findings">
      <div class="findings__head">
        <h2 id="findings">Needs attention</h2>
        {findings.length > 0 && <span class="count">{whole(findings.length)}</span>}
        {findings.length > 0 && <SeverityLegend />}
      </div>
      {findings.length === 0 ? (
        <p class="finding finding--none">
          Nothing. No company fails, work is on time, events are delivered, and no certificate expires soon.
        </p>
      ) : (
        <ul class="findings__list">
          {findings.slice(0, shown.value).map((finding) => (
            <FindingItem key={`${finding.about} ${finding.text}`} {...finding} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <div>
          <Button kind="quiet" onPress={() => (shown.value += step)}>{`Show ${Math.min(step, hidden)} more`}</Button>
        </div>
      )}
      <Maintained companies={data.companies} />
    </section>
  )
}

/** The version of a build that is not a release. */
const unreleased = "0.0.0"

const Process = ({ database, environment, mode, ready, release, startedAt }: ServiceOverview) => (
  <p class="process">
    <Badge tone={ready ? "success" : "danger"}>{ready ? "Ready" : "Not ready"}</Badge>
    {release !== unreleased && <span>Release {release}</span>}
    <span>
      {wordsOf(mode)} in the {environment} environment
    </span>
    <span>{database}</span>
    <span>
      Started <RelativeTime at={startedAt} />
    </span>
  </p>
)

export const Overview = () => {
  const live = useConsoleData()
  return (
    <>
      <LiveValue live={live}>
        {(data) => (
          <>
            <Process {...data.overview} />
            <Findings data={data} />
          </>
        )}
      </LiveValue>
      {/* Not before the findings, which would push the charts down. */}
      {(live.value ?? live.failure) !== undefined && (
        <ChartSection title="Service over time">
          {(history) => (
            <div class="charts charts--thirds">
              <CollectionCharts history={history} periods={history.all} />
              {history.all.length > 0 && <RateNote />}
              <DeliveryCharts history={history} />
              <ServiceCharts history={history} />
            </div>
          )}
        </ChartSection>
      )}
    </>
  )
}
