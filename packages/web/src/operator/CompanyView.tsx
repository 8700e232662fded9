/** One company: its calls, the newest failures, and a row of charts for each login method. */
import type { CompanyHealth, FailedCollection, MethodHistory, ServiceOverview } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { RelativeTime } from "./RelativeTime.tsx"
import { methodNameOf } from "../texts/MethodNames.ts"
import { CompanyExplanation } from "./CompanyExplanation.tsx"
import { CollectionCharts, NoCollections } from "./CollectionCharts.tsx"
import { Drifts, Status, worstFirst } from "./CompanyParts.tsx"
import { Copyable } from "./CopyButton.tsx"
import { FactList } from "./FactList.tsx"
import { whole } from "./Figures.ts"
import { isFailing, isLow, isUnsure } from "./Thresholds.ts"
import { ChartNote, ReadAt, shownWindow, useDay, useHistory, WindowChoice, windowNames } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import type { LiveData } from "./LiveData.ts"
import { RateNote } from "./RateNote.tsx"
import { PageTitle } from "./PageTitle.tsx"
import { reasonText } from "./Statuses.ts"
import { Constant, Id, Method, wordsOf } from "./Words.tsx"

/**
 * The number of failed calls for each reason, such as "3 unreachable". Failed collections are not included: a
 * collection can fail even if every call is answered.
 */
const FailedCalls = (company: CompanyHealth) => {
  const text = Object.entries(company.failures)
    .map(([reason, count]) => `${whole(count)} ${wordsOf(reason).toLowerCase()}`)
    .join(", ")
  return isFailing(company) ? <Badge tone="notice">{text}</Badge> : <>{text}</>
}

/**
 * Returns when the company's availability was last checked, which is the later of the two times. A simulated company is
 * checked when the process starts, but its `updatedAt` can be earlier.
 */
const checkedAt = (updatedAt: string, startedAt: string): string =>
  Date.parse(updatedAt) < Date.parse(startedAt) ? startedAt : updatedAt

const Facts = (health: CompanyHealth) => {
  const { averageMillis, calls, company, failures, updatedAt } = health
  const { value: overview } = useLiveData<ServiceOverview>("overview")
  return (
    <FactList
      facts={[
        ["Id", <Copyable>{company}</Copyable>],
        ["Availability checked", overview && <RelativeTime at={checkedAt(updatedAt, overview.startedAt)} />],
        [
          "Calls since this process started",
          calls === 0
            ? "None"
            : `${whole(calls)}${averageMillis === undefined ? "" : `, ${whole(averageMillis)} ms each`}`
        ],
        ["Calls without a usable answer", Object.keys(failures).length === 0 ? "None" : <FailedCalls {...health} />]
      ]}
    />
  )
}

const failedOf = (methods: ReadonlyArray<MethodHistory>): number =>
  methods.reduce((sum, { total }) => sum + total.failed, 0)

/** The number of failures shown at a time. More would push the charts far down the page. */
const firstFailures = 4

interface LatestFailuresProps {
  readonly failures: LiveData<ReadonlyArray<FailedCollection>>
  /** The number of failed collections in the statistics, which lag by a minute. */
  readonly failed: number
}

/**
 * The latest failed collections. Each id links to the collection's history. Shows nothing if no collection has failed.
 */
const LatestFailures = ({ failed, failures }: LatestFailuresProps) => {
  if (failed === 0 && failures.failure === undefined && (failures.value ?? []).length === 0) return null
  return (
    <LiveValue live={failures}>
      {(all) => (
        <DataTable
          caption="Latest failures"
          scope={windowNames[shownWindow.value]}
          empty={`No collection that started in the ${windowNames[shownWindow.value]} has failed.`}
          rows={all}
          step={firstFailures}
          keyOf={({ collectionId }) => collectionId}
          columns={[
            { title: "Ended", place: "below", cell: ({ at }) => <RelativeTime at={at} /> },
            { title: "Status", place: "start", cell: ({ status }) => <Constant>{status}</Constant> },
            {
              title: "Reason",
              isLong: true,
              place: "below",
              cell: ({ reason }) => <span>{reasonText(reason) ?? "None recorded"}</span>
            },
            {
              title: "Login method",
              isLong: true,
              place: "below",
              cell: ({ loginMethod }) => <Method>{loginMethod}</Method>
            },
            { title: "Collection", place: "end", cell: ({ collectionId }) => <Id>{collectionId}</Id> }
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
  const day = useDay(live).value
  const failures = useLiveData<ReadonlyArray<FailedCollection>>(
    `failures?company=${encodeURIComponent(company)}&window=${shownWindow.value}`
  )
  const methods = (live.value?.methods ?? []).filter((each) => each.company === company).toSorted(worstFirst)
  return (
    <>
      <PageTitle title={name} parent={{ title: "Companies", route: "companies" }} choice={<WindowChoice />}>
        {status && <Status status={status} isDoubtful={methods.some(({ total }) => isLow(total) || isUnsure(total))} />}
        {live.value && <ReadAt history={live.value} />}
      </PageTitle>
      <LiveValue live={companies}>
        {(all) => {
          const health = all.find((each) => each.company === company)
          return health === undefined ? (
            <p class="soft">The service has no company {company}.</p>
          ) : (
            <>
              {day && failures.value && <CompanyExplanation health={health} day={day} failures={failures.value} />}
              <Facts {...health} />
              {health.drifts.length > 0 && <Drifts companies={[health]} />}
            </>
          )
        }}
      </LiveValue>
      <LatestFailures failures={failures} failed={failedOf(methods)} />
      <LiveValue live={live}>
        {(history) =>
          methods.length === 0 ? (
            <NoCollections />
          ) : (
            <>
              {methods.map(({ loginMethod, periods }) => (
                <section key={loginMethod} class="history" aria-label={methodNameOf(loginMethod)}>
                  <h2>
                    <Method>{loginMethod}</Method>
                  </h2>
                  <div class="charts">
                    <CollectionCharts history={history} periods={periods} of={methodNameOf(loginMethod)} />
                  </div>
                </section>
              ))}
              <RateNote />
              <ChartNote history={history} />
            </>
          )
        }
      </LiveValue>
    </>
  )
}
