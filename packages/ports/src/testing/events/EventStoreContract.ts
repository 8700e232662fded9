/** The contract of {@link EventStore}. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { ofCollections } from "./OfCollections.ts"
import { ofCompanies } from "./OfCompanies.ts"
import { ofConsents } from "./OfConsents.ts"
import { ofUsers } from "./OfUsers.ts"
import type { EventfulStores } from "./Read.ts"
import { reading } from "./Reading.ts"

const parts = {
  "events of collections": ofCollections,
  "events of consents": ofConsents,
  "events of users": ofUsers,
  "events of companies": ofCompanies,
  "reading events": reading
}

/** Checks an adapter together with the stores that add events. */
export const eventStoreContract = <E>(name: string, adapter: Layer.Layer<EventfulStores, E>) =>
  layer(adapter)(`the event store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
