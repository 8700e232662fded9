/**
 * A chart over time, drawn as plain SVG, with the same figures in a table behind it (ADR 32). If the
 * service has just begun to record, shows only the newest figure.
 */
import type { BadgeTone } from "../components/Badge.tsx"
import { DataTable } from "../components/DataTable.tsx"
import { periodText } from "./Figures.ts"
import "./TimeChart.css"

/** One figure of a chart. `values` has one entry for each period; a gap is undefined. */
export interface ChartSeries {
  readonly name: string
  readonly tone: "accent" | "success" | "notice" | "danger" | "neutral"
  readonly values: ReadonlyArray<number | undefined>
}

export interface TimeChartProps {
  readonly title: string
  /** The period that the figure beside the title covers, such as "last 24 hours". */
  readonly scope: string
  /** The name for screen readers, if another chart has the same title. */
  readonly label?: string
  /** The starts of the periods, in milliseconds since 1970. */
  readonly times: ReadonlyArray<number>
  readonly periodSeconds: number
  /**
   * `bars` are counts, stacked on each other. `marks` are figures of periods that have nothing to do with each other,
   * such as rates. `lines` are states, which last until they change.
   */
  readonly kind: "bars" | "lines" | "marks"
  readonly series: ReadonlyArray<ChartSeries>
  readonly format: (value: number) => string
  /** A limit, drawn as a line. Values on the wrong side of it need attention. */
  readonly threshold?: { readonly value: number; readonly name: string } | undefined
  /** The end of the scale. Set it only if the scale always has the same end. */
  readonly maximum?: number
  /** Easy-to-read values at which the scale may end. Default: round numbers. */
  readonly ends?: ReadonlyArray<number>
  /** When the service began to record, in milliseconds since 1970. By default, the whole window counts as recorded. */
  readonly since?: number | undefined
  /** The figure in words. */
  readonly now: string
  /** The tone of the figure. Default: `neutral`. */
  readonly tone?: BadgeTone
}

const size = { width: 600, height: 150 } as const

/** Fewer periods would look like a trend where there is none. */
export const minPeriods = 3

/** Returns true if there is nothing to compare, because the service has just begun to record. */
const isEmpty = ({ since = 0, times }: TimeChartProps): boolean => times.filter((at) => at >= since).length < minPeriods

/** Rounds a value up to a number that makes the scale easy to read. */
const roundUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * unit).find((rounded) => rounded >= value) ?? value
}

const sumAt = (series: ReadonlyArray<ChartSeries>, index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)

const scaleOf = ({ ends, kind, maximum, series, threshold, times }: TimeChartProps): number => {
  if (maximum !== undefined) return maximum
  const values =
    kind === "bars" ? times.map((_, index) => sumAt(series, index)) : series.flatMap(({ values }) => values)
  const most = Math.max(0, threshold?.value ?? 0, ...values.map((value) => value ?? 0))
  return most === 0 ? (ends?.[0] ?? 1) : (ends?.find((end) => end >= most) ?? roundUp(most))
}

/** Returns a value's position between 0 and 1 on a scale that starts at 0. */
const shareOn = (value: number, maximum: number): number => Math.max(0, Math.min(1, value / maximum))

/** How much of its period a bar or a mark leaves free on each side. */
const gap = 0.12

/**
 * Returns the SVG path of a stepped line: each value holds for its whole period. A straight line from point to point
 * would show values between two periods, which nobody has measured. Periods without a value are gaps. With `isJoined`
 * false, each period stands alone.
 */
const stepPath = (values: ChartSeries["values"], maximum: number, isJoined: boolean): string => {
  const step = size.width / values.length
  const space = isJoined ? 0 : gap * step
  return values
    .map((value, index) => {
      if (value === undefined) return ""
      const [x, y] = [index * step, size.height * (1 - shareOn(value, maximum))]
      const isFirst = !isJoined || values[index - 1] === undefined
      const start = isFirst ? `M${(x + space).toFixed(1)} ${y.toFixed(1)}` : `V${y.toFixed(1)}`
      return `${start}H${(x + step - space).toFixed(1)}`
    })
    .join("")
}

/** Returns the SVG path of the area below a step line. */
const areaPath = (line: string): string =>
  line
    .split(/(?=M)/)
    .filter((part) => part !== "")
    .map((part) => `${part}V${size.height}H${/^M(\S+)/.exec(part)?.[1]}Z`)
    .join("")

interface PlotProps extends TimeChartProps {
  readonly scale: number
}

const Bars = ({ scale, series, times }: PlotProps) => {
  const step = size.width / times.length
  return (
    <>
      {times.map((_, index) =>
        series.map(({ name, tone, values }, place) => {
          const height = ((values[index] ?? 0) / scale) * size.height
          const below = (sumAt(series.slice(0, place), index) / scale) * size.height
          return (
            height > 0 && (
              <rect
                key={`${name} ${index}`}
                class={`chart__bar chart--${tone}`}
                x={index * step + step * gap}
                width={step * (1 - 2 * gap)}
                y={size.height - below - height}
                height={height}
              />
            )
          )
        })
      )}
    </>
  )
}

const Lines = ({ kind, scale, series }: PlotProps) => (
  <>
    {series.map(({ name, tone, values }) => {
      const line = stepPath(values, scale, kind === "lines")
      return (
        <g key={name} class={`chart--${tone}`}>
          {series.length === 1 && <path class="chart__area" d={areaPath(line)} />}
          <path class="chart__line" d={line} />
        </g>
      )
    })}
  </>
)

/** Returns the share of the chart's time window that lies before the service began to record. */
const unrecordedShare = ({ since = 0, times }: TimeChartProps): number =>
  times.filter((at) => at < since).length / Math.max(1, times.length)

/** The note fits if the unrecorded part is at least this share of the time window. */
const wideShare = 0.5

/**
 * Covers the part of the window before the service began to record. The style sheet shows the time when recording began
 * only in the page's first chart.
 */
const Unrecorded = (props: TimeChartProps) => {
  const { periodSeconds, since } = props
  const share = unrecordedShare(props)
  if (share === 0 || since === undefined) return null
  return (
    <p class="chart__unrecorded" style={{ inlineSize: `${share * 100}%` }}>
      {share >= wideShare && <span>recording since {periodText(since, periodSeconds)}</span>}
    </p>
  )
}

const Plot = (props: PlotProps) => {
  const { kind, label = props.title, now, scale, scope, threshold } = props
  const height = threshold && size.height * (1 - shareOn(threshold.value, scale))
  return (
    <svg
      class="chart__plot"
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}, ${scope}: ${now}. The table below has all values.`}
    >
      {[0, 0.5, 1].map((share) => (
        <line
          key={share}
          class="chart__grid"
          x1="0"
          x2={size.width}
          y1={share * size.height}
          y2={share * size.height}
        />
      ))}
      {kind === "bars" ? <Bars {...props} /> : <Lines {...props} />}
      {height !== undefined && <line class="chart__threshold" x1="0" x2={size.width} y1={height} y2={height} />}
    </svg>
  )
}

const Legend = ({ series, threshold }: TimeChartProps) => {
  if (series.length === 1 && threshold === undefined) return null
  return (
    <ul class="chart__legend" aria-label="Legend">
      {series.length > 1 &&
        series.map(({ name, tone }) => (
          <li key={name}>
            <span class={`chart__swatch chart--${tone}`} aria-hidden="true" />
            {name}
          </li>
        ))}
      {threshold && (
        <li>
          <span class="chart__swatch chart__swatch--threshold" aria-hidden="true" />
          {threshold.name}
        </li>
      )}
    </ul>
  )
}

const Figures = ({ format, label, periodSeconds, series, times, title }: TimeChartProps) => (
  <details class="chart__table">
    <summary>
      Table<span class="visually-hidden">: {title}</span>
    </summary>
    <DataTable
      caption={`Table: ${label ?? title}`}
      empty="No figures yet."
      isNarrow
      rows={times.map((at, index) => ({ at, index })).toReversed()}
      keyOf={({ at }) => String(at)}
      columns={[
        { title: "From", cell: ({ at }) => periodText(at, periodSeconds) },
        ...series.map(({ name, values }) => ({
          title: name,
          isNumber: true,
          cell: ({ index }: { readonly index: number }) => {
            const value = values[index]
            return value === undefined ? "–" : format(value)
          }
        }))
      ]}
    />
  </details>
)

export const TimeChart = (props: TimeChartProps) => {
  const { format, kind, label, now, periodSeconds, scope, series, times, title, tone = "neutral" } = props
  const scale = scaleOf(props)
  const [, figure = now, rest = ""] = /^([\d.,]+(?:\s(?:%|s|min|h|days|[kMG]B))?),? ?(.*)$/.exec(now) ?? []
  return (
    <section class={isEmpty(props) ? "chart chart--empty" : "chart"} aria-label={label ?? title}>
      <div class="chart__head">
        <h3>
          {title} <span class="chart__scope">· {scope}</span>
        </h3>
        <p class={`chart__now chart__now--${tone}`}>
          {figure} {rest !== "" && <span class="chart__rest">{rest}</span>}
        </p>
      </div>
      {isEmpty(props) ? (
        kind === "bars" && times.some((_, index) => sumAt(series, index) > 0) && <Figures {...props} />
      ) : (
        <>
          <div class="chart__axes">
            <div class="chart__scale" aria-hidden="true">
              <span>{format(scale)}</span>
              <span>{format(0)}</span>
            </div>
            <div class="chart__canvas">
              <Unrecorded {...props} />
              <Plot {...props} scale={scale} />
            </div>
            <div class="chart__times" aria-hidden="true">
              <span>
                {periodText(times[0] ?? 0, periodSeconds)}
                {periodSeconds < 86_400 && " UTC"}
              </span>
              <span>{periodText(times[Math.floor(times.length / 2)] ?? 0, periodSeconds)}</span>
              <span>now</span>
            </div>
          </div>
          <div class="chart__foot">
            <Legend {...props} />
            <Figures {...props} />
          </div>
        </>
      )}
    </section>
  )
}

export interface SparklineProps {
  /** Describes the chart in words, including the newest value. */
  readonly label: string
  readonly values: ChartSeries["values"]
  readonly scale: number
  /** A value below which a bar needs attention. */
  readonly threshold?: number
  /** The tone of the figure that stands beside the bars. */
  readonly tone?: BadgeTone
}

/**
 * A tiny bar chart for tables, as large as a word, with a bar for each period that has a figure. Bars start at 0, so that
 * rows can be compared. Shows nothing if there are too few figures to compare.
 */
export const Sparkline = ({ label, scale, threshold, tone = "neutral", values }: SparklineProps) => {
  if (values.filter((value) => value !== undefined).length < minPeriods) return null
  const box = { width: 96, height: 24 }
  const heightOf = (value: number) => Math.max(1, box.height * shareOn(value, scale))
  const step = box.width / values.length
  const line = threshold === undefined ? undefined : box.height - heightOf(threshold)
  return (
    <svg class="sparkline" viewBox={`0 -2 ${box.width} ${box.height + 4}`} role="img" aria-label={label}>
      {values.map(
        (value, index) =>
          value !== undefined && (
            <rect
              key={index}
              class={`chart__bar chart--${tone === "neutral" ? "accent" : tone}`}
              x={index * step}
              y={box.height - heightOf(value)}
              width={step * (1 - 2 * gap)}
              height={heightOf(value)}
            />
          )
      )}
      {line !== undefined && <line class="chart__threshold" x1="0" x2={box.width} y1={line} y2={line} />}
    </svg>
  )
}
