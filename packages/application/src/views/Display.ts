/** Formats times for clients, and computes the code (such as a QR code) that a status shows (spec 2.5, 17). */
import type { AnimatedQr, DisplayEntry } from "@sheaf/ports"
import { dayMillis } from "@sheaf/domain/CalendarDate"

/** Formats a time as a UTC date, `YYYY-MM-DD`. */
export const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

const padded = (value: number): string => (value < 10 ? `0${value}` : String(value))

/** Returns a formatter that caches the last date. It is four times as fast as `Date`, which matters for polls. */
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

export interface DisplayedCode {
  readonly text: string
  /**
   * True if the status shows this text as `QR_TEXT`. False if the code is for an app that can also be opened with a
   * start token.
   */
  readonly isReadyText: boolean
  /**
   * How many whole seconds ago the order began. If the company supplies the codes' texts itself, this is the index of
   * the current text instead.
   */
  readonly second: number
  /**
   * The time at which another code replaces this one, in milliseconds since 1970. `Infinity` if this is the last code
   * whose text the company supplied.
   */
  readonly until: number
}

type CodeEntry = Extract<DisplayEntry, { readonly _tag: "AnimatedCode" | "DeviceLink" }>

const changingCodeAt = (qr: AnimatedQr["Service"], entry: CodeEntry, now: number): DisplayedCode => {
  const second = Math.max(0, Math.floor((now - entry.startedAt) / 1000))
  const text = entry._tag === "DeviceLink" ? qr.link(entry, second) : qr.text(entry, second)
  const isReadyText = entry._tag === "DeviceLink"
  return { second, until: entry.startedAt + (second + 1) * 1000, text, isReadyText }
}

/** The last text never expires, because only the company can supply more. */
const companysCodeAt = (
  { texts }: Extract<DisplayEntry, { readonly _tag: "CodeTexts" }>,
  now: number
): DisplayedCode | undefined => {
  const found = texts.findIndex(({ until }) => now < until)
  const second = found === -1 ? texts.length - 1 : found
  const current = texts[second]
  if (current === undefined) return undefined
  const until = second === texts.length - 1 ? Infinity : current.until
  return { text: current.text, isReadyText: true, second, until }
}

/**
 * Returns the code to show at `now`, in milliseconds since 1970. It is computed at each poll, because it changes over
 * time. If a status has several codes, the last is used.
 */
export const displayedCodeAt = (
  qr: AnimatedQr["Service"],
  entries: ReadonlyArray<DisplayEntry> | undefined,
  now: number
): DisplayedCode | undefined => {
  const entry = entries?.at(-1)
  if (entry === undefined) return undefined
  return entry._tag === "CodeTexts" ? companysCodeAt(entry, now) : changingCodeAt(qr, entry, now)
}
