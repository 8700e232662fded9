/** The companies and banks: whether they work, and how collections have ended, by login method. */
import type { CompanyHealth, MethodHistory, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "../components/RelativeTime.tsx"
import { CollectionCharts } from "./CollectionCharts.tsx"
import { isFailing, lowRate, toneOfRate } from "./Findings.ts"
import {
  percent,
  scaleStart,
  seconds,
  shareOf,
  shownWindow,
  useHistory,
  valuesOf,
  whole,
  WindowChoice,
  windowNames
} from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { PageTitle } from "./PageTitle.tsx"
import { Sparkline } from "./TimeChart.tsx"

const tones: Readonly<Record<CompanyHealth["status"], BadgeTone>> = {
  OPERATIONAL: "success",
  DEGRADED: "notice",
  MAINTENANCE: "neutral",
  UNAVAILABLE: "danger"
}

const failuresOf = ({ failures }: CompanyHealth): string =>
  Object.entries(failures)
    .map(([reason, count]) => `${count} ${reason}`)
    .join(", ")

const Failures = (company: CompanyHealth) =>
  isFailing(company) ? <Badge tone="notice">{failuresOf(company)}</Badge> : <>{failuresOf(company)}</>

/** A row: a company, with one of its login methods if collections have ended in the window. */
interface Row {
  readonly health: CompanyHealth
  readonly method?: MethodHistory
}

const rowsOf = (companies: ReadonlyArray<CompanyHealth>, history: ServiceHistory): ReadonlyArray<Row> =>
  companies.flatMap((health): ReadonlyArray<Row> => {
    const methods = history.methods.filter(({ company }) => company === health.company)
    return methods.length === 0 ? [{ health }] : methods.map((method) => ({ health, method }))
  })

interface RateProps {
  readonly history: ServiceHistory
  readonly method: MethodHistory
}

const Rate = ({ history, method: { periods, total } }: RateProps) => {
  const share = shareOf(total)
  if (share === undefined) return <>–</>
  const text = percent(share)
  const shares = valuesOf(history, periods, shareOf)
  return (
    <span class="rate">
      <Sparkline
        label={`Success rate in ${windowNames[shownWindow.value]}: ${text}`}
        values={shares}
        minimum={scaleStart(shares)}
        scale={1}
        threshold={lowRate}
        tone={toneOfRate(share)}
      />
      {toneOfRate(share) === "notice" ? <Badge tone="notice">{text}</Badge> : text}
    </span>
  )
}

const Volume = ({ history, method: { periods, total } }: RateProps) => {
  const all = (ends: MethodHistory["total"]) => ends.succeeded + ends.failed + ends.other
  const values = valuesOf(history, periods, all).map((value) => value ?? 0)
  return (
    <span class="rate">
      <Sparkline
        label={`Collections in ${windowNames[shownWindow.value]}: ${all(total)}`}
        values={values}
        scale={Math.max(1, ...values)}
      />
      {whole(all(total))}
    </span>
  )
}

const duration = (value: number | undefined): string => (value === undefined ? "" : seconds(value))

interface Listed {
  readonly companies: ReadonlyArray<CompanyHealth>
}

const Companies = ({ companies, history }: Listed & { readonly history: ServiceHistory }) => (
  <DataTable<Row>
    caption="Companies and banks"
    empty="The service has no companies. Add a connector to the configuration."
    rows={rowsOf(companies, history)}
    keyOf={({ health, method }) => `${health.company} ${method?.loginMethod}`}
    columns={[
      {
        title: "Company",
        cell: ({ health: { company, name } }) => <a href={`#/companies/${company}`}>{name}</a>
      },
      { title: "Status", cell: ({ health: { status } }) => <Badge tone={tones[status]}>{status}</Badge> },
      { title: "Login method", cell: ({ method }) => method && <code>{method.loginMethod}</code> },
      { title: "Success rate", cell: ({ method }) => method && <Rate history={history} method={method} /> },
      { title: "Collections", cell: ({ method }) => method && <Volume history={history} method={method} /> },
      { title: "p50", isNumber: true, cell: ({ method }) => duration(method?.total.p50Seconds) },
      { title: "p95", isNumber: true, cell: ({ method }) => duration(method?.total.p95Seconds) },
      { title: "Failed", isNumber: true, cell: ({ method }) => method && whole(method.total.failed) },
      { title: "Failed calls", cell: ({ health }) => <Failures {...health} /> }
    ]}
  />
)

const Drifts = ({ companies }: Listed) => (
  <DataTable
    caption="Changed records"
    empty="None. All records have the members of earlier ones."
    rows={companies.flatMap(({ drifts, name }) => drifts.map((drift) => ({ name, ...drift })))}
    keyOf={({ found, kind, loginMethod, member, name }) => [name, loginMethod, kind, member, found].join(" ")}
    columns={[
      { title: "Company", cell: ({ name }) => name },
      { title: "Login method", cell: ({ loginMethod }) => <code>{loginMethod}</code> },
      { title: "Since", cell: ({ since }) => <RelativeTime at={since} /> },
      { title: "Change", isLong: true, cell: ({ text }) => <Badge tone="notice">{text}</Badge> }
    ]}
  />
)

export const CompanyList = () => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  return (
    <>
      <WindowChoice />
      <LiveValue live={useHistory()}>
        {(history) => (
          <LiveValue live={companies}>
            {(companies) => (
              <>
                <Companies companies={companies} history={history} />
                <Drifts companies={companies} />
              </>
            )}
          </LiveValue>
        )}
      </LiveValue>
    </>
  )
}

const Facts = (health: CompanyHealth) => (
  <p class="process">
    <span>
      {health.status.toLowerCase()} since <RelativeTime at={health.updatedAt} />
    </span>
    <code>{health.company}</code>
    <span>
      {whole(health.calls)} calls of this process
      {health.averageMillis !== undefined && `, ${health.averageMillis} ms each`}
    </span>
    <Failures {...health} />
  </p>
)

/** One company, with a row of charts for each login method. */
export const CompanyView = ({ company }: { readonly company: string }) => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  const { name = company, status } = companies.value?.find((each) => each.company === company) ?? {}
  return (
    <>
      <PageTitle title={name} parent={{ title: "Companies", route: "companies" }}>
        {status && <Badge tone={tones[status]}>{status}</Badge>}
      </PageTitle>
      <LiveValue live={companies}>
        {(all) => {
          const health = all.find((each) => each.company === company)
          return health === undefined ? (
            <p class="soft">The service has no company {company}.</p>
          ) : (
            <Facts {...health} />
          )
        }}
      </LiveValue>
      <WindowChoice />
      <LiveValue live={useHistory()}>
        {(history) => {
          const methods = history.methods.filter((each) => each.company === company)
          return methods.length === 0 ? (
            <p class="soft">No collection has ended in {windowNames[shownWindow.value]}.</p>
          ) : (
            <>
              {methods.map(({ loginMethod, periods }) => (
                <section key={loginMethod} class="history" aria-label={loginMethod}>
                  <h2>
                    <code>{loginMethod}</code>
                  </h2>
                  <div class="charts">
                    <CollectionCharts history={history} periods={periods} of={loginMethod} />
                  </div>
                </section>
              ))}
            </>
          )
        }}
      </LiveValue>
    </>
  )
}
