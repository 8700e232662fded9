/** Shows a time relative to now, with the exact time in the tooltip. */

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

const relative = new Intl.RelativeTimeFormat("en-GB", { numeric: "always", style: "short" })

/** Formats `at` relative to `now`. Both are in milliseconds since 1970. */
const distance = (at: number, now: number): string => {
  const seconds = Math.round((at - now) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const)
  return relative.format(Math.trunc(seconds / size), unit)
}

export interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string
}

export const RelativeTime = ({ at }: RelativeTimeProps) => (
  <time dateTime={at} title={at}>
    {distance(Date.parse(at), Date.now())}
  </time>
)
