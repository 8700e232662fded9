/** The contract of `EventStore`. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { collectionEventTests } from "./CollectionEvents.ts"
import { companyEventTests } from "./CompanyEvents.ts"
import { consentEventTests } from "./ConsentEvents.ts"
import { userEventTests } from "./UserEvents.ts"
import type { EventStores } from "./EventFixture.ts"
import { eventReadTests } from "./EventReads.ts"

const parts = {
  "events of collections": collectionEventTests,
  "events of consents": consentEventTests,
  "events of users": userEventTests,
  "events of companies": companyEventTests,
  "reading events": eventReadTests
}

export const eventStoreContract = <E>(name: string, adapter: Layer.Layer<EventStores, E>) =>
  layer(adapter)(`the event store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
