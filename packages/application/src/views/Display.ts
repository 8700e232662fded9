/** The parts of a status that Sheaf prepares at each poll: a code that changes every second, and a page (spec 2.5, 17). */
import type { AnimatedQr, DisplayEntry } from "@sheaf/ports"

/** A code at one moment. */
interface Code {
  readonly text: string
  /** The number of whole seconds since the order began. */
  readonly second: number
  /** The time at which the code changes. */
  readonly until: number
}

export interface RenderedDisplay {
  readonly code?: Code
  readonly pageUrl?: string
}

type CodeEntry = Exclude<DisplayEntry, { readonly _tag: "Page" }>

const codeAt = (qr: AnimatedQr["Service"], entry: CodeEntry, now: number): Code => {
  const second = Math.max(0, Math.floor((now - entry.startedAt) / 1000))
  const text = entry._tag === "DeviceLink" ? qr.link(entry, second) : qr.text(entry, second)
  return { second, until: entry.startedAt + (second + 1) * 1000, text }
}

/** Prepares the entries at the time `now`, in milliseconds since 1970. */
export const renderDisplay = (
  qr: AnimatedQr["Service"],
  entries: ReadonlyArray<DisplayEntry> | undefined,
  now: number
): RenderedDisplay => {
  let displayed: RenderedDisplay = {}
  for (const entry of entries ?? []) {
    displayed =
      entry._tag === "Page" ? { ...displayed, pageUrl: entry.url } : { ...displayed, code: codeAt(qr, entry, now) }
  }
  return displayed
}
