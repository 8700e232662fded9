/** The events of a run: each change that a client must learn of has one event, and no event is invented. */
import type { Client } from "@sheaf/adapters-http/testing"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { Schema } from "effect"

/** The members of an event that the checks need. */
export interface ReadEvent {
  readonly eventId: string
  readonly type: string
  readonly subject: { readonly collectionId?: string; readonly consentId?: string }
  readonly data: { readonly status?: string; readonly pendingInput?: { readonly inputId: string } }
}

/** Follows the client's events from the oldest one to the newest. */
export const readAll = async (client: Client): Promise<ReadonlyArray<ReadEvent>> => {
  const all: Array<ReadEvent> = []
  let path: string | undefined = "/events?limit=100"
  while (path !== undefined) {
    const answer = await client.send(path)
    const page = answer.read<ReadonlyArray<ReadEvent>>()
    all.push(...page)
    path = page.length === 0 ? undefined : /<([^>]*)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1]
  }
  return all
}

const repeated = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.filter((value, index) => values.indexOf(value) !== index)

const endsOf = (status: CollectionStatus.CollectionStatus): string =>
  CollectionStatus.isOutcome(status) ? "collection.completed" : "collection.failed"

/** Checks the events about an ended collection. */
const ofCollection = (
  status: CollectionStatus.CollectionStatus,
  events: ReadonlyArray<ReadEvent>
): ReadonlyArray<string> => {
  const inputs = events.flatMap(({ data }) => data.pendingInput?.inputId ?? [])
  const types = events.map(({ type }) => type).filter((type) => type !== "collection.input_required")
  return [
    ...(types.join() === endsOf(status) ? [] : [`has the events ${types.join()} instead of ${endsOf(status)}`]),
    ...(events.at(-1)?.data.status === status ? [] : [`ends in ${status}, but its last event does not`]),
    ...repeated(inputs).map((inputId) => `has two events for the question ${inputId}`)
  ]
}

/** Checks the events about a consent. */
const ofConsent = (status: ConsentStatus.ConsentStatus, events: ReadonlyArray<ReadEvent>): ReadonlyArray<string> => {
  const types = events.map(({ type }) => type)
  const isEnded = types.includes("consent.ended")
  return [
    ...repeated(types).map((type) => `has two events of the type ${type}`),
    ...(isEnded === ConsentStatus.isFinal(status) ? [] : [`is ${status}, and its events are ${types.join()}`])
  ]
}

const decodeCollections = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, status: CollectionStatus.CollectionStatus }))
)
const decodeConsents = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, status: ConsentStatus.ConsentStatus }))
)

/** The rows of a database after a run, whose collections have all ended: ids and statuses. */
export interface Stored {
  readonly collections: ReadonlyArray<unknown>
  readonly consents: ReadonlyArray<unknown>
}

/** The statements that read {@link Stored}. */
export const statements = {
  collections: "SELECT id, status FROM collection",
  consents: "SELECT id, status FROM consent"
} as const

/** Compares the events with the stored collections and consents. */
export const violationsOf = (stored: Stored, events: ReadonlyArray<ReadEvent>): ReadonlyArray<string> => {
  const bySubject = Map.groupBy(events, ({ subject }) => subject.collectionId ?? subject.consentId ?? "another subject")
  const of = (id: string) => bySubject.get(id) ?? []
  const collections = decodeCollections(stored.collections)
  const consents = decodeConsents(stored.consents)
  const known = new Set([...collections, ...consents].map(({ id }) => id))
  return [
    ...repeated(events.map(({ eventId }) => eventId)).map((eventId) => `the event ${eventId} appears twice`),
    ...[...bySubject.keys()].filter((id) => !known.has(id)).map((id) => `an event is about ${id}, which is not stored`),
    ...collections.flatMap(({ id, status }) =>
      ofCollection(status, of(id)).map((fault) => `collection ${id} ${fault}`)
    ),
    ...consents.flatMap(({ id, status }) => ofConsent(status, of(id)).map((fault) => `consent ${id} ${fault}`))
  ]
}
