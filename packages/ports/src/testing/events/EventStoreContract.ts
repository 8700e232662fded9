/** The contract of `EventStore`. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { collectionEvents } from "./CollectionEvents.ts"
import { companyEvents } from "./CompanyEvents.ts"
import { consentEvents } from "./ConsentEvents.ts"
import { userEvents } from "./UserEvents.ts"
import type { EventStores } from "./EventFixture.ts"
import { eventReads } from "./EventReads.ts"

const parts = {
  "events of collections": collectionEvents,
  "events of consents": consentEvents,
  "events of users": userEvents,
  "events of companies": companyEvents,
  "reading events": eventReads
}

/** Checks an adapter together with the stores that add events. */
export const eventStoreContract = <E>(name: string, adapter: Layer.Layer<EventStores, E>) =>
  layer(adapter)(`the event store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
