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

const codeAt = (
  qr: AnimatedQr["Service"],
  { startedAt, startSecret, startToken }: Extract<DisplayEntry, { readonly _tag: "AnimatedCode" }>,
  now: number
): Code => {
  const second = Math.max(0, Math.floor((now - startedAt) / 1000))
  return { second, until: startedAt + (second + 1) * 1000, text: qr.text(startToken, startSecret, second) }
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
