/** The contract of {@link CollectionStore}. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import type { ClientStore } from "../../auth/ClientStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import type { ConsentStore } from "../../consents/ConsentStore.ts"
import type { UserStore } from "../../users/UserStore.ts"
import { acceptanceTests } from "./starts/Acceptance.ts"
import { cancellationTests } from "./Cancellation.ts"
import { stepTests } from "./Steps.ts"
import { ownershipTests, pollTests } from "./Ownership.ts"
import { collectedDataTests } from "./CollectedData.ts"
import { retentionTests } from "./Retention.ts"
import { erasureTests } from "./Erasure.ts"
import { listTests } from "./Lists.ts"
import { recoveryTests } from "./Recovery.ts"
import { quotaTests } from "./starts/Quotas.ts"
import { supersessionTests } from "./starts/Supersession.ts"
import { answerTests } from "./Answers.ts"
import { timeoutTests } from "./Timeouts.ts"
import { dataUnderConsentTests } from "./DataUnderConsent.ts"

const parts = {
  acceptance: acceptanceTests,
  "a collection of a user": ownershipTests,
  quotas: quotaTests,
  "a session": supersessionTests,
  "a poll": pollTests,
  "a list": listTests,
  "a step": stepTests,
  "an answer": answerTests,
  "an early timeout": timeoutTests,
  "what an ended collection leaves open": cancellationTests,
  "collected data": collectedDataTests,
  "data under a consent": dataUnderConsentTests,
  recovery: recoveryTests,
  erasure: retentionTests,
  "erasure on demand": erasureTests
}

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
