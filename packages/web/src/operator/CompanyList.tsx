/**
 * Lists the companies and banks. Shows whether they work, and how their collections have ended for each login method.
 */
import type { CompanyHealth, MethodHistory, ServiceHistory } from "@sheaf/domain/OperatorViews"
import { DataTable } from "../components/DataTable.tsx"
import { Drifts, Status, worstFirst } from "./CompanyParts.tsx"
import { percent, seconds, whole } from "./Figures.ts"
import { reasonsFor, severities, statuses } from "./CompanyFindings.ts"
import type { Reason } from "./CompanyFindings.ts"
import { isUnsure, lowRate, toneOfEnds } from "./Thresholds.ts"
import { ReadAt, shareOf, shownWindow, useDay, useHistory, valuesOf, WindowChoice, windowNames } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { RateNote } from "./RateNote.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { SuccessShare } from "./SuccessShare.tsx"
import { Sparkline } from "./TimeChart.tsx"
import { Method } from "./Words.tsx"

/** A row of the table: a company and, if collections have ended in the window, one of its login methods. */
interface Row {
  readonly health: CompanyHealth
  readonly method?: MethodHistory
  readonly isFirst: boolean
  /** True if one of the company's success rates is low, but is based on too few failures to need attention. */
  readonly isUnsure: boolean
  /** Why the company needs attention, worst first. */
  readonly reasons: ReadonlyArray<Reason>
  /** How urgently the company needs attention. 0 means not at all, and 1 that it is in planned maintenance. */
  readonly urgency: number
}

/** The groups of companies that need nobody, by urgency. */
const groupNames: Readonly<Partial<Record<number, string>>> = { 0: "In use", 1: "In maintenance" }

const rowsOf = (health: CompanyHealth, { day, history }: Histories): ReadonlyArray<Row> => {
  const own = history.methods.filter(({ company }) => company === health.company).toSorted(worstFirst)
  const reasons = reasonsFor(health, day)
  const [worst] = reasons
  const urgency = worst === undefined ? 0 : 3 - severities[worst.tone]
  const common = { health, reasons, urgency, isUnsure: own.some(({ total }) => isUnsure(total)) }
  if (own.length === 0) return [{ ...common, isFirst: true }]
  return own.map((method, index) => ({ ...common, method, isFirst: index === 0 }))
}

/** Returns the rows of companies that need attention or have collections in the window. The most urgent come first. */
const activeRows = ({ companies, ...histories }: ListedOverTime): ReadonlyArray<Row> =>
  companies
    .flatMap((health) => rowsOf(health, histories))
    .filter(({ method, urgency }) => urgency > 0 || method !== undefined)
    .toSorted(
      (one, other) => other.urgency - one.urgency || (one.reasons[0]?.rate ?? 1) - (other.reasons[0]?.rate ?? 1)
    )

interface RateProps {
  readonly history: ServiceHistory
  readonly method: MethodHistory
}

const Rate = ({ history, method: { periods, total } }: RateProps) => {
  const share = shareOf(total)
  const shares = valuesOf(history, periods, shareOf)
  return (
    <span class="rate">
      {share !== undefined && !isUnsure(total) && (
        <Sparkline
          label={`Success rate, ${windowNames[shownWindow.value]}: ${percent(share)}`}
          values={shares}
          scale={1}
          threshold={lowRate}
          tone={toneOfEnds(total)}
        />
      )}
      <span class="rate__value">
        <SuccessShare {...total} />
      </span>
    </span>
  )
}

const Volume = ({ history, method: { periods, total } }: RateProps) => {
  const all = (ends: MethodHistory["total"]) => ends.succeeded + ends.failed + ends.other
  const values = valuesOf(history, periods, all)
  return (
    <span class="rate">
      <Sparkline
        label={`Collections, ${windowNames[shownWindow.value]}: ${all(total)}`}
        values={values}
        scale={Math.max(1, ...values.map((value) => value ?? 0))}
      />
      <span class="rate__count">{whole(all(total))}</span>
    </span>
  )
}

interface FailedCountProps {
  readonly health: CompanyHealth
  readonly failed: number
}

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

interface Histories {
  /** The figures for the time window that the charts show. */
  readonly history: ServiceHistory
  /** The figures for the last 24 hours. They determine which companies need attention, as on the overview. */
  readonly day: ServiceHistory
}

interface ListedOverTime extends Listed, Histories {}

/** The status, and why the company needs attention. The login methods are in the rows. */
const Standing = ({ health: { status }, isUnsure, reasons }: Row) => (
  <>
    <Status status={status} isDoubtful={isUnsure || reasons.length > 0} />
    {reasons
      .map(({ figure, text, tone }) => ({ tone, text: text === statuses[status]?.text ? figure : text }))
      .filter(({ text }) => text !== undefined)
      .map(({ text, tone }) => (
        <small key={text} class={`share share--${tone}`}>
          {text}
        </small>
      ))}
  </>
)

const Companies = ({ companies, day, history }: ListedOverTime) => (
  <DataTable<Row>
    caption="Companies and banks"
    scope={windowNames[shownWindow.value]}
    empty={
      companies.length === 0
        ? "The service has no companies. Add a connector to the configuration."
        : `No collection has ended in the ${windowNames[shownWindow.value]}.`
    }
    rows={activeRows({ companies, day, history })}
    keyOf={({ health, method }) => `${health.company} ${method?.loginMethod}`}
    groupOf={({ urgency }) => groupNames[urgency] ?? "Needs attention"}
    isContinued={({ isFirst }) => !isFirst}
    columns={[
      {
        title: "Company",
        place: "start",
        cell: (row) => (
          <span class="pair company">
            <a href={`#/companies/${row.health.company}`}>{row.health.name}</a>
            {row.isFirst && <Standing {...row} />}
          </span>
        )
      },
      {
        title: "Login method",
        isLong: true,
        place: "below",
        cell: ({ method }) =>
          method ? (
            <Method>{method.loginMethod}</Method>
          ) : (
            <span class="soft">No collection in the {windowNames[shownWindow.value]}</span>
          )
      },
      {
        title: "Success rate",
        isNumber: true,
        place: "end",
        cell: ({ method }) => method && <Rate history={history} method={method} />
      },
      {
        title: "Collections",
        isNumber: true,
        cell: ({ method }) => method && <Volume history={history} method={method} />
      },
      { title: "Duration p50", isNumber: true, cell: ({ method }) => duration(method?.total.p50Seconds) },
      { title: "p95", isNumber: true, cell: ({ method }) => duration(method?.total.p95Seconds) },
      {
        title: "Failed",
        isNumber: true,
        place: "below",
        cell: ({ health, method }) => method && <FailedCount health={health} failed={method.total.failed} />
      }
    ]}
  />
)

/**
 * Lists the companies that work but have no collections in the window. Shows only their names, because there is nothing
 * to compare.
 */
const Quiet = (listed: ListedOverTime) => {
  const { companies } = listed
  const active = new Set(activeRows(listed).map(({ health }) => health.company))
  const quiet = companies.filter(({ company }) => !active.has(company))
  return (
    quiet.length > 0 && (
      <section class="quiet" aria-labelledby="quiet">
        <h2 id="quiet">
          Operational, without collections in the {windowNames[shownWindow.value]}{" "}
          <span class="count">{quiet.length}</span>
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

export const CompanyList = () => {
  const companies = useLiveData<ReadonlyArray<CompanyHealth>>("companies")
  const shown = useHistory()
  const day = useDay(shown)
  const failure = companies.failure ?? shown.failure ?? day.failure
  const value =
    companies.value && shown.value && day.value
      ? { companies: companies.value, history: shown.value, day: day.value }
      : undefined
  return (
    <>
      <PageTitle title="Companies" choice={<WindowChoice />}>
        {value && <ReadAt history={value.history} />}
      </PageTitle>
      <LiveValue live={{ value, failure, refresh: () => {} }}>
        {(listed) => (
          <>
            <div class="history">
              <Companies {...listed} />
              <RateNote />
            </div>
            <Quiet {...listed} />
            <Drifts companies={listed.companies} />
          </>
        )}
      </LiveValue>
    </>
  )
}
