/** The code that a status shows, computed at each poll because it changes over time (spec 2.5, 17). */
import type { AnimatedQr, DisplayEntry } from "@sheaf/ports"

/** A code at one moment. */
export interface DisplayedCode {
  readonly text: string
  /**
   * True if the status shows the text as `QR_TEXT`. All other codes belong to apps that a start token can also open.
   */
  readonly isReadyText: boolean
  /** How many whole seconds ago the order began, or the position of the company's text. */
  readonly second: number
  /** When the code changes. */
  readonly until: number
}

type CodeEntry = Extract<DisplayEntry, { readonly _tag: "AnimatedCode" | "DeviceLink" }>

const changingCodeAt = (qr: AnimatedQr["Service"], entry: CodeEntry, now: number): DisplayedCode => {
  const second = Math.max(0, Math.floor((now - entry.startedAt) / 1000))
  const text = entry._tag === "DeviceLink" ? qr.link(entry, second) : qr.text(entry, second)
  const isReadyText = entry._tag === "DeviceLink"
  return { second, until: entry.startedAt + (second + 1) * 1000, text, isReadyText }
}

/** Returns the company's text at `now`. The last text stays, because only the company can make more. */
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

/** Returns the code to show at `now`, in milliseconds since 1970. If a status has several codes, the last is used. */
export const displayedCodeAt = (
  qr: AnimatedQr["Service"],
  entries: ReadonlyArray<DisplayEntry> | undefined,
  now: number
): DisplayedCode | undefined => {
  const entry = entries?.at(-1)
  if (entry === undefined) return undefined
  return entry._tag === "CodeTexts" ? companysCodeAt(entry, now) : changingCodeAt(qr, entry, now)
}
