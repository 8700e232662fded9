/** The contract of {@link CollectionStore}. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { acceptance } from "./starts/Acceptance.ts"
import { cancellation } from "./Cancellation.ts"
import { steps } from "./Steps.ts"
import { ownership, polls } from "./Ownership.ts"
import { collectedData } from "./CollectedData.ts"
import { retention } from "./Retention.ts"
import { erasure } from "./Erasure.ts"
import { lists } from "./Lists.ts"
import { recovery } from "./Recovery.ts"
import { quotas } from "./starts/Quotas.ts"
import { supersession } from "./starts/Supersession.ts"
import { acceptedAnswers } from "./Answers.ts"
import { timeouts } from "./Timeouts.ts"
import { dataUnderConsent } from "./DataUnderConsent.ts"

const parts = {
  acceptance: acceptance,
  "a collection of a user": ownership,
  quotas,
  "a session": supersession,
  "a poll": polls,
  "a list": lists,
  "a step": steps,
  "an answer": acceptedAnswers,
  "an early timeout": timeouts,
  "what an ended collection leaves open": cancellation,
  "collected data": collectedData,
  "data under a consent": dataUnderConsent,
  recovery: recovery,
  erasure: retention,
  "erasure on demand": erasure
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
