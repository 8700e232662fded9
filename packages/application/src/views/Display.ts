/** The parts of a status that Sheaf prepares at each poll: a code that changes every second, and a page (spec 2.5, 17). */
import type { AnimatedQr, DisplayEntry } from "@sheaf/ports"

/** A code at one moment. */
interface Code {
  readonly text: string
  /** True if the company made the text itself. Otherwise, Sheaf computed it for the electronic ID. */
  readonly isCompanys: boolean
  /** The number of whole seconds since the order began, or the position of the company's text. */
  readonly second: number
  /** The time at which the code changes. */
  readonly until: number
}

export interface RenderedDisplay {
  readonly code?: Code
  readonly pageUrl?: string
}

type CodeEntry = Extract<DisplayEntry, { readonly _tag: "AnimatedCode" | "DeviceLink" }>

const codeAt = (qr: AnimatedQr["Service"], entry: CodeEntry, now: number): Code => {
  const second = Math.max(0, Math.floor((now - entry.startedAt) / 1000))
  const text = entry._tag === "DeviceLink" ? qr.link(entry, second) : qr.text(entry, second)
  return { second, until: entry.startedAt + (second + 1) * 1000, text, isCompanys: false }
}

/** Returns the company's text at the time `now`. The last text stays, because only the company can renew it. */
const companysCodeAt = (
  { texts }: Extract<DisplayEntry, { readonly _tag: "CodeTexts" }>,
  now: number
): Code | undefined => {
  const found = texts.findIndex(({ until }) => now < until)
  const second = found === -1 ? texts.length - 1 : found
  const current = texts[second]
  if (current === undefined) return undefined
  const until = second === texts.length - 1 ? Infinity : current.until
  return { text: current.text, isCompanys: true, second, until }
}

const displayedBy = (qr: AnimatedQr["Service"], entry: DisplayEntry, now: number): RenderedDisplay => {
  switch (entry._tag) {
    case "Page":
      return { pageUrl: entry.url }
    case "AnimatedCode":
    case "DeviceLink":
      return { code: codeAt(qr, entry, now) }
    case "CodeTexts": {
      const code = companysCodeAt(entry, now)
      return code === undefined ? {} : { code }
    }
  }
}

/** Prepares the entries at the time `now`, in milliseconds since 1970. */
export const renderDisplay = (
  qr: AnimatedQr["Service"],
  entries: ReadonlyArray<DisplayEntry> | undefined,
  now: number
): RenderedDisplay => {
  let displayed: RenderedDisplay = {}
  for (const entry of entries ?? []) {
    displayed = { ...displayed, ...displayedBy(qr, entry, now) }
  }
  return displayed
}
