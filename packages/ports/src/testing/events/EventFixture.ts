/** Reads events for the contract suites. */
import type { Vitest } from "@effect/vitest"
import type { CollectionEventPayload } from "@sheaf/domain/CollectionEvents"
import { Effect } from "effect"
import type { ChangeSignals } from "../../processes/ChangeSignals.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import type { AvailabilityStore } from "../../companies/AvailabilityStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import { EventStore, startPosition } from "../../events/EventStore.ts"
import type { EventQuery, StoredEvent } from "../../events/EventStore.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { UserStore } from "../../users/UserStore.ts"

export type EventStores =
  | AvailabilityStore
  | ChangeSignals
  | ClientStore
  | CollectionStore
  | ConsentStore
  | EventStore
  | UserStore

export type EventTestMethods = Vitest.MethodsNonLive<EventStores>

/** Reads all of a client's events. One read is not enough, because it ends early while another transaction is open. */
export const allEvents = Effect.fnUntraced(function* (clientId: string, query: Partial<EventQuery> = {}) {
  const store = yield* EventStore
  const all: Array<StoredEvent> = []
  let position = startPosition
  for (;;) {
    const { events, isSettling, next } = yield* store.after(clientId, position, { limit: 1000, ...query })
    all.push(...events)
    position = next
    if (events.length === 0 && !isSettling) return all
  }
})

export const eventTypes = (clientId: string) =>
  Effect.map(allEvents(clientId), (events) => events.map(({ type }) => type))

export const collectionPayloadsOf = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<CollectionEventPayload> =>
  events.flatMap((event) =>
    event.type === "collection.input_required" ||
    event.type === "collection.completed" ||
    event.type === "collection.failed" ||
    event.type === "collection.data_expired"
      ? [event.facts]
      : []
  )
