/**
 * Rules about a run's events: each change that a client must learn about has exactly one event, every event is
 * delivered, and none is invented.
 */
import { violations, duplicates } from "./Violations.ts"
import type { Evidence, ObservedEvent } from "./Evidence.ts"
import { isFinalCollectionStatus, isFinalConsentStatus } from "./Transitions.ts"

const outcomes = ["COMPLETED", "COMPLETED_EMPTY", "COMPLETED_PARTIAL"]

const endsOf = (status: string): string => (outcomes.includes(status) ? "collection.completed" : "collection.failed")

const ofCollection = (status: string, events: ReadonlyArray<ObservedEvent>): ReadonlyArray<string> => {
  const inputs = events.flatMap(({ data }) => data.pendingInput?.inputId ?? [])
  const types = events.map(({ type }) => type).filter((type) => type !== "collection.input_required")
  return [
    ...violations(
      [types.join() === endsOf(status), `has the events ${types.join()} instead of ${endsOf(status)}`],
      [events.at(-1)?.data.status === status, `ends in ${status}, but its last event does not`]
    ),
    ...duplicates(inputs).map((inputId) => `has two events for the question ${inputId}`)
  ]
}

const ofConsent = (status: string, events: ReadonlyArray<ObservedEvent>): ReadonlyArray<string> => {
  const types = events.map(({ type }) => type)
  const isEnded = types.includes("consent.ended")
  return [
    ...duplicates(types).map((type) => `has two events of the type ${type}`),
    ...violations([isEnded === isFinalConsentStatus(status), `is ${status}, and its events are ${types.join()}`])
  ]
}

export const violationsOf = ({ collections, consents, delivered, events }: Evidence): ReadonlyArray<string> => {
  // Ignores availability events, because a company can become unavailable during a fault.
  const ofClients = events.filter(({ type }) => type !== "company.availability_changed")
  const bySubject = Map.groupBy(
    ofClients,
    ({ subject }) => subject.collectionId ?? subject.consentId ?? "another subject"
  )
  const of = (id: string) => bySubject.get(id) ?? []
  const lastStatuses = new Map(consents.map(({ id, status }) => [id, status]))
  const known = new Set([...collections.map(({ id }) => id), ...lastStatuses.keys()])
  const ids = events.map(({ eventId }) => eventId)
  return [
    ...duplicates(ids).map((eventId) => `the event ${eventId} appears twice`),
    ...[...bySubject.keys()].filter((id) => !known.has(id)).map((id) => `an event is about ${id}, which is not stored`),
    ...collections
      .filter(({ status }) => isFinalCollectionStatus(status))
      .flatMap(({ id, status }) => ofCollection(status, of(id)).map((fault) => `collection ${id} ${fault}`)),
    ...[...lastStatuses].flatMap(([id, status]) => ofConsent(status, of(id)).map((fault) => `consent ${id} ${fault}`)),
    ...events
      .filter(({ eventId }) => !delivered.has(eventId))
      .map(({ eventId, type }) => `the event ${eventId} (${type}) was never delivered`),
    ...[...delivered].filter((id) => !ids.includes(id)).map((id) => `a delivery named the unknown event ${id}`)
  ]
}
