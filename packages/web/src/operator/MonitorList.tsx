/** The monitors of all clients: how many runs succeed, and how much of its limits each client uses. */
import type { ClientMonitorFigures, MonitorFigures, MonitoredCompany } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { toneOfRate } from "./Findings.ts"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"

type Day = MonitoredCompany["days"][number]

/** The days of the chart. */
const shownDays = 14

const shareOf = (days: ReadonlyArray<Day>): number | undefined => {
  const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0)
  const all = succeeded + days.reduce((sum, day) => sum + day.failed, 0)
  return all === 0 ? undefined : succeeded / all
}

const percent = (share: number): string => `${(share * 100).toFixed(share < 1 ? 1 : 0)} %`

const Share = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const share = shareOf(days)
  if (share === undefined) return <>–</>
  return toneOfRate(share) === "notice" ? <Badge tone="notice">{percent(share)}</Badge> : <>{percent(share)}</>
}

const bar = { width: 8, gap: 2, height: 24 }

/** A bar for each of the last days on which runs ended, as high as the share that succeeded. */
const Trend = ({ days }: Pick<MonitoredCompany, "days">) => {
  const shown = days.slice(-shownDays).map((day) => ({ day: day.day, share: shareOf([day]) ?? 0 }))
  const text = shown.map(({ day, share }) => `${day}: ${percent(share)}`).join(", ")
  const width = shown.length * (bar.width + bar.gap)
  return (
    <svg class="operations__trend" width={width} height={bar.height} role="img" aria-label={text}>
      <title>{text}</title>
      {shown.map(({ day, share }, index) => {
        const height = Math.max(1, share * bar.height)
        return (
          <rect
            key={day}
            class={toneOfRate(share) === "notice" ? "operations__bar--low" : "operations__bar"}
            x={index * (bar.width + bar.gap)}
            y={bar.height - height}
            width={bar.width}
            height={height}
          />
        )
      })}
    </svg>
  )
}

const Companies = ({ companies }: Pick<MonitorFigures, "companies">) => (
  <DataTable
    caption="Runs by company"
    empty="No monitor has run in the last 30 days."
    rows={companies}
    keyOf={({ company }) => company}
    columns={[
      { title: "Company", cell: ({ company }) => <code>{company}</code> },
      { title: "Last day", isNumber: true, cell: ({ days }) => <Share days={days.slice(-1)} /> },
      { title: "30 days", isNumber: true, cell: ({ days }) => <Share days={days} /> },
      { title: "Failed", isNumber: true, cell: ({ days }) => days.reduce((sum, { failed }) => sum + failed, 0) },
      { title: `Last ${shownDays} days`, cell: ({ days }) => <Trend days={days} /> }
    ]}
  />
)

/** Shows a number against its limit, and marks one that nearly reaches it. */
const Against = ({ limit, used }: { readonly used: number; readonly limit: number }) => {
  const text = `${used} of ${limit}`
  return used >= limit * 0.9 ? <Badge tone="notice">{text}</Badge> : <>{text}</>
}

const Clients = ({ clients, dailyStartLimit, monitorLimit }: MonitorFigures) => (
  <DataTable<ClientMonitorFigures>
    caption="Use by client"
    empty="No client has monitors."
    rows={clients}
    keyOf={({ clientId }) => clientId}
    columns={[
      { title: "Client", cell: ({ name }) => name },
      { title: "Id", isLong: true, cell: ({ clientId }) => <code>{clientId}</code> },
      { title: "Monitors", isNumber: true, cell: ({ monitors }) => <Against used={monitors} limit={monitorLimit} /> },
      {
        title: "Started today",
        isNumber: true,
        cell: ({ startedToday }) => <Against used={startedToday} limit={dailyStartLimit} />
      },
      { title: "Runs in 30 days", isNumber: true, cell: ({ runs }) => runs },
      { title: "Failed", isNumber: true, cell: ({ failed }) => failed },
      { title: "Changes", isNumber: true, cell: ({ changes }) => changes }
    ]}
  />
)

export const MonitorList = () => (
  <LiveValue live={useLiveData<MonitorFigures>("monitors")}>
    {(figures) => (
      <>
        <Companies {...figures} />
        <Clients {...figures} />
      </>
    )}
  </LiveValue>
)
