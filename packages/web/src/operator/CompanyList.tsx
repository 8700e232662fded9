/** The companies and banks: whether they work, and how collections have ended, by login method. */
import type { CompanyHealth, FailedCollection, MethodHistory, ServiceHistory } from "@sheaf/domain/OperatorViews"
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
import { Constant, Id, wordsOf } from "./Words.tsx"

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

const urgencies: Readonly<Record<CompanyHealth["status"], number>> = {
  OPERATIONAL: 0,
  MAINTENANCE: 1,
  DEGRADED: 2,
  UNAVAILABLE: 3
}

/** A row: a company, with one of its login methods if collections have ended in the window. */
interface Row {
  readonly health: CompanyHealth
  readonly method?: MethodHistory
  readonly isFirst: boolean
  /** How urgent it is: 0 needs no attention. */
  readonly urgency: number
}

const isLow = ({ total }: MethodHistory): boolean => toneOfRate(shareOf(total) ?? 1) === "notice"

/** Returns the lowest success rate first. Methods without one come last. */
const worstFirst = (one: MethodHistory, other: MethodHistory): number =>
  (shareOf(one.total) ?? 2) - (shareOf(other.total) ?? 2)

const rowsOf = (health: CompanyHealth, { methods }: ServiceHistory): ReadonlyArray<Row> => {
  const own = methods.filter(({ company }) => company === health.company).toSorted(worstFirst)
  const urgency = Math.max(urgencies[health.status], isFailing(health) || own.some(isLow) ? urgencies.DEGRADED : 0)
  if (own.length === 0) return [{ health, urgency, isFirst: true }]
  return own.map((method, index) => ({ health, method, urgency, isFirst: index === 0 }))
}

/** Returns the rows of companies about which there is something to say, what needs attention first. */
const activeRows = ({ companies, history }: ListedOverTime): ReadonlyArray<Row> =>
  companies
    .flatMap((health) => rowsOf(health, history))
    .filter(({ method, urgency }) => urgency > 0 || method !== undefined)
    .toSorted((one, other) => other.urgency - one.urgency)

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

interface FailedCountProps {
  readonly health: CompanyHealth
  readonly failed: number
}

/** The number of failures, which leads to the newest of them. */
const FailedCount = ({ failed, health: { company, name } }: FailedCountProps) =>
  failed === 0 ? (
    <>0</>
  ) : (
    <a href={`#/companies/${company}`} aria-label={`${whole(failed)} failed at ${name}`}>
      {whole(failed)}
    </a>
  )

const duration = (value: number | undefined): string => (value === undefined ? "" : seconds(value))

interface Listed {
  readonly companies: ReadonlyArray<CompanyHealth>
}

interface ListedOverTime extends Listed {
  readonly history: ServiceHistory
}

const Companies = ({ companies, history }: ListedOverTime) => (
  <DataTable<Row>
    caption="Companies and banks"
    empty={
      companies.length === 0
        ? "The service has no companies. Add a connector to the configuration."
        : `No collection has ended in ${windowNames[shownWindow.value]}.`
    }
    rows={activeRows({ companies, history })}
    keyOf={({ health, method }) => `${health.company} ${method?.loginMethod}`}
    groupOf={({ urgency }) => (urgency > 0 ? "Need attention" : "Working")}
    isContinued={({ isFirst }) => !isFirst}
    columns={[
      {
        title: "Company",
        cell: ({ health: { company, name } }) => <a href={`#/companies/${company}`}>{name}</a>
      },
      {
        title: "Status",
        cell: ({ health: { status }, isFirst }) => isFirst && <Badge tone={tones[status]}>{wordsOf(status)}</Badge>
      },
      {
        title: "Login method",
        isLong: true,
        cell: ({ method }) => method && <Constant>{method.loginMethod}</Constant>
      },
      { title: "Success rate", cell: ({ method }) => method && <Rate history={history} method={method} /> },
      { title: "Collections", cell: ({ method }) => method && <Volume history={history} method={method} /> },
      { title: "p50", isNumber: true, cell: ({ method }) => duration(method?.total.p50Seconds) },
      { title: "p95", isNumber: true, cell: ({ method }) => duration(method?.total.p95Seconds) },
      {
        title: "Failed",
        isNumber: true,
        cell: ({ health, method }) => method && <FailedCount health={health} failed={method.total.failed} />
      },
      { title: "Failed calls", cell: ({ health, isFirst }) => isFirst && <Failures {...health} /> }
    ]}
  />
)

/** The companies that work, and at which no collection has ended: only their names, because there is nothing to compare. */
const Quiet = ({ companies, history }: ListedOverTime) => {
  const active = new Set(activeRows({ companies, history }).map(({ health }) => health.company))
  const quiet = companies.filter(({ company }) => !active.has(company))
  return (
    quiet.length > 0 && (
      <section class="quiet" aria-labelledby="quiet">
        <h2 id="quiet">
          Operational, without collections in {windowNames[shownWindow.value]} <span>{quiet.length}</span>
        </h2>
        <ul>
          {quiet.map(({ company, name }) => (
            <li key={company}>
              <a href={`#/companies/${company}`}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
    )
  )
}

const Drifts = ({ companies }: Listed) => (
  <DataTable
    caption="Changed records"
    empty="None. All records have the members of earlier ones."
    rows={companies.flatMap(({ drifts, name }) => drifts.map((drift) => ({ name, ...drift })))}
    keyOf={({ found, kind, loginMethod, member, name }) => [name, loginMethod, kind, member, found].join(" ")}
    columns={[
      { title: "Company", cell: ({ name }) => name },
      { title: "Login method", cell: ({ loginMethod }) => <Constant>{loginMethod}</Constant> },
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
                <Quiet companies={companies} history={history} />
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
      since <RelativeTime at={health.updatedAt} />
    </span>
    <code>{health.company}</code>
    <span>
      {whole(health.calls)} calls of this process
      {health.averageMillis !== undefined && `, ${health.averageMillis} ms each`}
    </span>
    <Failures {...health} />
  </p>
)

const endsOf = (methods: ReadonlyArray<MethodHistory>) => ({
  succeeded: methods.reduce((sum, { total }) => sum + total.succeeded, 0),
  failed: methods.reduce((sum, { total }) => sum + total.failed, 0)
})

/** The status, and the success rate if it needs attention: a company can be operational while many collections fail. */
const Standing = ({ methods, status }: Pick<CompanyHealth, "status"> & Pick<ServiceHistory, "methods">) => {
  const share = shareOf(endsOf(methods))
  const isLowRate = share !== undefined && toneOfRate(share) === "notice"
  return (
    <>
      <Badge tone={isLowRate && status === "OPERATIONAL" ? "neutral" : tones[status]}>{wordsOf(status)}</Badge>
      {isLowRate && (
        <Badge tone="notice">
          {percent(share)} succeeded in {windowNames[shownWindow.value]}
        </Badge>
      )}
    </>
  )
}

interface LatestFailuresProps {
  readonly company: string
  /** The number of failures in the figures, which lag by a minute. */
  readonly failed: number
}

/** The newest collections that failed. Each leads to its story. Nothing, if none has failed. */
const LatestFailures = ({ company, failed }: LatestFailuresProps) => {
  const failures = useLiveData<ReadonlyArray<FailedCollection>>(
    `failures?company=${encodeURIComponent(company)}&window=${shownWindow.value}`
  )
  if (failed === 0 && failures.failure === undefined && (failures.value ?? []).length === 0) return null
  return (
    <LiveValue live={failures}>
      {(rows) => (
        <DataTable
          caption="Latest failures"
          empty={`No collection that started in ${windowNames[shownWindow.value]} has failed.`}
          rows={rows}
          keyOf={({ collectionId }) => collectionId}
          columns={[
            { title: "Ended", cell: ({ at }) => <RelativeTime at={at} /> },
            { title: "Collection", cell: ({ collectionId }) => <Id>{collectionId}</Id> },
            { title: "Login method", isLong: true, cell: ({ loginMethod }) => <Constant>{loginMethod}</Constant> },
            { title: "Status", cell: ({ status }) => <Badge tone="danger">{wordsOf(status)}</Badge> }
          ]}
        />
      )}
    </LiveValue>
  )
}

/** One company, with a row of charts for each login method. */
export const CompanyView = ({ company }: { readonly company: string }) => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  const { name = company, status } = companies.value?.find((each) => each.company === company) ?? {}
  const live = useHistory()
  const methods = (live.value?.methods ?? []).filter((each) => each.company === company).toSorted(worstFirst)
  return (
    <>
      <PageTitle title={name} parent={{ title: "Companies", route: "companies" }}>
        {status && <Standing status={status} methods={methods} />}
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
      <LatestFailures company={company} failed={endsOf(methods).failed} />
      <LiveValue live={live}>
        {(history) =>
          methods.length === 0 ? (
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
        }
      </LiveValue>
    </>
  )
}
