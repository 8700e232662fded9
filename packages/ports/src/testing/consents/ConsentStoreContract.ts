/** The contract of `ConsentStore`. Each part has its own module. */
import { describe, layer } from "@effect/vitest"
import type { Layer } from "effect"
import { abandonmentTests } from "./Abandonment.ts"
import { acceptanceTests } from "./Acceptance.ts"
import { changeTests } from "./Changes.ts"
import { unattendedReadingTests } from "./UnattendedReadings.ts"
import { erasureTests } from "./Erasure.ts"
import { listTests } from "./Lists.ts"
import { lifecycleModelTests } from "./LifecycleModel.ts"
import { samePersonConsentTests } from "./SamePersonConsents.ts"
import { renewalTests } from "./Renewals.ts"
import { recoveryTests } from "./Recovery.ts"
import { bankReturnTests } from "./BankReturns.ts"
import type { ConsentTestStores } from "../samples/ConsentSample.ts"

const parts = {
  acceptance: acceptanceTests,
  "a list": listTests,
  "a change": changeTests,
  "a lifecycle": lifecycleModelTests,
  "a return": bankReturnTests,
  "a reading without the person": unattendedReadingTests,
  "the consents of one person": samePersonConsentTests,
  "a renewal": renewalTests,
  recovery: recoveryTests,
  abandonment: abandonmentTests,
  erasure: erasureTests
}

export const consentStoreContract = <E>(name: string, adapter: Layer.Layer<ConsentTestStores, E>) =>
  layer(adapter)(`the consent store contract: ${name}`, (it) => {
    for (const [part, register] of Object.entries(parts)) {
      describe(part, () => {
        register(it)
      })
    }
  })
