/** Shows a time relative to now, in the units of all durations, with the exact time in the tooltip. */
import { seconds } from "./Figures.ts"

/** Says how far `at` is from `now`. Both are in milliseconds since 1970. */
const distance = (at: number, now: number): string =>
  at > now ? `in ${seconds((at - now) / 1000)}` : `${seconds((now - at) / 1000)} ago`

export interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string
}

export const RelativeTime = ({ at }: RelativeTimeProps) => (
  <time dateTime={at} title={at}>
    {distance(Date.parse(at), Date.now())}
  </time>
)
