/** The client's events, as they happen. */
import { signal } from "@preact/signals"
import type { SheafEvent } from "@sheaf/client"
import { clientWith, textOf } from "./Service.ts"

/** The number of events that the page keeps. */
const most = 100

/** The events since the page was opened, newest first. */
export const events = signal<ReadonlyArray<SheafEvent>>([])
export const failure = signal<string | undefined>(undefined)

/** Receives events until the page is closed. */
export const receive = async (): Promise<void> => {
  try {
    for await (const { event } of clientWith().events.iterate({ since: new Date(Date.now() - 1000) })) {
      events.value = [event, ...events.value].slice(0, most)
    }
  } catch (error) {
    failure.value = textOf(error)
  }
}

/** Returns the id of the collection, consent or user that an event is about. */
export const subjectOf = (event: SheafEvent): string | undefined => {
  const subject: Readonly<Record<string, string>> = "subject" in event ? { ...event.subject } : {}
  return subject["collectionId"] ?? subject["consentId"] ?? subject["userId"]
}
