/** Shows the monitors of all clients: how many runs succeed, and how much of their limits the clients use. */
import type { ClientMonitorFigures, MonitorFigures, MonitoredCompany } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { percent, whole } from "./Figures.ts"
import { toneOfEnds } from "./Thresholds.ts"
import { shareOf } from "./History.tsx"
import { LiveValue } from "./LiveValue.tsx"
import { useLiveData } from "./LiveData.ts"
import { ClientName, CompanyLink } from "./Names.tsx"
import { SuccessShare } from "./SuccessShare.tsx"

type Day = MonitoredCompany["days"][number]

const shownDays = 14

const sumOf = (days: ReadonlyArray<Day>) => ({
  succeeded: days.reduce((sum, day) => sum + day.succeeded, 0),
  failed: days.reduce((sum, day) => sum + day.failed, 0)
})

const bar = { width: 8, gap: 2, height: 24 }

/**
 * Shows a bar for each of the last days on which runs ended, the newest at the right. The height of a bar is the share
 * of runs that succeeded, beside the full height.
 */
const Trend = ({ days }: Pick<MonitoredCompany, "days">) => {
  const shown = days.slice(-shownDays).map((ends) => ({ ...ends, share: shareOf(ends) ?? 0 }))
  const text = shown.map(({ day, share }) => `${day}: ${percent(share)}`).join(", ")
  const pitch = bar.width + bar.gap
  const empty = shownDays - shown.length
  return (
    <svg class="operations__trend" width={shownDays * pitch} height={bar.height} role="img" aria-label={text}>
      <title>{text}</title>
      {Array.from({ length: shownDays }, (_, index) => (
        <rect key={index} class="days__all" x={index * pitch} width={bar.width} height={bar.height} />
      ))}
      {shown.map(({ share, ...ends }, index) => {
        const height = Math.max(1, share * bar.height)
        return (
          <rect
            key={ends.day}
            class={`chart__bar chart--${toneOfEnds(ends) === "notice" ? "notice" : "success"}`}
            x={(empty + index) * pitch}
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
    scope="last 30 days"
    empty="No monitor has run in the last 30 days."
    rows={companies}
    keyOf={({ company }) => company}
    columns={[
      { title: "Company", cell: ({ company }) => <CompanyLink company={company} /> },
      {
        title: "Success rate, last day",
        isNumber: true,
        cell: ({ days }) => <SuccessShare {...sumOf(days.slice(-1))} />
      },
      { title: "Success rate", isNumber: true, cell: ({ days }) => <SuccessShare {...sumOf(days)} /> },
      {
        title: "Runs",
        isNumber: true,
        cell: ({ days }) => whole(sumOf(days).succeeded + sumOf(days).failed)
      },
      { title: "Failed", isNumber: true, cell: ({ days }) => whole(sumOf(days).failed) },
      { title: `Success rate, last ${shownDays} days with runs`, cell: ({ days }) => <Trend days={days} /> }
    ]}
  />
)

/** Shows a number with its limit, and marks the number if it has nearly reached the limit. */
const Against = ({ limit, used }: { readonly used: number; readonly limit: number }) => {
  const text = `${whole(used)} of ${whole(limit)}`
  return used >= limit * 0.9 ? <Badge tone="notice">{text}</Badge> : <>{text}</>
}

const Clients = ({ clients, dailyStartLimit, monitorLimit }: MonitorFigures) => (
  <DataTable<ClientMonitorFigures>
    caption="Use by client"
    empty="No client has monitors."
    rows={clients}
    keyOf={({ clientId }) => clientId}
    columns={[
      { title: "Client", cell: ({ clientId }) => <ClientName clientId={clientId} /> },
      {
        title: "Monitors, now",
        isNumber: true,
        cell: ({ monitors }) => <Against used={monitors} limit={monitorLimit} />
      },
      {
        title: "Started today",
        isNumber: true,
        cell: ({ startedToday }) => <Against used={startedToday} limit={dailyStartLimit} />
      },
      { title: "Runs, last 30 days", isNumber: true, cell: ({ runs }) => whole(runs) },
      { title: "Failed, last 30 days", isNumber: true, cell: ({ failed }) => whole(failed) },
      { title: "Changes, last 30 days", isNumber: true, cell: ({ changes }) => whole(changes) }
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
