/** The client's events, as they happen. */
import { signal } from "@preact/signals"
import type { SheafEvent } from "@sheaf/client"
import { makeClient, errorTextOf } from "./ServiceClient.ts"

const most = 100

/** The storage key for the time when this tab first opened the page. */
const since = "sheaf-sandbox-since"

/**
 * All events since this tab first opened the page, newest first. For a run that another tab started, this includes the
 * run's earlier events.
 */
export const events = signal<ReadonlyArray<SheafEvent>>([])
export const loadError = signal<string | undefined>(undefined)

/** Returns the creation time, which is in the first 48 bits of a version 7 id (RFC 9562). */
const createdAt = (id: string): number | undefined => {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}

/** Returns the time from which to show events. A reload does not change it. */
const startWith = (id: string | undefined): Date => {
  const opened = Number(sessionStorage.getItem(since) ?? Date.now())
  sessionStorage.setItem(since, String(opened))
  return new Date(Math.min(opened, createdAt(id ?? "") ?? opened) - 1000)
}

/** Receives events until the page is closed. `id` is the collection or consent, if the run has already started. */
export const receiveEvents = async (id: string | undefined): Promise<void> => {
  try {
    for await (const { event } of makeClient().events.iterate({ since: startWith(id) })) {
      events.value = [event, ...events.value].slice(0, most)
    }
  } catch (error) {
    loadError.value = errorTextOf(error)
  }
}

export const subjectOf = (event: SheafEvent): string | undefined => {
  const subject: Readonly<Record<string, string>> = "subject" in event ? { ...event.subject } : {}
  return subject["collectionId"] ?? subject["consentId"] ?? subject["userId"]
}
