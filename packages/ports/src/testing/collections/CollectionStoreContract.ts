/** The contract of {@link CollectionStore}. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { ClientStore } from "../../users/ClientStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { accepting } from "./starting/Accepting.ts"
import { cancellation } from "./Cancellation.ts"
import { advancing } from "./Advancing.ts"
import { belonging, polling } from "./Belonging.ts"
import { collecting } from "./Collecting.ts"
import { erasing } from "./Erasing.ts"
import { erasingOnDemand } from "./ErasingOnDemand.ts"
import { listing } from "./Listing.ts"
import { recovering } from "./Recovering.ts"
import { quotas } from "./starting/Quotas.ts"
import { superseding } from "./starting/Superseding.ts"
import { supplying } from "./Supplying.ts"
import { timingOut } from "./TimingOut.ts"
import { underConsent } from "./UnderConsent.ts"

const parts = {
  acceptance: accepting,
  "a collection of a user": belonging,
  quotas,
  "a session": superseding,
  "a poll": polling,
  "a list": listing,
  "a step": advancing,
  "an answer": supplying,
  "an early timeout": timingOut,
  "what an ended collection leaves open": cancellation,
  "collected data": collecting,
  "data under a consent": underConsent,
  recovery: recovering,
  erasure: erasing,
  "erasure on demand": erasingOnDemand
}

/** Checks an adapter together with the stores of clients, users and consents. */
export const collectionStoreContract = <E>(
  name: string,
  adapter: Layer.Layer<CollectionStore | ClientStore | ConsentStore | DueProcesses | UserStore, E>
) =>
  layer(adapter)(`the collection store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
